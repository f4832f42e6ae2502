//go:build linux

package main

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"hash/fnv"
	"html"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"slices"
	"strconv"
	"strings"
)

// frame is a function with one chain of callers.
type frame struct {
	name   string
	ms     float64
	called map[string]*frame
}

// call adds time to a function that f calls.
func (f *frame) call(name string, ms float64) *frame {
	if f.called == nil {
		f.called = map[string]*frame{}
	}
	g := f.called[name]
	if g == nil {
		g = &frame{name: name}
		f.called[name] = g
	}
	g.ms += ms
	return g
}

// drawFlameGraph writes a CPU profile to standard output as SVG: each box is a function, as wide as its share of the time,
// below its caller.
func drawFlameGraph(args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("flame: expected one argument, the name of a CPU profile")
	}
	cmd := exec.Command("go", "tool", "pprof", "-traces", "-unit=ms", args[0])
	cmd.Stderr = os.Stderr
	traces, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("go tool pprof: %w", err)
	}
	root, err := readTraces(traces)
	if err != nil {
		return err
	}
	return root.draw(os.Stdout)
}

// readTraces adds up stacks. Each is a time with the innermost function, then its callers, one a line.
func readTraces(traces []byte) (*frame, error) {
	root := &frame{name: "all"}
	var stack []string
	var ms float64
	add := func() {
		root.ms += ms
		f := root
		for _, name := range slices.Backward(stack) {
			f = f.call(name, ms)
		}
		stack, ms = nil, 0
	}
	begun := false
	lines := bufio.NewScanner(bytes.NewReader(traces))
	for lines.Scan() {
		line := lines.Text()
		if strings.HasPrefix(line, "-----------+") {
			add()
			begun = true
			continue
		}
		fields := strings.Fields(strings.TrimSuffix(line, " (inline)"))
		if !begun || len(fields) == 0 {
			continue
		}
		if number, ok := strings.CutSuffix(fields[0], "ms"); ok && len(stack) == 0 && len(fields) > 1 {
			n, err := strconv.ParseFloat(number, 64)
			if err != nil {
				return nil, fmt.Errorf("read traces: time %q", fields[0])
			}
			ms, fields = n, fields[1:]
		}
		name, _, _ := strings.Cut(strings.Join(fields, " "), "[") // type parameters follow
		stack = append(stack, path.Base(name))
	}
	add()
	if root.ms == 0 {
		return nil, fmt.Errorf("read traces: the profile is empty")
	}
	return root, lines.Err()
}

// The picture, in pixels.
const (
	flameWidth  = 1200
	flameRow    = 17
	flameLetter = 6.2 // of 11 pixels high
	flameLeast  = 3   // narrower boxes are left out
	flameDepth  = 28  // deeper ones, too
)

// draw writes the graph as SVG.
func (f *frame) draw(w io.Writer) error {
	var boxes strings.Builder
	deepest := f.boxes(&boxes, 0, 0, flameWidth/f.ms)
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="11">`+"\n%s</svg>\n",
		flameWidth, (deepest+1)*flameRow, boxes.String())
	return err
}

// boxes draws f and its callees, and returns the deepest row.
func (f *frame) boxes(w *strings.Builder, x float64, row int, scale float64) (deepest int) {
	width := f.ms * scale
	share := f.ms * scale / flameWidth * 100
	fmt.Fprintf(w, `<g><title>%s: %.1f %%</title><rect x="%.1f" y="%d" width="%.1f" height="%d" fill="%s"/>`,
		html.EscapeString(f.name), share, x, row*flameRow, max(width-0.5, 0.5), flameRow-1, colour(f.name))
	if room := int((width - 6) / flameLetter); room >= 3 {
		label := fmt.Sprintf("%s %.0f %%", f.name, share)
		if len(label) > room {
			label = label[:room-1] + "…"
		}
		fmt.Fprintf(w, `<text x="%.1f" y="%d">%s</text>`, x+3, row*flameRow+12, html.EscapeString(label))
	}
	w.WriteString("</g>\n")
	deepest = row
	widest := slices.SortedFunc(maps.Values(f.called), func(a, b *frame) int {
		return cmp.Or(cmp.Compare(b.ms, a.ms), cmp.Compare(a.name, b.name))
	})
	for _, g := range widest {
		if g.ms*scale < flameLeast || row == flameDepth {
			break
		}
		deepest = max(deepest, g.boxes(w, x, row+1, scale))
		x += g.ms * scale
	}
	return deepest
}

// colour returns one light colour for all functions of a package.
func colour(name string) string {
	pkg, _, _ := strings.Cut(name, ".")
	h := fnv.New32a()
	io.WriteString(h, pkg)
	return fmt.Sprintf("hsl(%d,55%%,78%%)", h.Sum32()%360)
}
