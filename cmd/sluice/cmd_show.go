package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"sluice"
	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/catalogue"
	"sluice/weburl"
)

type showCmd struct {
	folder
	What    string `arg:"" name:"url|file|hash|name" help:"A URL; or a document by the path of a file that was added, by its hash or the first 4 digits of that or more, or by the name of its file."`
	Against string `placeholder:"URL" help:"Compare it with this one, and tell nothing else."`
	JSON    bool   `name:"json" help:"Print JSON."`
}

func (showCmd) Help() string {
	return `Tells all that the library knows about a URL: how it was found (the path of links
from a seed), each fetch, and if it was refused or removed, why. A URL that was never heard
of is an error; ` + "`sluice check`" + ` tells what would become of it.

A document may also be named by the path of a file that ` + "`sluice add`" + ` took in, by its hash, of which four digits
do, or by the name of its file. If several bear the name they are listed, to be chosen from by hash.

Of a document it tells the verdict and what spoke for and against it, what it is described as, each value with its
source and how sure it is, its files in the library's folder, where else it was found, who links to it, its versions and other formats, and what it refers to.

With --against it tells how much of two texts is the same: how many of all runs of three words are in both (their Jaccard
similarity), exactly, and as it is estimated to find versions; of two HTML pages also how alike they are in mark-up and text,
whatever data fills them.

EXAMPLES

    sluice show http://www.example.org/papers/smith.pdf
    sluice show http://www.example.org/papers/smith.pdf --json
    sluice show thesis.pdf
    sluice show 3f786850
    sluice show http://www.example.org/papers/smith.pdf --against http://arxiv.example/abs/smith.pdf`
}

// story is what is known of one URL, from the catalogue and from the frontier.
type story struct {
	URL      string    `json:"url"`
	State    string    `json:"state"` // "waiting", "fetched", "failed", "refused", "dropped", "added", "removed"
	Cause    string    `json:"cause"` // of a refusal, failure or removal
	Title    string    `json:"title,omitempty"`
	Type     string    `json:"type,omitempty"`
	MIME     string    `json:"mime,omitempty"`
	Document bool      `json:"document"`
	Language string    `json:"language,omitempty"`
	Charset  string    `json:"charset,omitempty"`
	Size     int64     `json:"size"`
	SHA256   string    `json:"sha256,omitempty"`
	Depth    int       `json:"depth"`
	Level    int       `json:"level"`
	Links    int       `json:"links"`
	Parent   string    `json:"parent,omitempty"`
	Path     []string  `json:"path"` // from the seed to the parent
	Via      []string  `json:"via,omitempty"`
	CopyOf   string    `json:"copy_of,omitempty"`
	Copies   []string  `json:"copies,omitempty"`
	CitedBy  []string  `json:"cited_by,omitempty"`
	GotAt    time.Time `json:"got_at,omitzero"`
	Removed  time.Time `json:"removed_at,omitzero"`
	Fetches  []fetched `json:"fetches"`
	Held     *held     `json:"library,omitempty"` // its document, as the library has it

	alone bool // a document that no URL of a crawl has
}

type fetched struct {
	At        time.Time `json:"at"`
	Outcome   string    `json:"outcome"`
	Status    int       `json:"status"`
	Cause     string    `json:"cause,omitempty"`
	Location  string    `json:"location,omitempty"`
	Size      int64     `json:"size"`
	Truncated string    `json:"truncated,omitempty"`
	Seconds   float64   `json:"seconds"`
	Address   string    `json:"address,omitempty"`
	File      string    `json:"file,omitempty"`
	Offset    int64     `json:"offset"`
	Length    int64     `json:"length"`
}

func (cmd *showCmd) Run(c *console) error {
	if cmd.Against != "" {
		return c.change(cmd.path(), func(ctx context.Context, docs *sluice.Collection) error {
			like, err := docs.Compare(ctx, cmd.What, cmd.Against)
			if err != nil {
				return err
			}
			if cmd.JSON {
				return json.NewEncoder(c.out).Encode(like)
			}
			return c.writeLikeness(cmd.What, cmd.Against, like)
		})
	}
	lib, err := open(cmd.path())
	if err != nil {
		return err
	}
	defer lib.Close()
	s, err := tell(lib, cmd.What)
	if err != nil {
		return err
	}
	if cmd.JSON {
		return json.NewEncoder(c.out).Encode(s)
	}
	return c.writeStory(s)
}

