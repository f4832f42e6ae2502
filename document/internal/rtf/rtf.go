// Package rtf reads texts in Rich Text Format.
package rtf

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/encoding"

	"sluice/document/content"
	"sluice/document/internal/codepage"
	"sluice/document/internal/draft"
	"sluice/document/internal/embedded"
	"sluice/document/internal/prose"
	"sluice/document/internal/vocabulary"
)

// The limits of what a file may use.
const (
	maxGroups   = 10_000 // of RTF within each other
	maxWord     = 32     // bytes of a control word
	maxRTFBytes = 512 << 20
)

// Read reads a text in Rich Text Format. Its headers and footers come last,
// once.
func Read(r io.Reader, d *draft.Draft) error {
	x := &rtf{Writer: prose.Writer{Draft: d}, in: bufio.NewReaderSize(io.LimitReader(r, maxRTFBytes), 64<<10), codePage: codepage.Pages[1252],
		fonts: map[int]encoding.Encoding{}, styles: map[int]string{}}
	// One character replaces a \u unless the file says otherwise (specification 1.9.1, "Unicode
	// RTF").
	x.group.uc = 1
	err := x.read()
	x.decode()
	x.Flush()
	seen := map[string]bool{}
	for _, l := range x.margins {
		if !seen[l.Text] {
			seen[l.Text] = true
			d.Paragraph(l)
		}
	}
	return err
}

// read reads groups, control words and text up to the end of the file.
func (x *rtf) read() error {
	for n := 0; ; n++ {
		// The time and the size of the text are checked now and then only, because the check costs
		// more than a byte.
		if n%1024 == 0 && x.Full() {
			return nil
		}
		c, err := x.in.ReadByte()
		if err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		switch c {
		case '{':
			err = x.open()
		case '}':
			x.close()
		case '\\':
			err = x.control()
		// Line ends are no part of the text: \par ends a paragraph.
		case '\r', '\n':
		default:
			x.byte(c)
		}
		if err != nil {
			return err
		}
	}
}

// open begins a group, which inherits what holds in the outer one.
func (x *rtf) open() error {
	if len(x.stack) >= maxGroups {
		return fmt.Errorf("%w: RTF groups nest more than %d deep", content.ErrDamaged, maxGroups)
	}
	x.decode()
	// A group ends the characters that are skipped after \u.
	x.skip = 0
	x.stack = append(x.stack, x.group)
	if x.twice {
		x.to = toNowhere // until the group in Unicode
	}
	x.group.starred, x.group.twice, x.group.remark = false, false, false
	x.group.depth = len(x.Writer.Open)
	if x.to == toStyles {
		x.style = 0
	}
	return nil
}

// close ends a group. What it has collected goes to where its destination says.
func (x *rtf) close() {
	x.decode()
	x.skip = 0
	// More closing braces than opening ones: the file is broken, the text goes
	// on.
	if len(x.stack) == 0 {
		return
	}
	closed := x.group
	x.group = x.stack[len(x.stack)-1]
	x.stack = x.stack[:len(x.stack)-1]
	if closed.remark {
		x.text(" ")
	}
	switch closed.to {
	case toInfo, toField:
		// A field's instruction may be split over groups; it is complete when the outermost of them
		// ends.
		if x.group.to != closed.to || closed.to == toInfo {
			x.property()
		}
	case toObject:
		x.attach()
	case toMargin:
		if x.group.to != toMargin {
			x.endMargin()
		}
	case toText:
		for len(x.Writer.Open) > closed.depth && closed.depth > 0 && len(x.Writer.Open) > 1 {
			x.End() // a note or a text box within a paragraph
		}
	}
}

// property adds what the information group says, or where a field leads.
func (x *rtf) property() {
	value := x.value.String()
	x.value.Reset()
	if x.name == "field" {
		if _, rest, ok := strings.Cut(value, "HYPERLINK"); ok {
			x.Draft.Link(strings.Trim(strings.TrimSpace(rest), `"`))
		}
		return
	}
	if x.name != "" {
		vocabulary.AddProperty(x.Draft, x.name, value)
	}
	x.name = ""
}

// attach hands on the file whose digits have come.
func (x *rtf) attach() {
	n, _ := hex.Decode(x.object, x.object)
	class, data := embedded.ReadLinked(x.object[:n])
	x.object = nil
	if name, inside, ok := embedded.ReadPackage(data); ok && class == "Package" {
		x.Draft.Files.Add(name, inside)
	} else if len(data) > 0 {
		embedded.AddObject(x.Draft, class, data)
	}
}

// endMargin ends a header or footer.
func (x *rtf) endMargin() {
	x.addMargin()
	x.margin = ""
}
