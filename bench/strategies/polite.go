//go:build linux

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path"
	"time"

	"sluice/crawl"
	"sluice/focus"
	"sluice/internal/crawler"
	"sluice/internal/recordedweb"
	"sluice/internal/webboxtest"
	"sluice/library"
	"sluice/weburl"
)

// politely crawls a web by the engine with the politeness that it has by default, a second between two requests to a host, in virtual
// time: what a user gets who says nothing. It returns the requests and how long they would take.
func politely(ctx context.Context, w webboxtest.Web, documents map[weburl.Key]bool, by course) (requests []weburl.URL, took time.Duration, err error) {
	web, err := recordedweb.Sites(withStubs{os.DirFS(w.Dir), documents}, recordedweb.Options{Seed: 1})
	if err != nil {
		return nil, 0, err
	}
	defer func() { err = errors.Join(err, web.Close()) }()
	hosts, err := hostsOf(w)
	if err != nil {
		return nil, 0, err
	}
	began := web.Clock().Now()
	cfg := crawl.Config{
		Seeds: w.Seeds, Scope: crawl.Scope{Kind: crawl.ScopeList, Allow: hosts, NoSitemaps: true}, Limits: crawl.Limits{Pages: int64(by.most)},
		Log: slog.New(slog.DiscardHandler),
	}
	if cfg.Strategy, err = focus.Named(by.strategy, 1); err != nil {
		return nil, 0, err
	}
	cfg.Hooks.Fetch = func(f *library.Fetch) {
		if u, err := weburl.FromCanonical(f.URL); err == nil && f.Outcome != library.Refused {
			requests = append(requests, u)
		}
	}
	c, err := crawler.New(cfg, crawler.Parts{Exchange: web, Clock: web.Clock()})
	if err != nil {
		return nil, 0, err
	}
	if _, err := c.Run(ctx); err != nil {
		return nil, 0, fmt.Errorf("crawl %s: %w", w.Name, err)
	}
	return requests, web.Clock().Now().Sub(began), ctx.Err()
}

// withStubs is a folder of sites with a short file for each document whose file is not there.
type withStubs struct {
	fs.FS
	documents map[weburl.Key]bool
}

// Open implements [fs.FS].
func (s withStubs) Open(name string) (fs.File, error) {
	f, err := s.FS.Open(name)
	if !errors.Is(err, fs.ErrNotExist) {
		return f, err
	}
	u, parseErr := weburl.Parse((&url.URL{Scheme: "http", Host: hostOf(name), Path: name[len(hostOf(name)):]}).String())
	if parseErr != nil || !s.documents[u.Key()] {
		return nil, err
	}
	body := fmt.Appendf(nil, "%%PDF-1.4\n%% %s\n%s", name, bytes.Repeat([]byte("%% no document\n"), stubSize/15))
	return &stub{bytes.NewReader(body), path.Base(name)}, nil
}

// stubSize is the size of a stub: a crawl takes smaller files for no documents.
const stubSize = 9000

// hostOf returns the host of the name of a file.
func hostOf(name string) string {
	for i := range name {
		if name[i] == '/' {
			return name[:i]
		}
	}
	return name
}

// stub is a file in memory.
type stub struct {
	*bytes.Reader
	name string
}

var (
	_ fs.File     = (*stub)(nil)
	_ fs.FileInfo = (*stub)(nil)
)

// The methods of a file and of what is known of it.

func (s *stub) Stat() (fs.FileInfo, error) { return s, nil }
func (s *stub) Close() error               { return nil }
func (s *stub) Name() string               { return s.name }
func (s *stub) Mode() fs.FileMode          { return 0o444 }
func (s *stub) ModTime() time.Time         { return time.Unix(0, 0) }
func (s *stub) IsDir() bool                { return false }
func (s *stub) Sys() any                   { return nil }