// tell puts together what is known of a URL, or of a document by whatever it is called.
func tell(lib *sluice.Library, what string) (*story, error) {
	if at, err := url.Parse(what); err == nil && (at.Scheme == "http" || at.Scheme == "https") {
		return tellURL(lib, what)
	}
	d, err := lib.Find(context.Background(), what)
	if err == nil {
		return tellDocument(lib, &d)
	}
	if _, noURL := sluice.Forms(what); noURL != nil || !errors.Is(err, sluice.ErrNoDocument) {
		return nil, err
	}
	return tellURL(lib, what)
}

// tellURL puts together what is known of a URL.
func tellURL(lib *sluice.Library, url string) (*story, error) {
	forms, err := sluice.Forms(url)
	if err != nil {
		return nil, err
	}
	cat, err := lib.Catalogue(context.Background())
	if err != nil {
		return nil, err
	}
	for _, form := range forms {
		if r, is, err := cat.Removed(form); err != nil || is {
			return &story{URL: form, State: string(catalogue.Removed), Cause: r.Reason, Removed: r.At, alone: true}, err
		}
	}
	known, unknown := lib.Known(context.Background(), url) // without the frontier the catalogue still has its say
	u, err := weburl.Parse(forms[0])
	if err != nil {
		return nil, err
	}
	s := &story{URL: forms[0], Level: u.Level(), State: known.State, Cause: known.Cause, Parent: known.Parent, Depth: known.Depth}
	for _, form := range forms {
		rows, ok, err := cat.Show(form)
		if err != nil {
			return nil, err
		}
		if ok {
			s.take(rows)
			s.settle()
			return s, s.Held.find(lib)
		}
	}
	if unknown != nil {
		return nil, unknown
	}
	if s.State == "new" {
		return nil, fmt.Errorf("%s: never heard of; `sluice check` tells whether a URL would be fetched, `sluice documents` lists documents", url)
	}
	s.settle()
	return s, s.trace(cat)
}

// settle says the state in the words of the text.
func (s *story) settle() {
	switch {
	case s.State == "refused":
	case s.State == "waiting", s.State == "leased":
		s.State = "waiting"
	case s.failed():
		s.State = "failed"
	case len(s.Fetches) > 0 || s.State != "dropped":
		s.State = "fetched"
	}
}

// take fills in what the catalogue has.
func (s *story) take(rows *catalogue.Story) {
	f := rows.Last
	s.URL, s.Title, s.Type, s.MIME, s.Document = f.URL, f.Title, f.Type, f.MIME, f.Document
	s.Language, s.Charset, s.Size, s.SHA256 = f.Language, f.Charset, f.Size, f.SHA256
	s.Depth, s.Level, s.Links, s.Parent, s.Via = f.Depth, f.Level, f.Links, f.Parent, f.Via
	s.Path, s.CopyOf, s.Copies, s.CitedBy, s.GotAt = rows.Path, f.CopyOf, rows.Copies, rows.CitedBy, rows.GotAt
	s.Held = heldOf(rows)
	if s.Cause == "" {
		s.Cause = f.Cause
	}
	for _, f := range rows.Fetches {
		s.Fetches = append(s.Fetches, fetched{
			At: f.At, Outcome: outcomes[f.Outcome], Status: f.Status, Cause: f.Cause, Location: f.Location, Size: f.Size,
			Truncated: f.Truncated, Seconds: f.Took.Seconds(), Address: f.Address, File: f.File, Offset: f.Offset, Length: f.Length,
		})
	}
}

var outcomes = map[catalogue.Outcome]string{
	catalogue.Got: "got", catalogue.Moved: "moved", catalogue.Failed: "failed", catalogue.Retried: "to be tried again", catalogue.Ruled: "ruled out",
}

