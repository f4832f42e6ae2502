package main

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"sluice/cmd/sluice/internal/manual"
	"sluice/cmd/sluice/internal/settings"
	"sluice/internal/lazyregexp"
	"sluice/internal/shell"
	"sluice/internal/suggestion"
	"sluice/weburl"
)

// grammar is the whole command line. Every command is a field; its flags, its long text and its Run
// method are in a file of its own.
type grammar struct {
	Quiet bool `short:"q" group:"output" help:"Write only errors to standard error: no progress, no notes, no summary."`

	Crawl  crawlCmd  `cmd:"" group:"crawl" help:"Crawl sites, or continue a crawl."`
	Status statusCmd `cmd:"" group:"crawl" help:"Show the running crawl of a library."`
	Stop   stopCmd   `cmd:"" group:"crawl" help:"Stop the running crawl of a library."`
	Check  checkCmd  `cmd:"" group:"crawl" help:"Say whether a URL would be fetched, and which rule refuses it."`

	Seeds seedsCmd `cmd:"" group:"crawl" help:"Find sites to begin with: search engines, files, the library."`

	Topic topicCmd `cmd:"" group:"crawl" help:"Say what is relevant: by words, by examples, by classes."`

	Harvest harvestCmd `cmd:"" group:"crawl" help:"Get the papers of a bibliography that the library lacks."`

	Fetch   fetchCmd   `cmd:"" group:"keep" help:"Fetch and read only the waiting documents."`
	Add     addCmd     `cmd:"" group:"keep" help:"Add files and URLs to the library."`
	Convert convertCmd `cmd:"" group:"keep" help:"Read documents that could not be read before, and make viewing copies."`
	Judge   judgeCmd   `cmd:"" group:"keep" help:"Set the genre of a document; the filter learns from it."`
	Train   trainCmd   `cmd:"" group:"keep" help:"Train the document filter, or a classifier of texts, on examples."`
	Edit    editCmd    `cmd:"" group:"keep" help:"Correct the metadata of a document."`
	Trash   trashCmd   `cmd:"" group:"keep" help:"List, accept or delete rejected and replaced documents."`
	Verify  verifyCmd  `cmd:"" group:"keep" help:"Check every stored document against its hash and the catalogue."`
	Restore restoreCmd `cmd:"" group:"keep" help:"Get missing and damaged documents again, from the archive or the Web."`
	Remove  removeCmd  `cmd:"" group:"keep" help:"Delete a page, a document or a host, and never fetch it again."`

	Report    reportCmd    `cmd:"" group:"look" help:"Show totals, sites, types, errors and rates."`
	Pages     pagesCmd     `cmd:"" group:"look" help:"List the fetched URLs that are not documents."`
	Documents documentsCmd `cmd:"" group:"look" help:"List the documents with genre, state and citations."`
	Sites     sitesCmd     `cmd:"" group:"look" help:"List the sites."`
	Links     linksCmd     `cmd:"" group:"look" help:"List the links between hosts, or to documents."`
	Show      showCmd      `cmd:"" group:"look" help:"Show everything known about one URL or document."`

	Run       runCmd       `cmd:"" group:"cycle" help:"Run cycles: choose sites, crawl them, judge their documents, choose the next."`
	Cycles    cyclesCmd    `cmd:"" group:"cycle" help:"List the cycles, or show what one has done."`
	Analyse   analyseCmd   `cmd:"" group:"cycle" help:"Show what the crawls have taught of sites and directories."`
	Knowledge knowledgeCmd `cmd:"" group:"cycle" help:"Show and correct what crawls have learned to leave out."`
	Plan      planCmd      `cmd:"" group:"cycle" help:"Show which sites the next cycle crawls, and why."`
	Relearn   relearnCmd   `cmd:"" group:"cycle" help:"Learn the models of a library again, and use those that are better on the last crawl."`

	Open openCmd `cmd:"" group:"look" help:"Open a document in the viewer of the system."`

	Doctor doctorCmd `cmd:"" group:"look" help:"Check the machine and the library, and say what to do."`

	Search searchCmd `cmd:"" group:"take" help:"Search documents and pages by their words."`
	Cat    catCmd    `cmd:"" group:"take" help:"Print the stored body of a URL."`
	Export exportCmd `cmd:"" group:"take" help:"Export the library in a standard format."`

	Classify classifyCmd `cmd:"" group:"class" help:"Say which label of a classifier texts have."`
	Eval     evalCmd     `cmd:"" group:"class" help:"Measure a classifier on labelled texts."`

	Lab labCmd `cmd:"" group:"other" help:"Try crawl strategies on recorded webs."`

	Rebuild    rebuildCmd    `cmd:"" group:"other" help:"Rebuild catalogue and frontier from the archive, or the search index."`
	Init       initCmd       `cmd:"" group:"other" help:"Write a commented sluice.yaml to begin with."`
	Demo       demoCmd       `cmd:"" group:"other" help:"Crawl a small sample web that is part of the program."`
	HelpCmd    helpCmd       `cmd:"" name:"help" group:"other" help:"Show the manual, or that of one command."`
	Man        manCmd        `cmd:"" group:"other" help:"Print the manual as a man page."`
	Completion completionCmd `cmd:"" group:"other" help:"Print a completion script for a shell."`
	Version    versionCmd    `cmd:"" group:"other" help:"Print the version."`
}

