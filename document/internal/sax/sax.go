// Package sax reads untrusted XML as a stream of events.
//
// [Read] calls a [Handler] for what it meets. It is forgiving where real files
// are broken (tags that do not match, undeclared entities) and strict
// where files are hostile: nothing is ever loaded from elsewhere, no entity of
// a DOCTYPE is expanded, and depth, sizes of tags and of texts between them,
// and entities that multiply end the reading with [content.ErrDamaged] or
// [content.ErrTooLarge].
package sax

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"sluice/document/content"
)

const (
	maxDepth = 2000    // of elements within each other
	maxTag   = 1 << 20 // bytes of one tag
	maxToken = 4 << 20 // bytes of a text between tags, a comment or the like
	maxAttrs = 1000    // attributes of one tag that are reported
)

// Attrs are the attributes of an element.
type Attrs []xml.Attr

// Get returns the value of the first attribute of a local name, whatever its
// prefix, or "" if missing.
func (a Attrs) Get(local string) string {
	for i := range a {
		if a[i].Name.Local == local {
			return a[i].Value
		}
	}
	return ""
}

// Prefixed returns the value of the attribute with this prefix and local name.
func (a Attrs) Prefixed(prefix, local string) string {
	for i := range a {
		if a[i].Name.Local == local && a[i].Name.Space == prefix {
			return a[i].Value
		}
	}
	return ""
}

// Handler is called for what a file holds, in order. Functions that are nil are
// not called.
type Handler struct {
	// Start is called at a start tag, with the local name of the element. When
	// it returns false, the element is skipped with all that is in it, and End
	// is not called for it.
	Start func(name string, a Attrs) bool
	End   func(name string)
	Text  func(s []byte) // valid during the call
	// Line, if not nil, is set to the line on which a tag begins, from 1, before Start is called for it.
	Line *int
	// Stop reports whether enough was read. It is called from time to time.
	Stop func() bool
}

// Read reads XML up to its end, in the encoding that it declares. What was read
// before an error has been handled. [ErrPart] says that the XML breaks off
// after its first element.
func Read(r io.Reader, h Handler) error {
	in := bufio.NewReader(r)
	if mark, _ := in.Peek(2); string(mark) == "\xff\xfe" || string(mark) == "\xfe\xff" {
		return read(transform.NewReader(in, unicode.BOMOverride(encoding.Nop.NewDecoder())), h, asItIs)
	}
	return read(in, h, charset.NewReaderLabel)
}

// ReadText reads XML that is UTF-8 already, whatever it declares.
func ReadText(text []byte, h Handler) error {
	return read(&legal{text: text}, h, asItIs)
}

// asFirst lets later versions of XML 1 pass for 1.0, the only one that the
// decoder knows: they differ in characters that hardly any file has.
func asFirst(r io.Reader) io.Reader {
	in := bufio.NewReader(r)
	head, _ := in.Peek(64) // an error comes again
	at := later.FindIndex(head)
	if at == nil {
		return in
	}
	head = append(bytes.Clone(head[:at[1]-1]), '0')
	_, _ = in.Discard(at[1])
	return io.MultiReader(bytes.NewReader(head), in)
}

// later matches the declaration of a version after 1.0, which the decoder
// refuses though hardly anything differs.
var later = regexp.MustCompile(`^\x{FEFF}?<\?xml\s+version\s*=\s*["']1\.[1-9]`)

// asItIs leaves text unchanged that is in UTF-8 already, whatever its
// declaration says.
func asItIs(_ string, r io.Reader) (io.Reader, error) { return r, nil }

// read reads XML with a handler; decode handles the encoding that the file
// declares.
func read(r io.Reader, h Handler, decode func(string, io.Reader) (io.Reader, error)) error {
	g := &guard{r: asFirst(r)}
	d := xml.NewDecoder(g)
	d.Strict = false
	d.Entity = xml.HTMLEntity
	d.CharsetReader = decode
	var open []string
	seen, skipped := false, 0 // skipped: depth of the element that is skipped
	for n := 0; ; n++ {
		if n%64 == 0 && h.Stop != nil && h.Stop() {
			return nil
		}
		g.token = 0
		if h.Line != nil {
			*h.Line, _ = d.InputPos()
		}
		token, err := d.RawToken()
		switch {
		case errors.Is(err, io.EOF) && seen:
			return finish(h, open, skipped)
		case err != nil:
			return broken(err, g, seen, h, open, skipped)
		}
		switch t := token.(type) {
		case xml.StartElement:
			seen = true
			if open = append(open, t.Name.Local); len(open) > maxDepth {
				return fmt.Errorf("%w: XML elements nest more than %d deep", content.ErrDamaged, maxDepth)
			}
			if len(t.Attr) > maxAttrs {
				t.Attr = slices.Clone(t.Attr[:maxAttrs])
			}
			if skipped == 0 && h.Start != nil && !h.Start(t.Name.Local, t.Attr) {
				skipped = len(open)
			}
		case xml.EndElement:
			open, skipped = end(h, open, skipped, t.Name.Local)
		case xml.CharData:
			if skipped == 0 && h.Text != nil && len(open) > 0 {
				h.Text(t)
			}
		case xml.Directive:
			if isBomb(t) {
				return fmt.Errorf("%w: XML declares entities that multiply each other", content.ErrTooLarge)
			}
		}
	}
}

// end closes the innermost element of a name and those within it; an end tag
// without beginning closes nothing.
func end(h Handler, open []string, skipped int, name string) ([]string, int) {
	at := len(open) - 1
	for limit := max(0, at-50); at >= limit && at >= 0 && open[at] != name; at-- {
	}
	if at < 0 || open[at] != name {
		return open, skipped
	}
	for len(open) > at {
		last := len(open)
		if skipped == 0 && h.End != nil {
			h.End(open[last-1])
		}
		if skipped == last {
			skipped = 0
		}
		open = open[:last-1]
	}
	return open, skipped
}

// finish closes what a file that ended too early has left open.
func finish(h Handler, open []string, skipped int) error {
	for n := len(open); n > 0; n-- {
		if h.End != nil && (skipped == 0 || n < skipped) {
			h.End(open[n-1])
		}
	}
	return nil
}

// broken returns what an error of the decoder means: a failed read, or XML that
// is damaged or truncated.
func broken(err error, g *guard, seen bool, h Handler, open []string, skipped int) error {
	_ = finish(h, open, skipped)
	switch {
	case g.err != nil && !errors.Is(g.err, io.EOF) && !errors.Is(g.err, io.ErrUnexpectedEOF):
		return g.err // the decoder may hide it
	case seen:
		return fmt.Errorf("%w: XML is truncated: %w", ErrPart, err)
	}
	return fmt.Errorf("%w: not XML: %w", content.ErrDamaged, err)
}

// ErrPart is the error when a part of a file was read, up to where it is
// broken.
var ErrPart = errors.New("read in part")

var (
	entityDeclared = regexp.MustCompile(`(?i)<!ENTITY\s+%?\s*[^\s"'>]+\s+("[^"]*"|'[^']*')`)
	entityUsed     = regexp.MustCompile(`[&%][A-Za-z_][\w.-]*;`)
)

// isBomb reports whether a DOCTYPE declares entities that are made of several
// others.
func isBomb(directive []byte) bool {
	for _, m := range entityDeclared.FindAllSubmatch(directive, 10_000) {
		if len(entityUsed.FindAllIndex(m[1], 4)) >= 4 {
			return true
		}
	}
	return false
}
