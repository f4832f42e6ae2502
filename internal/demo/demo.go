// Package demo is a small university that exists only here: a few web sites with pages, people and
// papers, to try the crawler on without any network.
//
// [Start] serves them on a loopback port as an HTTP proxy does, so that a crawler that is given
// [Web.Proxy] meets real host names. From [Web.Seeds] every page and document can be reached by
// following links. There is what crawlers meet elsewhere, too: a folder that robots.txt closes, a
// moved page, a broken link, a page that is there twice, an old page in Latin-1, a document sent
// under the wrong type, and a calendar without end. And there is what libraries meet: reports, theses and
// papers in several formats, some of them twice or in two versions, questions with answers, and exams, forms, slides and
// personal papers that nobody wants to keep.
//
// Pages are files under sites/HOST. Those that begin with a "title:" line are put into the frame
// of their site; the others are served as they are. The documents are made from the plain texts
// under papers, which cite each other and the works in elsewhere.list.
package demo

import (
	"context"
	"errors"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"
)

// Web is the university's web while it is served.
type Web struct {
	server   *http.Server
	listener net.Listener
	site     *site
	done     sync.WaitGroup
}

// Start serves the web on a free loopback port.
func Start() (*Web, error) {
	s, err := build()
	if err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	w := &Web{listener: l, site: s, server: &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second}}
	w.done.Go(func() { w.server.Serve(l) })
	return w, nil
}

// Proxy returns the address to use as an HTTP proxy, "http://127.0.0.1:PORT".
func (w *Web) Proxy() string { return "http://" + w.listener.Addr().String() }

// Seeds returns the URLs to begin a crawl with.
func (w *Web) Seeds() []string {
	return []string{
		"http://www.cs.northbridge.example/",
		"http://people.cs.northbridge.example/",
		"http://library.northbridge.example/",
		"http://www.northbridge.example/",
	}
}

// Documents returns the URLs of all documents, sorted.
func (w *Web) Documents() []string {
	var urls []string
	for key, r := range w.site.resources {
		if r.document {
			urls = append(urls, "http://"+key)
		}
	}
	slices.Sort(urls)
	return urls
}

// Close stops serving, and waits until that is so.
func (w *Web) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	err := w.server.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		err = w.server.Close()
	}
	w.done.Wait()
	return err
}