// groups are the sections of the manual, first those of commands, then those of flags.
var groups = []kong.Group{
	{Key: "crawl", Title: "Crawling"},
	{Key: "keep", Title: "Keeping documents"},
	{Key: "look", Title: "Inspecting a library"},
	{Key: "cycle", Title: "Crawling in cycles"},
	{Key: "take", Title: "Searching and exporting"},
	{Key: "class", Title: "Classifying texts"},
	{Key: "other", Title: "Other commands"},
	{Key: "visit", Title: "What to visit"},
	{Key: "documents", Title: "Documents"},
	{Key: "limits", Title: "Limits"},
	{Key: "politeness", Title: "Politeness"},
	{Key: "network", Title: "Identity and network"},
	{Key: "output", Title: "Library and output"},
}

//go:embed manual.txt
var manualText string

// Help returns the long text of the manual's first page.
func (grammar) Help() string { return manualText }

// run executes the command line and returns the exit code.
func run(ctx context.Context, args []string, in io.Reader, out, err io.Writer) int {
	c := &console{in: in, out: out, err: err}
	return exitCode(c.run(ctx, args), err)
}

// expandTags puts the values of variables into the defaults and the lists of values of all flags. Kong could do so itself, but it expands all
// variables for each flag of each command, whether the flag refers to them or not, and the program would start noticeably slower.
func expandTags(k *kong.Kong) error {
	return kong.Visit(k.Model.Node, func(node kong.Visitable, next kong.Next) error {
		if value, ok := node.(*kong.Value); ok {
			value.Default, value.Enum = settings.Expand(value.Default), settings.Expand(value.Enum)
		}
		return next(nil)
	})
}

// errHelped ends the parsing of a command line that asked for help. Kong calls the help printer
// while it parses, and would continue to the command.
var errHelped = errors.New("help was shown")

// run parses the command line and runs its command. The flags that the user has set are noted,
// because only those override sluice.yaml.
func (c *console) run(ctx context.Context, args []string) error {
	var g grammar
	parser, err := kong.New(&g,
		kong.Name("sluice"),
		kong.Description("A polite web crawler that builds a library of documents."),
		kong.ExplicitGroups(groups),
		kong.PostBuild(expandTags),
		kong.KindMapper(reflect.String, kong.MapperFunc(decodeText)),
		kong.Writers(c.out, c.err),
		kong.Help(func(_ kong.HelpOptions, ctx *kong.Context) error {
			c.model = ctx.Model
			if err := c.help(ctx.Selected()); err != nil {
				return err
			}
			return errHelped
		}),
	)
	if err != nil {
		return fmt.Errorf("grammar: %w", err)
	}
	c.model = parser.Model
	if len(args) == 0 {
		return usagef("command missing; try `sluice help`")
	}
	if slices.Equal(args, []string{"--version"}) {
		args = []string{"version"}
	}
	var early bytes.Buffer // notes that are written before it is known whether they are wanted
	c.notes = &early
	if args, err = c.normalized(args); err != nil {
		return err
	}
	if f := flagOf(parser.Model.Node, args[0]); f != nil && f.Name != "help" {
		return usagef("command missing; try `sluice help`")
	}
	line, err := parser.Parse(args)
	c.setQuiet(g.Quiet)
	if _, err := early.WriteTo(c.notes); err != nil {
		return err
	}
	switch {
	case errors.Is(err, errHelped):
		return nil
	case err != nil:
		return usageError{misused(err)}
	}
	for _, p := range line.Path {
		if p.Flag == nil {
			continue
		}
		c.given = append(c.given, p.Flag.Name)
		if p.Flag.Name == "dir" {
			if err := checkFolder(p.Flag.Target.String()); err != nil {
				return err
			}
		}
	}
	if c.quiet && slices.Contains(c.given, "verbose") {
		return usagef("--verbose and --quiet exclude each other; use one of them")
	}
	if f, ok := line.Selected().Target.Addr().Interface().(interface{ checkOwner(context.Context) error }); ok {
		if err := f.checkOwner(ctx); err != nil {
			return usageError{err}
		}
	}
	line.BindTo(ctx, (*context.Context)(nil))
	return line.Run(c)
}