// trace finds the way to a URL that was not fetched, by way of the page it was found on.
func (s *story) trace(cat *catalogue.Catalogue) error {
	if s.Parent == "" {
		return nil
	}
	parent, ok, err := cat.Show(s.Parent)
	if err != nil {
		return err
	}
	if ok {
		s.Path = parent.Path
	}
	s.Path = append(s.Path, s.Parent)
	return nil
}

func (c *console) writeStory(s *story) error {
	var b strings.Builder
	b.WriteString(screen.Escape(cmp.Or(s.URL, s.SHA256)) + "\n")
	say := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "  %-10s %s\n", name, screen.Escape(value))
		}
	}
	say("state", s.stateText())
	say("title", s.Title)
	if s.Size > 0 || s.Type != "" {
		say("body", strings.Join(screen.NonEmpty(s.Type, s.MIME, s.Charset, s.Language, screen.Bytes(s.Size)), ", "))
	}
	say("sha256", s.SHA256)
	say("copy of", s.CopyOf)
	if !s.alone {
		s.writeWay(&b, say)
	}
	if s.Held != nil {
		s.Held.write(&b)
	}
	s.writeFetches(&b)
	writeURLs(&b, "same body", s.Copies)
	writeURLs(&b, "cited by", s.CitedBy)
	_, err := c.out.Write([]byte(b.String()))
	return err
}

// writeWay says how a crawl came to the URL.
func (s *story) writeWay(b *strings.Builder, say func(name, value string)) {
	say("depth", fmt.Sprintf("%s from a seed, directory level %d", screen.Counted(int64(s.Depth), "link"), s.Level))
	if s.Links > 0 {
		say("links", screen.Count(int64(s.Links)))
	}
	b.WriteString("  found by\n")
	if len(s.Path) == 0 {
		b.WriteString("    it is a seed, or its page is not known\n")
	}
	for i, step := range s.Path {
		fmt.Fprintf(b, "    %2d  %s\n", i, screen.Escape(step))
	}
	for _, hop := range s.Via {
		fmt.Fprintf(b, "        redirected by %s\n", screen.Escape(hop))
	}
}

func (s *story) stateText() string {
	switch {
	case s.alone && s.State == "added":
		return "added by hand"
	case !s.Removed.IsZero():
		return strings.Join(screen.NonEmpty("removed on "+s.Removed.Local().Format(time.DateOnly), s.Cause), ": ") + "; `sluice remove --allow` ends it"
	case s.alone:
		return s.State
	case s.State == "refused", s.State == "failed":
		return s.State + ": " + s.Cause
	case s.State == "waiting":
		return "waits to be fetched"
	case s.State == "dropped":
		return "dropped"
	case s.Cause != "":
		return "fetched, " + s.Cause
	}
	return "fetched"
}

// failed tells whether the last fetch came to nothing.
func (s *story) failed() bool {
	return len(s.Fetches) > 0 && s.Fetches[len(s.Fetches)-1].Outcome == outcomes[catalogue.Failed]
}

func (s *story) writeFetches(b *strings.Builder) {
	if len(s.Fetches) == 0 {
		return
	}
	b.WriteString("  fetches\n")
	for _, f := range s.Fetches {
		fmt.Fprintf(b, "    %s  %s", f.At.Local().Format(time.DateTime), f.Outcome)
		if f.Status != 0 {
			fmt.Fprintf(b, " %d", f.Status)
		}
		for _, note := range screen.NonEmpty(f.Cause) {
			fmt.Fprintf(b, ", %s", screen.Escape(note))
		}
		if f.Location != "" {
			fmt.Fprintf(b, " to %s", screen.Escape(f.Location))
		}
		fmt.Fprintf(b, ", %s in %s\n", screen.Bytes(f.Size), screen.Span(time.Duration(f.Seconds*float64(time.Second))))
		if f.File != "" {
			fmt.Fprintf(b, "      %s, byte %d, length %d\n", screen.Escape(f.File), f.Offset, f.Length)
		}
	}
}

func writeURLs(b *strings.Builder, name string, urls []string) {
	if len(urls) == 0 {
		return
	}
	fmt.Fprintf(b, "  %s\n", name)
	for _, u := range urls {
		fmt.Fprintf(b, "    %s\n", screen.Escape(u))
	}
}
