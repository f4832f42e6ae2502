// Package epub reads books in EPUB.
package epub

import (
	"fmt"
	"net/url"
	"path"
	"strings"

	"sluice/document/content"
	"sluice/document/internal/draft"
	"sluice/document/internal/sax"
	"sluice/document/internal/zipdoc"
)

// Read reads a book: the chapters of its first rendition in the order of the
// spine.
func Read(p *zipdoc.File, d *draft.Draft) error {
	if err := isEncryptedEPUB(p, d); err != nil {
		return err
	}
	root := ""
	err := p.Optional(d, "META-INF/container.xml", sax.Handler{Start: func(name string, a sax.Attrs) bool {
		if name == "rootfile" && root == "" {
			root = a.Get("full-path")
		}
		return true
	}})
	if err != nil {
		return err
	}
	for _, name := range p.Names {
		if root == "" && strings.HasSuffix(name, ".opf") {
			root = name
		}
	}
	if root == "" {
		return fmt.Errorf("%w: no package document", content.ErrDamaged)
	}
	chapters, err := readOPF(p, d, root)
	if err := zipdoc.Partial(d, err); err != nil {
		return err
	}
	if len(chapters) == 0 {
		return fmt.Errorf("%w: no chapters listed", content.ErrDamaged)
	}
	missing := 0
	for _, c := range chapters {
		if d.Full() {
			break
		}
		err := p.Page(d, c, "application/xhtml+xml")
		if err := zipdoc.Partial(d, err); err != nil {
			return err
		}
		if err != nil {
			missing++
		}
	}
	if missing == len(chapters) {
		return fmt.Errorf("%w: none of %d chapters can be read", content.ErrDamaged, missing)
	}
	return nil
}

// isEncryptedEPUB returns an error if the chapters of a book are encrypted.
// Obfuscated fonts do not count: the text is readable.
func isEncryptedEPUB(p *zipdoc.File, d *draft.Draft) error {
	encrypted := false
	err := p.Optional(d, "META-INF/encryption.xml", sax.Handler{Start: func(name string, a sax.Attrs) bool {
		if ref := strings.ToLower(a.Get("URI")); name == "CipherReference" && strings.Contains(path.Ext(ref), "htm") {
			encrypted = true
		}
		return true
	}})
	if encrypted {
		return fmt.Errorf("%w: password required", content.ErrEncrypted)
	}
	return err
}

// bookNames are the elements of a book's metadata.
var bookNames = map[string]string{
	"title": "title", "creator": "author", "subject": "keyword", "description": "abstract", "publisher": "publisher", "date": "date",
	"language": "language", "identifier": "identifier", "rights": "rights", "contributor": "contributor", "source": "source",
}

// readOPF reads the metadata of a book, and the entries of its chapters in
// order.
func readOPF(p *zipdoc.File, d *draft.Draft, part string) ([]string, error) {
	items, spine := map[string]string{}, []string(nil)
	name := ""
	var value strings.Builder
	err := p.Xml(part, sax.Handler{
		Start: func(local string, a sax.Attrs) bool {
			value.Reset()
			name = bookNames[local]
			switch local {
			case "item":
				if kind := a.Get("media-type"); strings.Contains(kind, "html") || kind == "" || strings.Contains(kind, "oeb1-document") {
					ref, err := url.PathUnescape(a.Get("href"))
					if err == nil && len(items) < zipdoc.MaxEntries {
						items[a.Get("id")] = path.Join(path.Dir(part), ref)
					}
				}
			case "itemref":
				if at := items[a.Get("idref")]; at != "" && len(spine) < zipdoc.MaxEntries {
					spine = append(spine, at)
				}
			}
			return true
		},
		Text: func(s []byte) {
			if name != "" && value.Len() < content.MaxValue {
				value.Write(s)
			}
		},
		End: func(string) {
			addBookField(d, name, value.String())
			value.Reset()
			name = ""
		},
	})
	return spine, err
}

// addBookField adds a field, and says what an identifier is one of.
func addBookField(d *draft.Draft, name, value string) {
	if name == "identifier" {
		id := strings.TrimSpace(value)
		lower := strings.ToLower(id)
		switch digits := strings.NewReplacer("-", "", " ", "", "urn:isbn:", "", "isbn:", "", "isbn", "").Replace(lower); {
		case len(digits) == 13 && strings.HasPrefix(digits, "97"), len(digits) == 10 && strings.Contains(lower, "isbn"):
			d.Field("isbn", strings.ToUpper(digits))
		case strings.Contains(lower, "10.") && strings.Contains(lower, "doi"):
			d.Field("doi", id[strings.Index(lower, "10."):])
		}
	}
	if name != "" {
		d.Field(name, value)
	}
}
