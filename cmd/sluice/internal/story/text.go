package story

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"sluice/cmd/sluice/internal/screen"
	"sluice/document/describe"
	"sluice/internal/catalogue"
	"sluice/library"
)

// Write writes the story for people.
func (s *Story) Write(w io.Writer) error {
	var b strings.Builder
	b.WriteString(screen.Escape(cmp.Or(s.URL, s.SHA256)) + "\n")
	line := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "  %-10s %s\n", name, screen.Escape(value))
		}
	}
	line("state", s.stateText())
	line("title", s.Title)
	if s.Size > 0 || s.Type != "" {
		line("body", strings.Join(screen.NonEmpty(s.Type, s.MIME, s.Charset, s.Language, screen.Bytes(s.Size)), ", "))
	}
	if s.Relevance != nil {
		line("relevance", strconv.FormatFloat(*s.Relevance, 'f', 2, 64)+" to the topic of the library")
	}
	line("sha256", s.SHA256)
	line("copy of", s.CopyOf)
	if !s.documentOnly {
		s.writePath(&b, line)
	}
	if s.Stored != nil {
		s.Stored.write(&b)
	}
	s.writeFetches(&b)
	writeURLs(&b, "same body", s.Copies)
	writeURLs(&b, "hosts that link to it", s.CitedBy)
	_, err := io.WriteString(w, screen.Wrap(b.String(), screen.TerminalWidth(w, 0)))
	return err
}

// writePath writes how a crawl found the URL.
func (s *Story) writePath(b *strings.Builder, line func(name, value string)) {
	line("depth", fmt.Sprintf("%s from a seed, directory level %d", screen.Counted(int64(s.Depth), "link"), s.Level))
	if s.Links > 0 {
		line("links", screen.Count(int64(s.Links)))
	}
	b.WriteString("  found by\n")
	if len(s.Path) == 0 {
		b.WriteString("    it is a seed, or its page is unknown\n")
	}
	for i, step := range s.Path {
		fmt.Fprintf(b, "    %2d  %s\n", i, screen.Escape(step))
	}
	for _, hop := range s.Via {
		fmt.Fprintf(b, "        redirected by %s\n", screen.Escape(hop))
	}
}

// stateText returns the state of the URL in words. A removal hides everything else: a removed
// document has no other state that concerns a reader.
func (s *Story) stateText() string {
	switch {
	case s.documentOnly && s.State == Added:
		return "added by a person"
	case !s.Removed.IsZero():
		return strings.Join(screen.NonEmpty("removed on "+s.Removed.Local().Format(time.DateOnly), s.Cause), ": ") + "; `sluice remove --allow` undoes the exclusion"
	case s.documentOnly:
		return string(s.State)
	case s.State == Refused, s.State == Failed:
		return string(s.State) + ": " + s.Cause
	case s.State == Challenge: // its class is the name of the state
		return s.Cause + "; `sluice crawl --again` requests it again"
	case s.State == Waiting:
		return "waiting to be fetched"
	case s.State == Dropped:
		return "dropped"
	case s.Cause != "":
		return "fetched, " + s.Cause
	}
	return "fetched"
}

