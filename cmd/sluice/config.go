package main

import (
	"log/slog"

	"sluice"
	"sluice/cmd/sluice/internal/settings"
	"sluice/crawl"
	"sluice/document/genre"
)

// engineConfig turns settings into what the engine is told. The engine takes a
// zero for its default, and a negative number for none.
func engineConfig(f *settings.Flags, seeds []string, log *slog.Logger) crawl.Config {
	return crawl.Config{
		Seeds: seeds, Scope: crawl.Scope(f.Scope), Allow: f.Allow, Ignore: f.Ignore,

		MaxPages: f.MaxPages, MaxDepth: f.MaxDepth, MaxLevel: orNone(f.MaxLevel), MaxHosts: orNone(f.MaxHosts), MaxTime: f.MaxTime,
		MaxBytes: int64(f.MaxBytes), MaxDocument: int64(f.MaxDocument), MaxPage: int64(f.MaxPage),
		Retries: orNone(f.Retries),

		Delay: orNone(f.Delay), PerHost: f.PerHost, PerAddress: f.PerAddress, Workers: f.Workers,
		Bandwidth: int64(f.Bandwidth), Idle: string(f.Idle),

		UserAgent: f.UserAgent, Contact: f.Contact, Proxy: f.Proxy, Headers: f.Header, CookieJar: f.CookieJar,
		Resolve: f.Resolve, AllowPrivate: f.AllowPrivate, CAFile: f.CAFile, Insecure: f.Insecure,

		IgnoreRobots: f.Robots == "ignore", NoSitemaps: !f.Sitemaps, NoForeign: f.ForeignDocuments == "no",
		Requisites: f.Requisites, Index: crawl.Index(f.Index), Rules: f.Rules, Again: f.Again,

		Log: log,
	}
}

func orNone[T ~int | ~int64](n T) T {
	if n == 0 {
		return -1
	}
	return n
}

// apply tells a library how its documents are judged and read.
func apply(f *settings.Flags, lib *sluice.Library) {
	for _, g := range f.Accept {
		lib.Accept = append(lib.Accept, genre.Genre(g))
	}
}

// inForce gives the settings of a library: those of its last crawl, else those of its sluice.yaml.
func inForce(dir string) (*settings.Flags, []string, error) {
	file, err := settings.Load(dir)
	if err != nil {
		return nil, nil, usageError{err}
	}
	last, state, err := lastCrawl(dir)
	if err != nil {
		return nil, nil, err
	}
	layer := file
	if state != "" {
		layer = last.now(file)
	}
	flags, err := layer.Decode()
	if err != nil {
		return nil, nil, usageError{err}
	}
	return flags, layer.Seeds(), nil
}
