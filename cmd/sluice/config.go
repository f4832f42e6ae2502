package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"

	"sluice"
	"sluice/cmd/sluice/internal/settings"
	"sluice/crawl"
	"sluice/document/genre"
	"sluice/focus"
)

// engineConfig turns settings into what the engine is told. The engine takes a
// zero for its default, and a negative number for none.
func engineConfig(f *settings.Flags, seeds []string, log *slog.Logger) (crawl.Config, error) {
	strategy, err := focus.Named(f.Strategy, randomSeed)
	if err != nil {
		return crawl.Config{}, usageError{err}
	}
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

		Strategy: strategy, Log: log,
	}, nil
}

// randomSeed is the same for every crawl, so that a random crawl can be repeated, and continues in
// the same order.
const randomSeed = 1

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
func currentSettings(ctx context.Context, dir string) (*settings.Flags, []string, error) {
	file, err := settings.Load(dir)
	if err != nil {
		return nil, nil, usageError{err}
	}
	last, state, err := lastCrawl(ctx, dir)
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

// fetching gives the rules by which a library fetches.
func fetchConfig(ctx context.Context, dir string) (crawl.Config, error) {
	flags, _, err := currentSettings(ctx, dir)
	if err != nil {
		return crawl.Config{}, err
	}
	return engineConfig(flags, nil, nil)
}

// kept is what the catalogue keeps of a crawl's settings.
type kept struct {
	Settings settings.Layer `json:"settings"`        // in force
	File     settings.Layer `json:"file"`            // what sluice.yaml said then
	Again    bool           `json:"again,omitempty"` // the crawl asks for changes only
}

// now gives the settings of the last crawl, with what has been changed in sluice.yaml since.
func (k kept) now(file settings.Layer) settings.Layer {
	out := file.Watching().Over(k.Settings)
	file = file.Lasting()
	for _, key := range settings.Changed(k.File, file) {
		if texts, ok := file[key]; ok {
			out[key] = texts
		} else {
			delete(out, key)
		}
	}
	return out
}

// lastCrawl gives the settings and the state of the last crawl in a folder; no state when there was none.
func lastCrawl(ctx context.Context, dir string) (k kept, state string, err error) {
	if !sluice.Exists(dir) {
		return k, "", nil
	}
	lib, err := sluice.Open(dir)
	if err != nil {
		return k, "", err
	}
	defer lib.Close()
	last, ok, err := lib.LastCrawl(ctx)
	if errors.Is(err, sluice.ErrEmpty) { // it was cut off before its first word
		return k, "", nil
	}
	if err != nil || !ok {
		return k, "", err
	}
	if last.Settings != "" {
		if err := json.Unmarshal([]byte(last.Settings), &k); err != nil {
			return k, "", fmt.Errorf("settings of the last crawl: %w", err)
		}
	}
	return k, last.State, nil
}
