package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"sluice"
	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/catalogue"
)

// held is what the library has of a document, as JSON.
type held struct {
	State      string     `json:"state"`
	Files      files      `json:"files"`
	Cause      string     `json:"cause,omitempty"`
	Genre      string     `json:"genre,omitempty"`
	Confidence float64    `json:"confidence,omitempty"`
	JudgedBy   string     `json:"judged_by,omitempty"`
	Reasons    []because  `json:"reasons,omitempty"`
	Pages      int        `json:"pages,omitempty"`
	Words      int        `json:"words,omitempty"`
	Language   string     `json:"language,omitempty"`
	Fields     []known    `json:"fields"`
	Locations  []location `json:"locations"`
	Citations  int        `json:"citations"` // pages of other hosts that link to it
	Copies     int        `json:"copies"`
	CitedBy    []citing   `json:"links_to_it,omitempty"`
	Versions   []version  `json:"versions,omitempty"`
	References []cited    `json:"references,omitempty"`
	ReplacedBy string     `json:"replaced_by,omitempty"`
	AddedAt    time.Time  `json:"added_at,omitzero"`
	ReadAt     time.Time  `json:"read_at,omitzero"`

	sum string // its hash
}

// files are those that the library has of it.
type files struct {
	Document  string `json:"document,omitempty"`
	Text      string `json:"text,omitempty"`
	Copy      string `json:"viewing_copy,omitempty"`
	Thumbnail string `json:"thumbnail,omitempty"`
}

type because struct {
	Feature string  `json:"feature"`
	Weight  float64 `json:"weight"`
}

type known struct {
	Name       string  `json:"name"`
	Value      string  `json:"value"`
	Source     string  `json:"source"`
	Confidence float64 `json:"confidence"`
	Overruled  bool    `json:"overruled,omitempty"` // by what a person said
}

type location struct {
	URL          string    `json:"url"`
	Original     bool      `json:"original,omitempty"`
	Latest       bool      `json:"latest"`
	LastModified time.Time `json:"last_modified,omitzero"`
	First        time.Time `json:"first_seen,omitzero"`
}

type citing struct {
	Page    string `json:"page"`
	Text    string `json:"text,omitempty"`
	Outside bool   `json:"outside"` // from another host
}

type cited struct {
	Raw     string   `json:"raw"`
	Title   string   `json:"title,omitempty"`
	Authors []string `json:"authors,omitempty"`
	Year    int      `json:"year,omitempty"`
	DOI     string   `json:"doi,omitempty"`
	ArXiv   string   `json:"arxiv,omitempty"`
	URL     string   `json:"url,omitempty"`
}

type version struct {
	SHA256     string  `json:"sha256"`
	URL        string  `json:"url,omitempty"`
	Kind       string  `json:"kind,omitempty"`
	Type       string  `json:"type,omitempty"`
	Similarity float64 `json:"similarity,omitempty"`
	State      string  `json:"state"`
}

// tellDocument puts together what is known of a document, and of the URL that counts as its source, if that has it now.
func tellDocument(lib *sluice.Library, d *catalogue.Document) (*story, error) {
	cat, err := lib.Catalogue(context.Background())
	if err != nil {
		return nil, err
	}
	s := &story{State: string(d.State), Title: d.Title(), Type: d.Type, Document: true, Language: d.Language, Size: d.Size, SHA256: d.SHA256, alone: true}
	if len(d.Locations) > 0 {
		original := &d.Locations[0]
		rows, ok, err := cat.Show(original.URL)
		if err != nil {
			return nil, err
		}
		if ok && rows.Document != nil && rows.Document.SHA256 == d.SHA256 {
			return tellURL(lib, original.URL)
		}
		s.URL, s.State = original.URL, "fetched"
		if original.Added {
			s.State = "added"
		}
	}
	rows, _, err := cat.ShowDocument(context.Background(), d.SHA256)
	if err != nil {
		return nil, err
	}
	s.Held = heldOf(rows)
	return s, s.Held.find(lib)
}

// heldOf gives what the story of a URL says of its document; nil when there is none.
func heldOf(rows *catalogue.Story) *held {
	d := rows.Document
	if d == nil {
		return nil
	}
	h := &held{sum: d.SHA256, State: string(d.State), Cause: d.Cause, Genre: d.Verdict.Genre, Confidence: d.Verdict.Confidence, JudgedBy: d.Verdict.By,
		Pages: d.Pages, Words: d.Words, Language: d.Language, Citations: d.Citations, Copies: d.Copies, ReplacedBy: d.ReplacedBy,
		AddedAt: d.Added, ReadAt: d.Read}
	for _, r := range d.Verdict.Reasons {
		h.Reasons = append(h.Reasons, because(r))
	}
	said := map[string]bool{}
	for _, f := range d.Fields {
		said[f.Name] = said[f.Name] || f.Source == byUser
		h.Fields = append(h.Fields, known{f.Name, f.Value, f.Source, f.Confidence, said[f.Name] && f.Source != byUser})
	}
	for i, l := range d.Locations {
		h.Locations = append(h.Locations, location{l.URL, i == 0, l.Latest, l.LastModified, l.First})
	}
	for _, c := range rows.Citations {
		h.CitedBy = append(h.CitedBy, citing{c.Page, c.Text, c.Outside})
	}
	for _, v := range rows.Versions {
		h.Versions = append(h.Versions, version{v.SHA256, v.URL, v.Kind, v.Type, v.Similarity, string(v.State)})
	}
	for _, r := range rows.References {
		h.References = append(h.References, cited(r))
	}
	return h
}

