package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"sluice"
	"sluice/cmd/sluice/internal/screen"
)

// progress shows how far a crawl is until it is closed.
type progress interface {
	io.Writer // log lines, which must not break the view
	io.Closer
}

// show begins to show a crawl on c.err, in the manner that --progress names.
func (c *console) show(manner string, stats func() sluice.Stats) progress {
	if manner == "auto" {
		manner = "plain"
		if screen.IsTerminal(c.err) {
			manner = "bar"
		}
	}
	switch manner {
	case "bar":
		b := &bar{stats: stats}
		return screen.NewLive(c.err, func() int { return screen.TerminalWidth(c.err, 80) }, b.view)
	case "plain":
		return newPlain(c.err, stats)
	}
	return silent{c.err}
}

type silent struct{ io.Writer }

func (silent) Close() error { return nil }

// plainEvery is the pause between two lines of plain progress.
const plainEvery = 10 * time.Second

// plain writes a line now and then.
type plain struct {
	mu    sync.Mutex // one line at a time
	out   io.Writer
	done  chan struct{}
	ended sync.WaitGroup
}

func newPlain(out io.Writer, stats func() sluice.Stats) *plain {
	p := &plain{out: out, done: make(chan struct{})}
	p.ended.Go(func() {
		tick := time.NewTicker(plainEvery)
		defer tick.Stop()
		for {
			select {
			case <-p.done:
				return
			case <-tick.C:
				fmt.Fprintln(p, plainLine(stats()))
			}
		}
	})
	return p
}

func (p *plain) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.out.Write(b)
}

func (p *plain) Close() error {
	close(p.done)
	p.ended.Wait()
	return nil
}

func plainLine(s sluice.Stats) string {
	line := fmt.Sprintf("%s: %s, %s, %s, %s pages/s, %s/s, queue %s, hosts %s (%d active)",
		screen.Span(s.Totals.Active), screen.Counted(s.Pages, "page"), screen.Counted(s.Documents, "document"),
		screen.Counted(s.Errors, "error"), screen.Rate(s.PagesPerSecond), screen.Bytes(int64(s.BytesPerSecond)),
		screen.Count(s.Queue), screen.Count(s.Hosts), s.Active)
	if taken := takenLine(s); taken != "" {
		line += ", " + taken
	}
	if state := stateOf(s); state != "" {
		line += ", " + state
	}
	return line
}

// takenLine says what became of the documents; empty while there are none.
func takenLine(s sluice.Stats) string {
	if !hasDocuments(&s) {
		return ""
	}
	line := fmt.Sprintf("%s found, %s accepted, %s rejected", screen.Count(s.Found), screen.Count(s.Accepted), screen.Count(s.Rejected))
	if why := rejectedBy(s.RejectedBy); why != "" {
		line += " (" + why + ")"
	}
	if s.Unread > 0 {
		line += fmt.Sprintf(", %s not read", screen.Count(s.Unread))
	}
	if s.ToRead > 0 {
		line += fmt.Sprintf(", %s to read", screen.Count(s.ToRead))
	}
	return line
}

func hasDocuments(s *sluice.Stats) bool { return s.Found+s.Accepted+s.Rejected+s.Unread+s.ToRead > 0 }

const (
	mostReasons = 3  // that a line tells
	widestCause = 40 // columns
)

// rejectedBy tells for what most documents were rejected.
func rejectedBy(causes map[string]int64) string {
	order := slices.SortedFunc(maps.Keys(causes), func(a, b string) int { return cmp.Or(cmp.Compare(causes[b], causes[a]), cmp.Compare(a, b)) })
	var told []string
	var others int64
	for i, cause := range order {
		if i >= mostReasons {
			others += causes[cause]
			continue
		}
		name := screen.Cut(screen.Escape(strings.TrimPrefix(cause, "genre: ")), widestCause)
		told = append(told, name+" "+screen.Count(causes[cause]))
	}
	if others > 0 {
		told = append(told, "others "+screen.Count(others))
	}
	return strings.Join(told, ", ")
}

// stateOf says what a crawl waits for; empty while it runs as it should.
func stateOf(s sluice.Stats) string {
	switch {
	case s.Paused != "":
		return "pauses: " + s.Paused
	case s.Stalled != "":
		return "no progress: " + s.Stalled
	case s.Resting:
		return "hours of rest"
	case time.Until(s.Until) > time.Second:
		return "all hosts that have links rest, until " + s.Until.Local().Format(time.TimeOnly)
	}
	return ""
}

// bar is the live view of a crawl.
type bar struct {
	stats   func() sluice.Stats
	sampled time.Time
	rates   []float64 // pages a second, one a second
}

const sparkWidth = 24

func (b *bar) view(width int) string {
	s := b.stats()
	if now := time.Now(); now.Sub(b.sampled) >= time.Second {
		b.sampled = now
		b.rates = append(b.rates, s.PagesPerSecond)
		b.rates = b.rates[max(0, len(b.rates)-sparkWidth):]
	}
	lines := []string{
		row(width,
			cell{"pages", screen.Count(s.Pages)}, cell{"documents", screen.Count(s.Documents)},
			cell{"errors", screen.Count(s.Errors)}, cell{"time", screen.Clock(s.Totals.Active)}),
		row(width,
			cell{"pages/s", screen.Rate(s.PagesPerSecond)}, cell{"bytes/s", screen.Bytes(int64(s.BytesPerSecond))},
			cell{"queue", screen.Count(s.Queue)}, cell{"hosts", fmt.Sprintf("%d of %s", s.Active, screen.Count(s.Hosts))}),
	}
	if hasDocuments(&s) {
		lines = append(lines, row(width,
			cell{"found", screen.Count(s.Found)}, cell{"accepted", screen.Count(s.Accepted)},
			cell{"rejected", screen.Count(s.Rejected)}, cell{"to read", screen.Count(s.ToRead)}))
		var notes []string
		if s.Rejected > 0 {
			notes = append(notes, "rejected: "+rejectedBy(s.RejectedBy))
		}
		if s.Unread > 0 {
			notes = append(notes, "not read "+screen.Count(s.Unread))
		}
		if len(notes) > 0 {
			lines = append(lines, screen.Cut(strings.Join(notes, "; "), max(width-1, 0)))
		}
	}
	last := screen.Spark(b.rates)
	if state := stateOf(s); state != "" {
		last += "  " + state
	}
	return strings.Join(append(lines, last), "\n")
}

type cell struct{ name, value string }

// row sets cells into columns of equal width, so that nothing moves while the numbers grow.
func row(width int, cells ...cell) string {
	each := max(12, min(width-1, 96)/len(cells))
	var b strings.Builder
	for _, c := range cells {
		text := c.name + " " + c.value
		b.WriteString(text + strings.Repeat(" ", max(1, each-screen.Width(text))))
	}
	return strings.TrimRight(b.String(), " ")
}
