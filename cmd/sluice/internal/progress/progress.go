// Package progress shows how far a crawl is while it runs.
//
// [Show] starts a view: a live one that is redrawn in place ("bar"), one line every ten seconds
// ("plain"), or none. [Log] keeps the lines of a logger from breaking it.
package progress

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"sluice/cmd/sluice/internal/screen"
	"sluice/crawl"
)

// A View shows the progress of a crawl until it is closed. What is written to it appears as lines
// of its own, without damage to the view.
type View interface {
	io.Writer
	io.Closer
}

// Show starts a view on out. The manner is one of the values of --progress: "auto", "bar", "plain"
// "json" or "none"; auto is a bar on a terminal, else plain. stats is called several times a second, never
// twice at once.
func Show(out io.Writer, manner string, stats func() crawl.Stats) View {
	if manner == "auto" {
		manner = "plain"
		if screen.IsTerminal(out) {
			manner = "bar"
		}
	}
	switch manner {
	case "bar":
		b := &bar{stats: stats}
		return screen.NewLive(out, func() int { return screen.TerminalWidth(out, 80) }, b.view)
	case "json":
		return newPlain(out, func() string { return jsonLine(stats()) })
	case "plain":
		return newPlain(out, func() string { return plainLine(stats()) })
	}
	return &silent{out: out}
}

// silent shows nothing and passes log lines on.
type silent struct {
	mu  sync.Mutex // one line at a time
	out io.Writer
}

// Write writes a log line.
func (s *silent) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out.Write(b)
}

// Close does nothing: there is no view to remove.
func (*silent) Close() error { return nil }

// plainInterval is the pause between two lines of plain progress.
const plainInterval = 10 * time.Second

// plain writes a line every ten seconds.
type plain struct {
	mu    sync.Mutex // one line at a time
	out   io.Writer
	done  chan struct{}
	ended sync.WaitGroup
}

// newPlain starts the goroutine that writes the lines; Close ends it.
func newPlain(out io.Writer, line func() string) *plain {
	p := &plain{out: out, done: make(chan struct{})}
	p.ended.Go(func() {
		tick := time.NewTicker(plainInterval)
		defer tick.Stop()
		for {
			select {
			case <-p.done:
				return
			case <-tick.C:
				fmt.Fprintln(p, line())
			}
		}
	})
	return p
}

// Write writes log lines between the lines of progress.
func (p *plain) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.out.Write(b)
}

// Close waits until the last line is written.
func (p *plain) Close() error {
	close(p.done)
	p.ended.Wait()
	return nil
}

// plainLine returns one line of progress: the figures of the library, as its report has them, and what is of this run if there were others. It
// has no terminal codes, because it may go to a file.
func plainLine(s crawl.Stats) string {
	line := fmt.Sprintf("%s: %s, %s, %s, %s URLs/s, %s/s, queue %s, hosts %s (%d active)",
		screen.Span(s.Totals.Active), screen.Counted(s.Library.Pages, "page"), screen.Counted(s.Library.Documents, "document"),
		screen.Counted(s.Library.Errors, "error"), screen.Rate(s.PagesPerSecond), screen.Bytes(int64(s.BytesPerSecond)),
		screen.Count(s.Queue), screen.Count(s.Hosts), s.ActiveHosts)
	if documents := documentCounts(s); documents != "" {
		line += ", " + documents
	}
	if expected := Expected(s.Forecast); expected != "" {
		line += ", " + expected
	}
	if run := OfThisRun(&s); run != "" {
		line += ", " + run
	}
	if left := timeLeft(s); left != "" {
		line += ", " + left
	}
	if state := waitingFor(s); state != "" {
		line += ", " + state
	}
	return line
}

// bar is the live view of a crawl.
type bar struct {
	stats   func() crawl.Stats
	sampled time.Time
	rates   []float64 // pages a second, one sample a second
}

// sparkWidth is the number of samples in the small chart, and so its span in seconds.
const sparkWidth = 24

// view returns the lines of the live view. The speed is sampled at most once a
// second, so that the small chart shows the same span of time however often the view is drawn.
func (b *bar) view(width int) string {
	s := b.stats()
	if now := time.Now(); now.Sub(b.sampled) >= time.Second {
		b.sampled = now
		b.rates = append(b.rates, s.PagesPerSecond)
		b.rates = b.rates[max(0, len(b.rates)-sparkWidth):]
	}
	lines := []string{
		row(width,
			cell{"pages", screen.Count(s.Library.Pages)}, cell{"documents", screen.Count(s.Library.Documents)},
			cell{"errors", screen.Count(s.Library.Errors)}, cell{"time", screen.Clock(s.Totals.Active)}),
		row(width,
			cell{"URLs/s", screen.Rate(s.PagesPerSecond)}, cell{"bytes/s", screen.Bytes(int64(s.BytesPerSecond))},
			cell{"queue", screen.Count(s.Queue)}, cell{"hosts", fmt.Sprintf("%d of %s", s.ActiveHosts, screen.Count(s.Hosts))}),
	}
	if hasDocuments(&s) {
		lines = append(lines, row(width,
			cell{"found", screen.Count(s.Found)}, cell{"accepted", screen.Count(s.Accepted)},
			cell{"rejected", screen.Count(s.Rejected)}, cell{"to read", screen.Count(s.ToRead)}))
		var notes []string
		if s.Rejected > 0 {
			notes = append(notes, "rejected: "+Causes(s.RejectedBy))
		}
		if s.Unread > 0 {
			notes = append(notes, "not read "+screen.Count(s.Unread))
		}
		if ocr := OCR(s.OCR); ocr != "" {
			lines = append(lines, screen.Cut(ocr, max(width-1, 0)))
		}
		if len(notes) > 0 {
			lines = append(lines, screen.Cut(strings.Join(notes, "; "), max(width-1, 0)))
		}
	}
	if expected := Expected(s.Forecast); expected != "" {
		lines = append(lines, screen.Cut(expected, max(width-1, 0)))
	}
	if run := OfThisRun(&s); run != "" {
		lines = append(lines, screen.Cut(run, max(width-1, 0)))
	}
	last := screen.Spark(b.rates)
	if left := timeLeft(s); left != "" {
		last += "  " + left
	}
	if state := waitingFor(s); state != "" {
		last += "  " + state
	}
	return strings.Join(append(lines, last), "\n")
}

// A cell is one number of the live view with its name.
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