// find looks for the files.
func (h *held) find(lib *sluice.Library) error {
	if h == nil {
		return nil
	}
	has, err := lib.Files(context.Background(), h.sum)
	h.Files = files(has)
	return err
}

// byUser is the source of what a person said.
const byUser = "user"

const (
	valueShown      = 300 // bytes of a field on the screen
	linksShown      = 20  // links to a document
	referencesShown = 10
)

// write says it for people.
func (h *held) write(b *strings.Builder) {
	line := h.State
	if h.Genre != "" {
		line = fmt.Sprintf("%s, %s (%.0f %%, by %s)", h.State, h.Genre, 100*h.Confidence, by(h.JudgedBy))
	}
	if h.Cause != "" {
		line += ": " + h.Cause
	}
	fmt.Fprintf(b, "  document   %s\n", screen.Escape(line))
	for _, r := range h.Reasons {
		sign := "for it"
		if r.Weight < 0 {
			sign = "against"
		}
		fmt.Fprintf(b, "    %-8s %s\n", sign, screen.Escape(r.Feature))
	}
	if h.Pages > 0 || h.Words > 0 {
		fmt.Fprintf(b, "  length     %s\n", strings.Join(screen.NonEmpty(counted(h.Pages, "page"), counted(h.Words, "word"), screen.Escape(h.Language)), ", "))
	}
	if h.State != string(catalogue.Removed) {
		h.Files.write(b)
	}
	if len(h.Fields) > 0 {
		b.WriteString("  described as\n")
	}
	for _, f := range h.Fields {
		note := ""
		if f.Overruled {
			note = ", overruled"
		}
		fmt.Fprintf(b, "    %-10s %s  (%s, %.0f %%%s)\n", screen.Escape(f.Name), screen.Escape(screen.Shorten(f.Value, valueShown)), by(screen.Escape(f.Source)), 100*f.Confidence, note)
	}
	if len(h.Locations) > 1 {
		b.WriteString("  found at\n")
		for _, l := range h.Locations {
			note := ""
			if l.Original {
				note = "  (the original)"
			} else if !l.Latest {
				note = "  (has other bytes now)"
			}
			fmt.Fprintf(b, "    %s%s\n", screen.Escape(l.URL), note)
		}
	}
	h.writeLinks(b)
	if len(h.Versions) > 0 {
		b.WriteString("  other documents of this work\n")
	}
	for _, v := range h.Versions {
		alike := ""
		if v.Similarity > 0 {
			alike = fmt.Sprintf(", %.0f %% alike", 100*v.Similarity)
		}
		fmt.Fprintf(b, "    %s  %s, %s%s, %s\n", v.SHA256[:12], screen.Escape(v.Type), v.Kind, alike, screen.Escape(v.URL))
	}
	if h.ReplacedBy != "" {
		fmt.Fprintf(b, "  replaced by %s\n", h.ReplacedBy)
	}
	h.writeReferences(b)
}

func (f files) write(b *strings.Builder) {
	for i, file := range []struct{ name, path string }{{"file", f.Document}, {"text", f.Text}, {"to view", f.Copy}, {"picture", f.Thumbnail}} {
		if i == 0 && file.path == "" {
			file.path = "not there (thrown away or lost)"
		}
		if file.path != "" {
			fmt.Fprintf(b, "  %-10s %s\n", file.name, screen.Escape(file.path))
		}
	}
}

// writeReferences says what the document refers to: the title where it was told, else the reference as printed.
func (h *held) writeReferences(b *strings.Builder) {
	if len(h.References) == 0 {
		return
	}
	fmt.Fprintf(b, "  refers to (%d)\n", len(h.References))
	for i, r := range h.References {
		if i == referencesShown {
			fmt.Fprintf(b, "    … %d more; --json has them\n", len(h.References)-i)
			break
		}
		line := r.Raw
		if r.Title != "" {
			line = strings.Join(screen.NonEmpty(strings.Join(r.Authors, ", "), r.Title), ". ")
			if r.Year > 0 {
				line += fmt.Sprintf(" (%d)", r.Year)
			}
		}
		fmt.Fprintf(b, "    %s\n", screen.Escape(screen.Shorten(line, 160)))
	}
}

func (h *held) writeLinks(b *strings.Builder) {
	if len(h.CitedBy) == 0 {
		return
	}
	fmt.Fprintf(b, "  linked from (%s of other hosts)\n", screen.Counted(int64(h.Citations), "page"))
	for i, c := range h.CitedBy {
		if i == linksShown {
			fmt.Fprintf(b, "    … %d more; --json has them\n", len(h.CitedBy)-i)
			break
		}
		text := ""
		if c.Text != "" {
			text = fmt.Sprintf("  “%s”", screen.Escape(screen.Shorten(c.Text, 80)))
		}
		fmt.Fprintf(b, "    %s%s\n", screen.Escape(c.Page), text)
	}
}

// by says who judged a document.
func by(who string) string {
	if who == byUser {
		return "hand"
	}
	return who
}

// counted gives a number with its noun; nothing for none.
func counted(n int, noun string) string {
	if n == 0 {
		return ""
	}
	return screen.Counted(int64(n), noun)
}
