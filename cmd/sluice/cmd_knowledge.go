package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"sluice/cmd/sluice/internal/analysis"
	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/catalogue"
	"sluice/internal/wiring"
	"sluice/weburl"
)

// knowledgeCmd groups the commands for what crawls have learned of directories and patterns of URLs.
type knowledgeCmd struct {
	List   knowledgeListCmd   `cmd:"" default:"withargs" help:"List what crawls have learned of directories and patterns of URLs."`
	Lock   knowledgeLockCmd   `cmd:"" help:"Keep an entry, or add one: it is neither tested nor dropped."`
	Delete knowledgeDeleteCmd `cmd:"" help:"Ignore an entry: it does not hold, and is not learned again."`
	Reset  knowledgeResetCmd  `cmd:"" help:"Take back what was decided of an entry."`
}

// Help returns the long text of `sluice knowledge`.
func (knowledgeCmd) Help() string {
	return `Shows and corrects what crawls have learned of directories and patterns of URLs that lead to no document. After each crawl it is learned again;
` + "`sluice run`" + ` from its second cycle on, and a crawl with --knowledge, leave out what is listed (` + "`sluice help crawl`" + `, KNOWLEDGE). docs/cycles.md explains the rules.

ENTRIES

` + "`stop`: The name of a directory, such as handouts: under it, on all sites, every document was rejected.\n\n" +
		"`avoid`: A directory of a site, such as www.example.org/photos/: nothing in it or below it led to a document in three crawls.\n\n" +
		"`pattern`: A pattern of URLs of a site, such as www.example.org/day.php?month&year, none of which led to a document. A number is written 0, a query has the names of its parameters.\n" + `
EXAMPLES

    sluice knowledge
    sluice knowledge lock handouts
    sluice knowledge delete www.example.org/photos/
    sluice knowledge reset handouts`
}

// knowledgeListCmd lists the entries.
type knowledgeListCmd struct {
	folder
	Site string `placeholder:"HOST" help:"List only the entries of this site."`
	JSON bool   `name:"json" help:"Print one JSON object per line."`
}

// Run writes the entries as a table, or as JSON.
func (cmd *knowledgeListCmd) Run(ctx context.Context, c *console) (err error) {
	lib, err := open(ctx, cmd.path(ctx))
	if err != nil {
		return err
	}
	defer closeAfter(&err, lib)
	cat, err := lib.Catalogue(ctx)
	if err != nil {
		return err
	}
	all, err := cat.Knowledge.Entries(ctx)
	if err != nil {
		return err
	}
	var entries []catalogue.KnowledgeEntry
	for _, e := range all {
		if cmd.Site == "" || e.Site == strings.ToLower(cmd.Site) {
			entries = append(entries, e)
		}
	}
	if !cmd.JSON {
		return analysis.WriteKnowledge(c.out, entries)
	}
	for _, e := range entries {
		if err := screen.WriteJSON(c.out, e, ""); err != nil {
			return err
		}
	}
	return nil
}

// entry is the argument that names an entry.
type entry struct {
	folder
	Entry string `arg:"" help:"The name of a directory, a directory of a site with a slash at its end (HOST/PATH/), or a pattern of URLs (HOST/PATH)."`
}

// key returns the key of the entry.
func (e *entry) key() (catalogue.KnowledgeKey, error) {
	_, value, hasScheme := strings.Cut(e.Entry, "://")
	if !hasScheme {
		value = e.Entry
	}
	host, path, hasPath := strings.Cut(value, "/")
	if !hasPath {
		if value == "" || hasScheme || strings.ContainsFunc(value, func(r rune) bool { return r <= ' ' || r == '?' || r == '#' }) {
			return catalogue.KnowledgeKey{}, usagef("entry %q is no name of a directory; write handouts, www.example.org/photos/ or www.example.org/day.php?month", e.Entry)
		}
		return catalogue.KnowledgeKey{Kind: catalogue.StopDirectory, Value: value}, nil
	}
	u, err := weburl.ParseSeed("http://" + host + "/")
	if err != nil || path == "" {
		return catalogue.KnowledgeKey{}, usagef("entry %q is no directory of a site; write www.example.org/photos/", e.Entry)
	}
	kind := catalogue.FruitlessPattern
	if strings.HasSuffix(path, "/") {
		kind = catalogue.AvoidedDirectory
	}
	return catalogue.KnowledgeKey{Kind: kind, Site: u.Host(), Value: u.Host() + "/" + path}, nil
}

// decide records a decision.
func (e *entry) decide(ctx context.Context, c *console, state catalogue.KnowledgeState, done string) error {
	key, err := e.key()
	if err != nil {
		return err
	}
	return c.withCollection(ctx, e.path(ctx), func(ctx context.Context, docs *wiring.Collection) error {
		if err := docs.Catalogue.Knowledge.Decide(ctx, key, state, time.Now()); err != nil {
			return err
		}
		fmt.Fprintf(c.notes, "%s %s: %s.\n", key.Kind, screen.Escape(key.Value), done)
		return nil
	})
}

// knowledgeLockCmd locks an entry.
type knowledgeLockCmd struct{ entry }

// Run locks the entry.
func (cmd *knowledgeLockCmd) Run(ctx context.Context, c *console) error {
	return cmd.decide(ctx, c, catalogue.KnowledgeLocked, "locked; crawls with --knowledge leave it out without tests")
}

// knowledgeDeleteCmd deletes an entry.
type knowledgeDeleteCmd struct{ entry }

// Run deletes the entry.
func (cmd *knowledgeDeleteCmd) Run(ctx context.Context, c *console) error {
	return cmd.decide(ctx, c, catalogue.KnowledgeDeleted, "deleted; it is not learned again")
}

// knowledgeResetCmd takes a decision back.
type knowledgeResetCmd struct{ entry }

// Run makes the entry one that was learned.
func (cmd *knowledgeResetCmd) Run(ctx context.Context, c *console) error {
	return cmd.decide(ctx, c, catalogue.KnowledgeActive, "as crawls have learned it; the end of the next crawl drops it if it does not hold")
}
