package convert

import (
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"sluice/document/content"
)

// maxSpaces bounds what one element can stand for.
const maxSpaces = 100

// flatText takes the text out of an OpenDocument of one XML file: paragraphs end in \n, cells of a row in \t, slides
// and sheets in \f.
func flatText(r io.Reader) (string, error) {
	d := xml.NewDecoder(&shortened{r: r})
	var text strings.Builder
	paragraphs, cells := 0, 0 // deep in them we are
	for text.Len() < content.MaxText {
		token, err := d.Token()
		switch {
		case errors.Is(err, io.EOF):
			return text.String(), nil
		case err != nil:
			return "", err
		}
		switch token := token.(type) {
		case xml.StartElement:
			switch token.Name.Local {
			case "binary-data", "notes", "styles", "automatic-styles", "master-styles", "meta", "scripts", "settings", "annotation", "tracked-changes":
				if err := d.Skip(); err != nil {
					return "", err
				}
			case "p", "h":
				paragraphs++
			case "table-cell":
				cells++
			case "s":
				n, _ := strconv.Atoi(attribute(token, "c"))
				text.WriteString(strings.Repeat(" ", min(max(n, 1), maxSpaces)))
			case "tab":
				text.WriteByte('\t')
			case "line-break":
				text.WriteByte('\n')
			}
		case xml.EndElement:
			switch token.Name.Local {
			case "p", "h":
				if paragraphs--; cells == 0 {
					text.WriteByte('\n')
				} else {
					text.WriteByte(' ')
				}
			case "table-cell":
				cells--
				text.WriteByte('\t')
			case "table-row":
				text.WriteByte('\n')
			case "page":
				text.WriteByte('\f')
			}
		case xml.CharData:
			if paragraphs > 0 {
				text.Write(token)
			}
		}
	}
	return text.String(), nil
}

// maxRun is how many bytes of a text between two tags are read.
const maxRun = 4 << 20

// shortened leaves out the rest of longer ones, as pictures in base64 are: the decoder would hold each as a whole.
type shortened struct {
	r        io.Reader
	n        int // bytes since the last tag began
	dropping bool
}

func (s *shortened) Read(p []byte) (int, error) {
	for {
		n, err := s.r.Read(p)
		kept := p[:0]
		for _, c := range p[:n] {
			if s.n++; c == '<' {
				s.n, s.dropping = 0, false
			}
			if s.n > maxRun && c < utf8.RuneSelf {
				s.dropping = true
			}
			if !s.dropping {
				kept = append(kept, c)
			}
		}
		if len(kept) > 0 || err != nil {
			return len(kept), err
		}
	}
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}
