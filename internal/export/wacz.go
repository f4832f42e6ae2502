package export

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"iter"
	"path"
	"path/filepath"
	"time"

	"sluice/internal/system"
)

// Web is what goes into a WACZ file.
type Web struct {
	Title    string
	Software string    // that made it, with its version
	Created  time.Time // of the file; zero: now
	Main     string    // URL to begin at; may be empty

	Files []WARC                                       // in order
	Omits func(WARC) bool                              // reports, once Index has returned, whether a file is left out; nil: none is
	Index func(ctx context.Context, w io.Writer) error // writes the CDXJ lines of all files in the order of their bytes
	Pages iter.Seq2[Page, error]                       // for a reader to choose from; nil: none
}

// WARC is one file of an archive.
type WARC struct {
	Path string
	Size int64 // bytes that count; 0: all
}

// Page is an entry of a WACZ file's list of pages.
type Page struct {
	URL, Title string
	Time       time.Time // of its capture
}

// WACZ packs an archive for replay tools as WACZ 1.1.1 has it
// (https://specs.webrecorder.net/wacz/1.1.1/): a zip file with the WARC files as they are, a
// compressed index, the list of pages, and the sums of them all. It is written in one pass.
func WACZ(ctx context.Context, w io.Writer, web Web) error {
	if web.Index == nil {
		return errors.New("wacz: no index")
	}
	p := &packer{zip: zip.NewWriter(w), at: web.Created}
	if p.at.IsZero() {
		p.at = time.Now()
	}
	p.at = p.at.UTC().Truncate(time.Second)
	if err := p.index(ctx, web.Index); err != nil { // first, since it may show that a file is no WARC file
		return fmt.Errorf("wacz: index: %w", err)
	}
	for _, f := range web.Files {
		if web.Omits != nil && web.Omits(f) {
			continue
		}
		if err := context.Cause(ctx); err != nil {
			return fmt.Errorf("wacz: %w", err)
		}
		if err := p.warc(f); err != nil {
			return fmt.Errorf("wacz: %w", err)
		}
	}
	if err := p.pages(web.Pages); err != nil {
		return fmt.Errorf("wacz: pages: %w", err)
	}
	if err := errors.Join(p.describe(web), p.zip.Close()); err != nil {
		return fmt.Errorf("wacz: %w", err)
	}
	return nil
}

// packer writes the files of a package and remembers their sums for its description, which is
// written last.
type packer struct {
	zip       *zip.Writer
	at        time.Time
	resources []resource
}

// resource is a file of the package.
type resource struct {
	Name  string `json:"name"`
	Path  string `json:"path"`
	Hash  string `json:"hash"`
	Bytes int64  `json:"bytes"`
}

// add writes a file, and notes its sum.
func (p *packer) add(name string, method uint16, write func(io.Writer) error) error {
	out, err := p.zip.CreateHeader(&zip.FileHeader{Name: name, Method: method, Modified: p.at})
	if err != nil {
		return err
	}
	s := &summed{w: out, sum: sha256.New()}
	if err := write(s); err != nil {
		return err
	}
	p.resources = append(p.resources, resource{path.Base(name), name, s.hash(), s.n})
	return nil
}

// summed counts and hashes what it passes on.
type summed struct {
	w   io.Writer
	sum hash.Hash
	n   int64
}

// Write implements [io.Writer]. It hashes only what was written.
func (s *summed) Write(b []byte) (int, error) {
	n, err := s.w.Write(b)
	s.sum.Write(b[:n])
	s.n += int64(n)
	return n, err
}

// hash returns the sum so far, in the form of a data package.
func (s *summed) hash() string { return fmt.Sprintf("sha256:%x", s.sum.Sum(nil)) }

// warc adds a WARC file without compressing it once more, so that a reader can go to a record in it.
func (p *packer) warc(f WARC) error {
	from, err := system.OpenRegular(filepath.Clean(f.Path))
	if err != nil {
		return err
	}
	defer from.Close()
	return p.add("archive/"+filepath.Base(f.Path), zip.Store, func(w io.Writer) error {
		if f.Size <= 0 {
			_, err := io.Copy(w, from)
			return err
		}
		n, err := io.CopyN(w, from, f.Size)
		if err == io.EOF {
			return fmt.Errorf("%s has %d bytes, not %d", f.Path, n, f.Size)
		}
		return err
	})
}

const linesAtOnce = 3000 // of the index in a gzip member