// decodeText sets a text to an argument as it is. The parser's own decoder replaces what is not UTF-8, and a file may have such a name.
func decodeText(ctx *kong.DecodeContext, target reflect.Value) error {
	token, err := ctx.Scan.PopValue("string")
	if err != nil {
		return err
	}
	text, ok := token.Value.(string)
	if !ok {
		return fmt.Errorf("expected a text but got %v", token.Value)
	}
	target.SetString(text)
	return nil
}

// plainWords rewrite the parser's messages, which speak of Go types and of the parser's own syntax.
var plainWords = []struct {
	raw   *lazyregexp.Regexp
	plain string
}{
	{lazyregexp.New(`^expected one of (.*)`), "a command is missing: one of $1"},
	{lazyregexp.New(`^expected "([a-z]+).*`), "a command is missing: $1"},
	{lazyregexp.New(`: (expected .* but got "EOL".*|missing value, expecting .*)`), " needs a value"},
	{lazyregexp.New(`: expected duration but got ("[^"]*").*`), ": $1 is not a duration; write 500ms, 10s or 2h"},
	{lazyregexp.New(`: expected a valid .* but got ("[^"]*").*`), ": $1 is not a number"},
	{lazyregexp.New(`","`), ", "},
}

// missingArgument matches the message about arguments that are not there, with the name of the first.
var missingArgument = lazyregexp.New(`^expected "<([^>" ]*)>.*`)

// abbreviations are the words of arguments that a message has in capitals, or in full.
var abbreviations = strings.NewReplacer("url", "URL", "dir", "folder")

// missing returns the message about a missing argument: "url|hash|name" is "a URL, hash or name is missing".
func missing(argument string) string {
	words := strings.Split(abbreviations.Replace(argument), "|")
	text := words[len(words)-1]
	if n := len(words) - 1; n > 0 {
		text = strings.Join(words[:n], ", ") + " or " + text
	}
	return "a " + text + " is missing"
}

// wrongChoice matches the message about a value that is not one of a fixed choice.
var wrongChoice = lazyregexp.New(`must be one of "([^"]*)" but got "([^"]*)"$`)

var (
	// guess matches what the parser suggests instead of a misspelt word.
	guess = lazyregexp.New(`, did you mean (one of )?"(.*)"\?$`)
	// surplus matches the message about an argument that is one too many, or no command.
	surplus = lazyregexp.New(`^unexpected argument (.*)$`)
)

// corrected returns the message about a misspelt word, at a command or nil, in the manner of all other messages: what it is, and the word
// that was probably meant. Commands are those of the program.
func corrected(node *kong.Node, commands []*kong.Node, what string) string {
	if m := guess.FindStringSubmatch(what); m != nil {
		what = strings.TrimSuffix(what, m[0])
		if !strings.HasPrefix(what, "unknown flag -") || strings.HasPrefix(what, "unknown flag --") { // any letter is like any other
			what += " (did you mean " + strings.ReplaceAll(m[2], `", "`, " or ") + "?)"
		}
	}
	word := surplus.FindStringSubmatch(what)
	switch {
	case word == nil:
	case node == nil || len(node.Children) > 0:
		name, _, _ := strings.Cut(word[1], " (")
		if node != nil {
			commands = node.Children
		}
		return fmt.Sprintf("unknown command %q%s", name, suggestion.Hint(name, manual.Names(commands)))
	case isLibrary(word[1]) && flagOf(node, "-d") != nil:
		return what + fmt.Sprintf(" (did you mean -d %s?)", shell.Quote(word[1]))
	case flagOf(node, "--bib") != nil:
		return what + fmt.Sprintf(" (did you mean --bib %s?)", shell.Quote(word[1]))
	}
	return what
}

// isLibrary reports whether a folder holds a library or its settings.
func isLibrary(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "catalog.db"))
	return err == nil || settings.Exists(dir)
}

// misused returns the parser's error in plain words, with the usage of the command.
func misused(err error) error {
	var wrong *kong.ParseError
	if !errors.As(err, &wrong) {
		return err
	}
	words := strings.Split(err.Error(), " ")
	for i, word := range words { // it quotes the command line
		words[i] = weburl.Redact(word)
	}
	what := strings.Join(words, " ")
	if m := missingArgument.FindStringSubmatch(what); m != nil {
		what = missing(m[1])
	}
	for _, p := range plainWords {
		what = p.raw.ReplaceAllString(what, p.plain)
	}
	if m := wrongChoice.FindStringSubmatch(what); m != nil {
		what += suggestion.Hint(m[2], strings.Split(m[1], ", "))
	}
	node := wrong.Context.Selected()
	what = corrected(node, wrong.Context.Model.Children, what)
	if node == nil {
		return fmt.Errorf("%s; try `sluice help`", what)
	}
	return fmt.Errorf("%s\nusage: %s; see `sluice help %s`", what, manual.Synopsis(node), node.Path())
}