// writeFetches writes one line for each fetch, and where the archive has its record.
func (s *Story) writeFetches(b *strings.Builder) {
	if len(s.Fetches) == 0 {
		return
	}
	b.WriteString("  fetches\n")
	for _, f := range s.Fetches {
		fmt.Fprintf(b, "    %s  %s", screen.Time(f.At), f.Outcome)
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

// writeURLs writes a list of URLs below its name, or nothing if the list is empty.
func writeURLs(b *strings.Builder, name string, urls []string) {
	if len(urls) == 0 {
		return
	}
	fmt.Fprintf(b, "  %s\n", name)
	for _, u := range urls {
		fmt.Fprintf(b, "    %s\n", screen.Escape(u))
	}
}

const (
	valueShown      = 300 // bytes of a field on the screen
	linksShown      = 20  // links to a document
	referencesShown = 10
)

// write writes the document for people. Everything that comes from the Web is escaped, because it
// must not act on the terminal.
func (d *document) write(b *strings.Builder) {
	line := d.State
	if d.Genre != "" {
		line = fmt.Sprintf("%s, %s (%.0f %%, by %s)", d.State, d.Genre, 100*d.Confidence, by(d.JudgedBy))
	}
	if d.Cause != "" {
		line += ": " + d.Cause
	}
	fmt.Fprintf(b, "  document   %s\n", screen.Escape(line))
	for _, r := range d.Reasons {
		sign := "because"
		if r.Weight < 0 {
			sign = "against"
		}
		fmt.Fprintf(b, "    %-8s %s\n", sign, screen.Escape(r.Feature))
	}
	if d.Pages > 0 || d.Words > 0 {
		fmt.Fprintf(b, "  length     %s\n", strings.Join(screen.NonEmpty(counted(d.Pages, "page"), counted(d.Words, "word"), screen.Escape(d.Language)), ", "))
	}
	if d.State != string(library.Removed) {
		d.Files.write(b)
	}
	if len(d.Fields) > 0 {
		b.WriteString("  described as\n")
	}
	for _, f := range d.Fields {
		note := ""
		if f.Overruled {
			note = ", overridden"
		}
		value := screen.Uncertain(screen.Shorten(f.Value, valueShown), f.Name == "year" && f.Confidence < describe.Certain)
		fmt.Fprintf(b, "    %-10s %s  (%s, %.0f %%%s)\n", screen.Escape(f.Name), screen.Escape(value), by(screen.Escape(f.Source)), 100*f.Confidence, note)
	}
	if len(d.Locations) > 1 {
		b.WriteString("  found at\n")
		for _, l := range d.Locations {
			note := ""
			if l.Original {
				note = "  (the original)"
			} else if !l.Latest {
				note = "  (has changed since)"
			}
			fmt.Fprintf(b, "    %s%s\n", screen.Escape(l.URL), note)
		}
	}
	d.writeCitations(b)
	d.writeLinks(b)
	if len(d.Versions) > 0 {
		b.WriteString("  other documents of this work\n")
	}
	for _, v := range d.Versions {
		similar := ""
		if v.Similarity > 0 {
			similar = fmt.Sprintf(", %.0f %% similar", 100*v.Similarity)
		}
		fmt.Fprintf(b, "    %s  %s, %s%s, %s\n", d.short[v.SHA256], screen.Escape(v.Type), v.Kind, similar, screen.Escape(v.URL))
	}
	if d.ReplacedBy != "" {
		fmt.Fprintf(b, "  replaced by %s\n", d.short[d.ReplacedBy])
	}
	d.writeReferences(b)
}

// write writes the paths of the files that the library has of a document. Only the original is
// expected to exist, so its absence is reported; the others are made for some documents only.
func (f files) write(b *strings.Builder) {
	for i, file := range []struct{ name, path string }{{"file", f.Document}, {"text", f.Text}, {"viewing", f.Copy}, {"thumbnail", f.Thumbnail}} {
		if i == 0 && file.path == "" {
			file.path = "missing (deleted from the trash, or lost)"
		}
		if file.path != "" {
			fmt.Fprintf(b, "  %-10s %s\n", file.name, screen.Escape(file.path))
		}
	}
}

// writeReferences writes the references of the document: authors, title and year if they are known,
// else the reference as printed.
func (d *document) writeReferences(b *strings.Builder) {
	if len(d.References) == 0 {
		return
	}
	fmt.Fprintf(b, "  refers to (%d)\n", len(d.References))
	for i, r := range d.References {
		if i == referencesShown {
			fmt.Fprintf(b, "    … %d more; --json has them\n", len(d.References)-i)
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

// writeCitations writes the documents that cite the document.
func (d *document) writeCitations(b *strings.Builder) {
	if len(d.CitedBy) == 0 {
		return
	}
	fmt.Fprintf(b, "  cited by (%s of the library)\n", screen.Counted(int64(d.Citations), "work"))
	for i, c := range d.CitedBy {
		if i == linksShown {
			fmt.Fprintf(b, "    … %d more; --json has them\n", len(d.CitedBy)-i)
			break
		}
		title := cmp.Or(c.Title, c.URL)
		if c.Year > 0 {
			title += " (" + screen.Uncertain(strconv.Itoa(c.Year), c.Uncertain) + ")"
		}
		fmt.Fprintf(b, "    %s  %s\n", d.short[c.SHA256], screen.Escape(screen.Shorten(title, 160)))
		if c.URL != "" && c.Title != "" {
			fmt.Fprintf(b, "              %s\n", screen.Escape(c.URL))
		}
	}
}

// writeLinks writes the pages that link to the document, each once with the words of its links.
func (d *document) writeLinks(b *strings.Builder) {
	if len(d.Links) == 0 {
		return
	}
	var pages []string
	texts := map[string][]string{}
	for _, l := range d.Links {
		if _, ok := texts[l.Page]; !ok {
			pages = append(pages, l.Page)
			texts[l.Page] = nil
		}
		if text := screen.Shorten(l.Text, 80); text != "" && !slices.Contains(texts[l.Page], text) {
			texts[l.Page] = append(texts[l.Page], text)
		}
	}
	more := ""
	if len(d.Links) >= catalogue.MaxLinks {
		more = " or more"
	}
	fmt.Fprintf(b, "  linked from %s%s, %s of other hosts\n", screen.Counted(int64(max(len(pages), d.LinkedFrom)), "page"), more, screen.Count(int64(d.LinkedFrom)))
	for i, page := range pages {
		if i == linksShown {
			fmt.Fprintf(b, "    … %d more; --json has them\n", len(pages)-i)
			break
		}
		fmt.Fprintf(b, "    %s", screen.Escape(page))
		for _, text := range texts[page] {
			fmt.Fprintf(b, "  “%s”", screen.Escape(text))
		}
		b.WriteByte('\n')
	}
}

// by returns who judged a document or set a value: "a person", or the name of the source.
func by(who string) string {
	if who == byUser {
		return "a person"
	}
	return who
}

// counted returns a number with its noun, or nothing for zero.
func counted(n int, noun string) string {
	if n == 0 {
		return ""
	}
	return screen.Counted(int64(n), noun)
}