// index adds the index, compressed in members of some thousand lines, and a list of the members
// by which a reader finds the one that it needs.
func (p *packer) index(ctx context.Context, write func(context.Context, io.Writer) error) error {
	const name = "index.cdx.gz"
	var list bytes.Buffer
	fmt.Fprintf(&list, "!meta 0 {\"format\": \"cdxj-gzip-1.0\", \"filename\": %q}\n", name)
	err := p.add("indexes/"+name, zip.Store, func(w io.Writer) error {
		m := &members{name: name, out: w, list: &list}
		if err := errors.Join(write(ctx, m), m.end()); err != nil || m.offset > 0 {
			return err
		}
		return gzip.NewWriter(w).Close() // without a member it would be no gzip file
	})
	if err != nil {
		return err
	}
	return p.add("indexes/index.idx", zip.Deflate, func(w io.Writer) error {
		_, err := list.WriteTo(w)
		return err
	})
}

// members reads lines and writes them in gzip members, each with an entry in the list.
type members struct {
	name   string
	out    io.Writer
	list   io.Writer
	offset int64
	text   bytes.Buffer
	lines  int
}

// Write implements [io.Writer]. A member ends only at the end of a line: a reader decompresses one
// member and must find whole lines in it.
func (m *members) Write(b []byte) (int, error) {
	n := len(b)
	for len(b) > 0 {
		i := bytes.IndexByte(b, '\n')
		if i < 0 {
			m.text.Write(b)
			break
		}
		m.text.Write(b[:i+1])
		b = b[i+1:]
		if m.lines++; m.lines == linesAtOnce {
			if err := m.end(); err != nil {
				return 0, err
			}
		}
	}
	return n, nil
}

// end writes the lines gathered so far as one member and adds it to the list. The list has the
// first key and time of each member, so that a reader can search it by bisection.
func (m *members) end() error {
	if m.text.Len() == 0 {
		return nil
	}
	key, rest, _ := bytes.Cut(m.text.Bytes(), []byte(" "))
	stamp, _, _ := bytes.Cut(rest, []byte(" "))
	entry := fmt.Sprintf("%s %s ", key, stamp)
	s := &summed{w: m.out, sum: sha256.New()}
	z := gzip.NewWriter(s)
	z.Write(m.text.Bytes()) // Close returns any error
	if err := z.Close(); err != nil {
		return err
	}
	m.text.Reset()
	m.lines = 0
	_, err := fmt.Fprintf(m.list, "%s{\"offset\": %d, \"length\": %d, \"digest\": %q, \"filename\": %q}\n", entry, m.offset, s.n, s.hash(), m.name)
	m.offset += s.n
	return err
}

// pages writes the list of pages, in JSON lines. Its first line describes the list.
func (p *packer) pages(pages iter.Seq2[Page, error]) error {
	return p.add("pages/pages.jsonl", zip.Deflate, func(w io.Writer) error {
		out := bufio.NewWriter(w)
		lines := json.NewEncoder(out)
		lines.SetEscapeHTML(false)
		lines.Encode(map[string]string{"format": "json-pages-1.0", "id": "pages", "title": "Pages"}) // Flush returns any error
		if pages == nil {
			return out.Flush()
		}
		for page, err := range pages {
			if err != nil {
				return err
			}
			err := lines.Encode(struct {
				URL   string `json:"url"`
				Time  string `json:"ts"`
				Title string `json:"title,omitempty"`
			}{clean(page.URL), page.Time.UTC().Format(time.RFC3339), clean(page.Title)})
			if err != nil {
				return err
			}
		}
		return out.Flush()
	})
}

// describe adds what says what is in the package, and the sum of that.
func (p *packer) describe(web Web) error {
	const name = "datapackage.json"
	description, err := json.MarshalIndent(struct {
		Profile   string     `json:"profile"`
		Version   string     `json:"wacz_version"`
		Title     string     `json:"title,omitempty"`
		Created   string     `json:"created"`
		Software  string     `json:"software,omitempty"`
		Main      string     `json:"mainPageUrl,omitempty"`
		Resources []resource `json:"resources"`
	}{"data-package", "1.1.1", clean(web.Title), p.at.Format(time.RFC3339), clean(web.Software), clean(web.Main), p.resources}, "", "  ")
	if err != nil {
		return err
	}
	write := func(name string, b []byte) error {
		return p.add(name, zip.Deflate, func(w io.Writer) error {
			_, err := w.Write(b)
			return err
		})
	}
	if err := write(name, description); err != nil {
		return err
	}
	digest, err := json.Marshal(map[string]string{"path": name, "hash": fmt.Sprintf("sha256:%x", sha256.Sum256(description))})
	if err != nil {
		return err
	}
	return write("datapackage-digest.json", digest)
}
