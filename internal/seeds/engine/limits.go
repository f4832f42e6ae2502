package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"sluice/internal/permission"
	"sluice/internal/robots"
	"sluice/internal/system"
	"sluice/weburl"
)

// longestReset is the longest time until a limit begins anew; what says more is no time.
const longestReset = 366 * 24 * time.Hour

// restOf returns how long nothing may be requested by X-RateLimit-Remaining and X-RateLimit-Reset: lists of numbers, one for each limit of the engine
// (such as of a second and of a month), of which the second is in seconds, or the time of Unix. It is 0 while all limits have something left.
func restOf(h http.Header, now time.Time) (wait time.Duration) {
	resets := numbers(h.Get("X-RateLimit-Reset"))
	for i, left := range numbers(h.Get("X-RateLimit-Remaining")) {
		if left > 0 || i >= len(resets) {
			continue
		}
		seconds := resets[i]
		if seconds > 1e9 {
			seconds -= float64(now.Unix())
		}
		if seconds > 0 && seconds < longestReset.Seconds() {
			wait = max(wait, time.Duration(seconds*float64(time.Second)))
		}
	}
	return wait
}

// maxNumbers is the most limits of an engine.
const maxNumbers = 10

// numbers returns the numbers of a list; nil if one is none.
func numbers(s string) []float64 {
	var all []float64
	for _, part := range strings.SplitN(s, ",", maxNumbers) {
		n, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if err != nil || n != n {
			return nil
		}
		all = append(all, n)
	}
	return all
}

// longestRobotsDelay is the longest delay of a robots.txt that is obeyed.
const longestRobotsDelay = time.Minute

// checkRobots returns an error if the engine's robots.txt, which is requested once, does not allow a URL.
func (w *Web) checkRobots(ctx context.Context, u weburl.URL) error {
	if w.robots == nil {
		rules, err := w.fetchRobots(ctx, u)
		if err != nil {
			return err
		}
		w.robots = rules
		if d, ok := rules.CrawlDelay(); ok {
			w.delay = max(w.delay, min(d, longestRobotsDelay))
		}
	}
	if ok, line := w.robots.Allowed(u.String()); !ok {
		return fmt.Errorf("its robots.txt forbids the search (%s)", line)
	}
	return nil
}

// maxRobotsRedirects is the most redirects of a robots.txt that are followed (RFC 9309, section 2.3.1.2).
const maxRobotsRedirects = 5

// fetchRobots requests robots.txt (RFC 9309, section 2.3.1): one that is not there allows everything, one that cannot be read forbids everything, also
// one that is redirected to another host, since nothing is requested there.
func (w *Web) fetchRobots(ctx context.Context, u weburl.URL) (*robots.Rules, error) {
	at, err := weburl.NoRules().Parse(u.Origin() + "/robots.txt")
	if err != nil {
		return nil, err
	}
	resp, _, err := w.follow(ctx, at, maxRobotsRedirects, func(u weburl.URL) weburl.URL { return u }) // without the key
	if err != nil {
		return nil, fmt.Errorf("its robots.txt cannot be read: %w", err)
	}
	defer resp.Release()
	switch {
	case resp.Status/100 == 2:
		body, err := io.ReadAll(io.LimitReader(resp.Content.Reader(), robots.MaxSize))
		product, _, _ := strings.Cut(w.o.Fetch.UserAgent, "/")
		return robots.Parse(body, product), err
	case resp.Status/100 != 4 || resp.Status == http.StatusTooManyRequests:
		return nil, fmt.Errorf("its robots.txt cannot be read (status %d)", resp.Status)
	}
	return robots.AllowAll, nil
}

// Usage counts the requests to engines with a quota, over all searches of a library, in a file. The nil Usage counts nothing.
type Usage struct {
	library permission.Library
	dir     string
}

// NewUsage returns the count in a folder of a library, which must be there.
func NewUsage(library, dir string) *Usage { return &Usage{permission.Library(library), dir} }

// day is the count of an engine on one of its days.
type day struct {
	Day      string `json:"day"`
	Requests int    `json:"requests"`
}

// maxUsage is the greatest size of the file in bytes.
const maxUsage = 1 << 20

// take counts a request, or returns an error if the quota of the day in a zone (nil: UTC) is used up. A file that cannot be read begins anew: the engine itself
// refuses what is too much.
func (g *Usage) take(engine string, quota int, zone *time.Location, now time.Time) error {
	if g == nil || quota == 0 {
		return nil
	}
	lock, err := g.library.OpenLock(filepath.Join(g.dir, "lock"))
	if err != nil {
		return err
	}
	defer lock.Close() // ends the lock
	if err := system.Lock(lock); err != nil {
		return err
	}
	days := g.read()
	if zone == nil {
		zone = time.UTC
	}
	local := now.In(zone)
	today := local.Format(time.DateOnly)
	d := days[engine]
	if d.Day != today {
		d = day{Day: today}
	}
	if d.Requests >= quota {
		tomorrow := time.Date(local.Year(), local.Month(), local.Day()+1, 0, 0, 0, 0, zone)
		return fmt.Errorf("its quota of %d requests a day is used up; it can be asked again at %s", quota, clockTime(tomorrow))
	}
	if err := g.removeNew(); err != nil {
		return err
	}
	d.Requests++
	days[engine] = d
	text, err := json.Marshal(days)
	if err != nil {
		return err
	}
	return replace(g.library, g.path(), text)
}

// removeNew deletes what writers that were killed have left. The lock is held: nobody writes.
func (g *Usage) removeNew() error {
	entries, err := os.ReadDir(g.dir)
	if err != nil {
		return err
	}
	var errs []error
	for _, e := range entries {
		if e.Type().IsRegular() && strings.HasPrefix(e.Name(), newPrefix) {
			errs = append(errs, remove(filepath.Join(g.dir, e.Name())))
		}
	}
	return errors.Join(errs...)
}

// path returns the file.
func (g *Usage) path() string { return filepath.Join(g.dir, "usage.json") }

// read returns what was counted.
func (g *Usage) read() map[string]day {
	days := map[string]day{}
	f, err := os.Open(g.path())
	if err != nil {
		return days
	}
	text, err := io.ReadAll(io.LimitReader(f, maxUsage))
	if errors.Join(err, f.Close()) != nil || json.Unmarshal(text, &days) != nil || days == nil {
		return map[string]day{}
	}
	return days
}
