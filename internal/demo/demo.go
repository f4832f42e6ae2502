// Package demo is the web of a fictional university: a few sites with pages, people and papers,
// to try the crawler without a network.
//
// [Start] serves them on a loopback port as an HTTP proxy, so that a crawler that uses
// [Web.Proxy] sees ordinary host names. Every page and document can be reached from [Web.Seeds]
// by following links. The web has the usual difficulties for crawlers: a folder that robots.txt
// disallows, a moved page, a broken link, a page with two URLs, an old page in Latin-1, a
// document with a wrong type, and an endless calendar. It also has what libraries meet:
// reports, theses and papers in several formats, some of them in two copies or versions,
// questions with answers, and exams, forms, slides and personal papers that do not belong in a
// library.
//
// Pages are files below sites/HOST. Those that begin with a "title:" line are put into the
// frame of their site; the others are served as they are. The documents are generated from the
// plain texts below papers, which cite each other and the works in elsewhere.list.
package demo

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"
)

// Web is the sample web while it is served.
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

// Seeds returns the URLs from which a crawl starts.
func (w *Web) Seeds() []string {
	return []string{
		"http://www.cs.northbridge.example/",
		"http://people.cs.northbridge.example/",
		"http://library.northbridge.example/",
		"http://www.northbridge.example/",
	}
}

// Close stops serving and waits for the server to end.
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
