package screen

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// Live keeps a view of a few lines at the bottom of a terminal and redraws it in place. What is
// written to it as an [io.Writer] (log lines) appears above the view. Each redraw is one write,
// so that nothing flickers.
type Live struct {
	out   io.Writer
	width func() int             // columns of the terminal now
	view  func(width int) string // the lines of the view

	mu    sync.Mutex
	drawn int    // lines of the view on the screen
	text  string // the view as it was last asked for
	done  chan struct{}
	ended sync.WaitGroup
}

// redraw is often enough that the view looks alive, and seldom enough to be cheap over a slow
// connection.
const redraw = 250 * time.Millisecond

// NewLive starts to draw view on out, four times a second, until [Live.Close]. The width is asked for
// each time, because a terminal may be resized. view is never called twice at once.
func NewLive(out io.Writer, width func() int, view func(width int) string) *Live {
	l := &Live{out: out, width: width, view: view, done: make(chan struct{})}
	l.ended.Go(l.run)
	return l
}

// run draws the view until Close.
func (l *Live) run() {
	tick := time.NewTicker(redraw)
	defer tick.Stop()
	for {
		l.draw(nil)
		select {
		case <-l.done:
			return
		case <-tick.C:
		}
	}
}

// Write prints whole lines above the view.
func (l *Live) Write(p []byte) (int, error) {
	return len(p), l.draw(p)
}

// Close draws the view a last time and leaves it on the screen.
func (l *Live) Close() error {
	close(l.done)
	l.ended.Wait()
	return l.draw(nil)
}

// draw writes whole lines above the view, if there are any, and draws the view again below them.
func (l *Live) draw(above []byte) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	var frame bytes.Buffer
	if l.drawn > 0 {
		fmt.Fprintf(&frame, "\x1b[%dA", l.drawn) // up to the first line of the view
	}
	frame.WriteByte('\r')
	if len(above) > 0 {
		frame.WriteString("\x1b[J") // the new text may be shorter than the old
		frame.Write(above)
		if above[len(above)-1] != '\n' {
			frame.WriteByte('\n')
		}
	}
	width := l.width()
	if len(above) == 0 || l.text == "" { // many lines may come at once, and a view may count much
		l.text = l.view(width)
	}
	lines := strings.Split(strings.TrimSuffix(l.text, "\n"), "\n")
	for _, line := range lines {
		// A line must not reach the last column: some terminals wrap there, and the next redraw
		// would then start one line too low.
		frame.WriteString(Cut(Escape(line), width-1))
		frame.WriteString("\x1b[K\n")
	}
	if len(lines) < l.drawn {
		frame.WriteString("\x1b[J")
	}
	l.drawn = len(lines)
	_, err := l.out.Write(frame.Bytes())
	return err
}
