package main

import (
	"bufio"
	"cmp"
	"container/heap"
	"errors"
	"io"
	"iter"
	"os"
	"slices"
)

// sortedAtOnce is how many bytes of lines are sorted in memory; more are sorted
// in parts, in temporary files that are merged.
var sortedAtOnce = 64 << 20

// sortLines writes lines in the order of their bytes.
func sortLines(lines iter.Seq2[string, error], w io.Writer) (err error) {
	var parts []*part
	defer func() {
		for _, p := range parts {
			err = errors.Join(err, p.file.Close())
		}
	}()
	var batch []string
	size := 0
	for line, err := range lines {
		if err != nil {
			return err
		}
		batch = append(batch, line)
		if size += len(line); size < sortedAtOnce {
			continue
		}
		p, err := newPart(batch)
		if err != nil {
			return err
		}
		parts, batch, size = append(parts, p), nil, 0
	}
	slices.Sort(batch)
	out := bufio.NewWriter(w)
	if err := merge(parts, batch, out); err != nil {
		return err
	}
	return out.Flush()
}

// part is a sorted part of the lines, on disk or what is left in memory.
type part struct {
	file *os.File
	scan *bufio.Reader
	line string // the next one, with its end
}

// newPart sorts a batch into a temporary file that is gone when it is closed.
func newPart(batch []string) (*part, error) {
	f, err := os.CreateTemp("", "sluice-sort-*")
	if err != nil {
		return nil, err
	}
	os.Remove(f.Name())
	slices.Sort(batch)
	out := bufio.NewWriter(f)
	for _, line := range batch {
		out.WriteString(line)
		out.WriteByte('\n')
	}
	if err := out.Flush(); err != nil {
		f.Close()
		return nil, err
	}
	_, err = f.Seek(0, io.SeekStart)
	return &part{file: f, scan: bufio.NewReader(f)}, err
}

// next reads the next line; false at the end.
func (p *part) next() (bool, error) {
	var err error
	p.line, err = p.scan.ReadString('\n')
	if err == io.EOF {
		return false, nil
	}
	return err == nil, err
}

type byLine []*part

func (h byLine) Len() int           { return len(h) }
func (h byLine) Less(i, j int) bool { return cmp.Less(h[i].line, h[j].line) }
func (h byLine) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *byLine) Push(x any)        { *h = append(*h, x.(*part)) }
func (h *byLine) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// merge writes sorted parts and the sorted rest as one.
func merge(parts []*part, rest []string, out *bufio.Writer) error {
	var h byLine
	for _, p := range parts {
		if more, err := p.next(); err != nil {
			return err
		} else if more {
			heap.Push(&h, p)
		}
	}
	for len(h) > 0 || len(rest) > 0 {
		if len(h) == 0 || len(rest) > 0 && rest[0]+"\n" <= h[0].line {
			out.WriteString(rest[0])
			if err := out.WriteByte('\n'); err != nil {
				return err
			}
			rest = rest[1:]
			continue
		}
		if _, err := out.WriteString(h[0].line); err != nil {
			return err
		}
		more, err := h[0].next()
		if err != nil {
			return err
		}
		if more {
			heap.Fix(&h, 0)
		} else {
			heap.Pop(&h)
		}
	}
	return nil
}
