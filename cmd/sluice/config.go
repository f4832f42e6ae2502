package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"

	"sluice/cmd/sluice/internal/settings"
	"sluice/crawl"
	"sluice/document/genre"
	"sluice/focus"
	"sluice/internal/wiring"
)

// engineConfig returns the configuration of the engine for the settings. In settings zero means no
// limit; the engine reads zero as its default and a negative number as no limit.
func engineConfig(f *settings.Flags, seeds []string, log *slog.Logger) (crawl.Config, error) {
	strategy, err := focus.Named(f.Strategy, randomSeed)
	if err != nil {
		return crawl.Config{}, usageError{err}
	}
	return crawl.Config{
		Seeds: seeds, Again: f.Again, Requests: f.Requests,
		Scope: crawl.Scope{
			Kind: crawl.ScopeKind(f.Scope), Allow: f.Allow, Ignore: f.Ignore, Rules: f.Rules,
			NoForeign: f.ForeignDocuments == "no", NoSitemaps: !f.Sitemaps, Requisites: f.Requisites,
		},
		Limits: crawl.Limits{
			Pages: f.MaxPages, Time: f.MaxTime, Bytes: int64(f.MaxBytes), Depth: f.MaxDepth, Level: orNone(f.MaxLevel), Hosts: orNone(f.MaxHosts),
			DocumentSize: int64(f.MaxDocumentSize), PageSize: int64(f.MaxPageSize),
		},
		Politeness: crawl.Politeness{
			Delay: orNone(f.Delay), PerHost: f.PerHost, PerAddress: f.PerAddress, Workers: f.Workers, Bandwidth: int64(f.Bandwidth),
			Idle: string(f.Idle), Retries: orNone(f.Retries), IgnoreRobots: f.Robots == "ignore",
		},
		Network: crawl.Network{
			UserAgent: f.UserAgent, Contact: f.Contact, Proxy: f.Proxy, Headers: f.Header, Cookies: crawl.CookieMode(f.Cookies), CookieJar: f.CookieJar,
			Resolve: f.Resolve, AllowPrivate: f.AllowPrivate, CAFile: f.CAFile, Insecure: f.Insecure,
		},
		Storage: crawl.Storage{Index: crawl.Index(f.Index)},
		Knowledge: crawl.Knowledge{On: f.Knowledge, TestShare: orNone(float64(f.TestShare)), LevelSites: orNone(f.LevelSites), StopDocuments: f.StopDocuments,
			AvoidRevisits: f.AvoidRevisits, PatternPages: f.PatternPages},
		EarlyStop: crawl.EarlyStop{
			On: f.EarlyStop, Pages: f.EarlyStopPages, Recheck: f.EarlyStopRecheck, Share: float64(f.EarlyStopShare), Price: f.EarlyStopPrice,
		},
		Strategy: strategy, Log: log,
	}, nil
}

// randomSeed is the same for every crawl, so that a random crawl can be repeated, and continues in
// the same order.
const randomSeed = 1

// orNone returns the engine's number for a limit: settings write "no limit" as 0, the engine as -1.
func orNone[T ~int | ~int64 | ~float64](n T) T {
	if n == 0 {
		return -1
	}
	return n
}

// setReading sets how a library reads and judges documents.
func setReading(f *settings.Flags, with converters, lib *wiring.Library) {
	lib.UnsafeConverters = with.UnsafeConverters
	for _, g := range f.Accept {
		lib.Accept = append(lib.Accept, genre.Genre(g))
	}
}

// currentSettings returns settings and seeds of a library: those of its last crawl with later changes
// of sluice.yaml, else those of sluice.yaml. load reads sluice.yaml: [settings.Load] or [settings.LoadToCrawl].
func currentSettings(ctx context.Context, dir string, load func(dir string) (settings.Layer, error)) (*settings.Flags, []string, error) {
	file, err := load(dir)
	if err != nil {
		return nil, nil, usageError{err}
	}
	last, state, err := lastCrawl(ctx, dir)
	if err != nil {
		return nil, nil, err
	}
	layer := file
	if state != "" {
		layer = last.withChanges(file)
	}
	flags, err := layer.Decode()
	if err != nil {
		return nil, nil, usageError{err}
	}
	return flags, layer.Seeds(), nil
}

// fetchConfig returns the configuration with which a library fetches single documents again.
func fetchConfig(ctx context.Context, dir string) (crawl.Config, error) {
	flags, _, err := currentSettings(ctx, dir, settings.Load)
	if err != nil {
		return crawl.Config{}, err
	}
	return engineConfig(flags, nil, nil)
}

// savedSettings are the settings of a crawl as the catalogue stores them.
type savedSettings struct {
	Settings settings.Layer `json:"settings"`        // of the crawl
	File     settings.Layer `json:"file"`            // of sluice.yaml at that time
	Again    bool           `json:"again,omitempty"` // the crawl makes conditional requests
}

// withChanges returns the saved settings with the keys that have changed in sluice.yaml since. A flag
// of an earlier run overrides the file, but not a later edit of the file.
func (k savedSettings) withChanges(file settings.Layer) settings.Layer {
	// Monitoring comes from the file as it is now: it is not saved with a crawl.
	out := file.Monitoring().Over(k.Settings)
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

// lastCrawl returns settings and state of the last crawl in a folder. The state is empty if there was
// no crawl.
func lastCrawl(ctx context.Context, dir string) (k savedSettings, state string, err error) {
	if found, err := wiring.Exists(ctx, dir); err != nil || !found {
		return k, "", err
	}
	lib, err := wiring.Open(dir)
	if err != nil {
		return k, "", err
	}
	defer lib.Close()
	last, ok, err := lib.LastCrawl(ctx)
	if errors.Is(err, wiring.ErrEmpty) { // interrupted before its first commit
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
