package lab

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"time"

	"sluice/document"
	"sluice/internal/fetch"
	"sluice/internal/recordedweb"
	"sluice/page"
	"sluice/topic"
	"sluice/weburl"
)

// maxKept bounds the bytes of text of the pages that a web keeps in memory. Those beyond are read again for each walk.
const maxKept = 1 << 30

// Options set what a web is.
type Options struct {
	Hosts []string // whose pages are requested; nil: all recorded ones
	Seeds []string // where walks begin; nil: at one page of each host
	HTML  bool     // every file of a folder of sites is an HTML page, whatever its name
}

// Answer is what a recorded web answers to a request.
type Answer struct {
	Status   int           // HTTP status; 0 if the host does not exist
	Page     *page.Page    // nil unless it is HTML; not to be changed
	Age      time.Duration // of a page, since it was modified, as the server said; 0 if it did not
	Document bool          // it is no page, and its URL ends like a document
	Location weburl.URL    // of a redirect; else the zero URL
	Bytes    int64         // of the body, without content encoding
	Sum      [sha256.Size]byte
}

// Web is a recorded web. It is used by one walk at a time, by any number of them one after the other.
type Web struct {
	exchange *recordedweb.Web
	options  Options
	seeds    []weburl.URL
	hosts    map[string]bool // nil: all recorded ones
	parser   page.Parser

	kept  map[weburl.Key]*Answer
	bytes int // of text in kept

	topic  *topic.Topic // that of judged
	judged map[weburl.Key]float64
}

// Open opens a recorded web: a library, its archive, or a folder of sites (HOST/PATH).
func Open(ctx context.Context, dir string, o Options) (*Web, error) {
	exchange, err := openRecording(ctx, dir)
	if err != nil {
		return nil, err
	}
	return newWeb(dir, exchange, o)
}

// OpenSites opens a folder of sites (HOST/PATH) in a file system.
func OpenSites(name string, fsys fs.FS, o Options) (*Web, error) {
	exchange, err := recordedweb.Sites(fsys, recordedweb.Options{Latency: 1})
	if err != nil {
		return nil, err
	}
	return newWeb(name, exchange, o)
}

// newWeb returns a web over a recording, which it closes after an error.
func newWeb(name string, exchange *recordedweb.Web, o Options) (*Web, error) {
	w := &Web{exchange: exchange, options: o, parser: page.Parser{Rules: weburl.DefaultRules}, kept: map[weburl.Key]*Answer{}}
	seeds := o.Seeds
	if seeds == nil {
		seeds = exchange.Seeds()
	}
	if len(o.Hosts) > 0 {
		w.hosts = map[string]bool{}
	}
	for _, h := range o.Hosts {
		w.hosts[h] = true
	}
	for _, s := range seeds {
		u, err := weburl.ParseSeed(s)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("seed %q: %w", s, err), exchange.Close())
		}
		if o.Seeds != nil || w.Has(u) {
			w.seeds = append(w.seeds, u)
		}
	}
	if len(w.seeds) == 0 {
		return nil, errors.Join(fmt.Errorf("%s has no page of the hosts asked for", name), exchange.Close())
	}
	exchange.Clock().Hold() // a walk is one goroutine: the clock moves with each request alone
	return w, nil
}

// openRecording opens what a folder holds.
func openRecording(ctx context.Context, dir string) (*recordedweb.Web, error) {
	o := recordedweb.Options{Latency: 1}
	for _, d := range []string{filepath.Join(dir, "archive"), dir} {
		if names, err := filepath.Glob(filepath.Join(d, "*.warc*")); err == nil && len(names) > 0 { // compressed or not
			return recordedweb.Archive(ctx, d, o)
		}
	}
	if _, err := os.Stat(dir); err != nil {
		return nil, fmt.Errorf("recorded web: %w", err)
	}
	return recordedweb.Sites(os.DirFS(dir), o)
}

// Close closes the recording.
func (w *Web) Close() error { return w.exchange.Close() }

// Seeds returns where walks begin.
func (w *Web) Seeds() []weburl.URL { return slices.Clone(w.seeds) }

// SetSeeds sets where walks begin from now on.
func (w *Web) SetSeeds(seeds []weburl.URL) { w.seeds = slices.Clone(seeds) }

// Has reports whether pages of a URL's host are requested. A host of the options without a port has all ports, as in the scope of a crawl.
func (w *Web) Has(u weburl.URL) bool {
	if w.hosts == nil {
		return w.exchange.HasHost(u.Host())
	}
	return w.hosts[u.Host()] || w.hosts[u.Hostname()]
}

// follows reports whether a walk requests a link: it leads to one of the web's hosts, and does not end like a document or a file
// of another kind.
func (w *Web) follows(u weburl.URL) bool {
	return w.Has(u) && !weburl.DocumentEnding(u) && !weburl.NeverPage(u)
}

// Get answers a request.
func (w *Web) Get(ctx context.Context, u weburl.URL) (*Answer, error) {
	key := u.Key()
	if a, ok := w.kept[key]; ok {
		return a, nil
	}
	a, err := w.read(ctx, u)
	if err != nil {
		return nil, err
	}
	size := 0
	if a.Page != nil {
		size = len(a.Page.Text) + 100*len(a.Page.Links)
	}
	if w.bytes+size <= maxKept {
		w.bytes += size
		w.kept[key] = a
	}
	return a, nil
}

// adopt takes over what a copy of the web with other seeds keeps.
func (w *Web) adopt(copied *Web) {
	w.bytes, w.topic, w.judged = copied.bytes, copied.topic, copied.judged
}

// relevance returns how relevant a page of the web is to a topic. It judges each page once, as long as the topic is the same.
func (w *Web) relevance(t *topic.Topic, p *page.Page) float64 {
	if w.topic != t {
		w.topic, w.judged = t, map[weburl.Key]float64{}
	}
	key := p.URL.Key()
	r, ok := w.judged[key]
	if !ok {
		r = t.Relevance(topic.Page(p, nil)...)
		w.judged[key] = r
	}
	return r
}

// read reads an answer from the recording.
func (w *Web) read(ctx context.Context, u weburl.URL) (*Answer, error) {
	resp, err := w.exchange.Do(ctx, &fetch.Request{URL: u, Limit: func(string, []byte) int64 { return fetch.DefaultLimit }})
	if err != nil {
		if fetch.AsError(err).Cause == fetch.NoSuchHost {
			return &Answer{}, nil
		}
		return nil, fmt.Errorf("read recorded %s: %w", u, err)
	}
	defer resp.Release()
	a := &Answer{Status: resp.Status}
	if location := resp.Header.Get("Location"); location != "" && resp.Status/100 == 3 {
		if to, err := w.parser.Rules.NewBase(u).Resolve([]byte(location)); err == nil {
			a.Location = to
		}
		return a, nil
	}
	if resp.Status != http.StatusOK {
		return a, nil
	}
	var b bytes.Buffer
	if _, err := b.ReadFrom(resp.Content.Reader()); err != nil {
		return nil, fmt.Errorf("read recorded %s: %w", u, err)
	}
	a.Bytes, a.Sum = int64(b.Len()), sha256.Sum256(b.Bytes())
	header := resp.Header.Get("Content-Type")
	if w.options.HTML || document.Sniff(b.Bytes()[:min(b.Len(), fetch.HeadSize)], header, u.String()).Name == "html" {
		a.Page, a.Age = w.parser.Parse(b.Bytes(), page.Source{URL: u, ContentType: header}), resp.Age()
	} else {
		a.Document = weburl.DocumentEnding(u)
	}
	return a, nil
}
