// Package extsort sorts more lines than fit in memory: an external merge sort.
//
// [Lines] sorts what fits, writes it to temporary files as sorted runs, and
// merges the runs. The memory it uses is bounded, the disk space is that of the input.
package extsort

import (
	"bufio"
	"cmp"
	"container/heap"
	"errors"
	"io"
	"iter"
	"os"
	"slices"
	"strings"

	"sluice/internal/system"
)

// runSize is how many bytes of lines one sorted run holds in memory. A variable, so that a test
// can reach the merge with little data.
var runSize = 64 << 20

// Lines writes lines to w in the order of their bytes, each with a line feed. Equal lines are all
// written. It stops at the first error of lines or of w; temporary files are gone when it returns.
func Lines(lines iter.Seq2[string, error], w io.Writer) (err error) {
	var runs []*run
	defer func() {
		for _, r := range runs {
			err = errors.Join(err, r.file.Close())
		}
	}()
	var batch []string
	size := 0
	for line, err := range lines {
		if err != nil {
			return err
		}
		batch = append(batch, line)
		if size += len(line); size < runSize {
			continue
		}
		r, err := writeRun(batch)
		if err != nil {
			return err
		}
		runs, batch, size = append(runs, r), nil, 0
	}
	slices.Sort(batch)
	out := bufio.NewWriter(w)
	if err := merge(runs, batch, out); err != nil {
		return err
	}
	return out.Flush()
}

// A run is a sorted part of the lines in a temporary file.
type run struct {
	file *os.File
	in   *bufio.Reader
	line string // the next line
}

// writeRun sorts a batch into a temporary file. The file is unlinked at once, so nothing is
// left behind when the program is killed.
func writeRun(batch []string) (*run, error) {
	f, err := system.CreateUnnamed("", "sluice-sort-*")
	if err != nil {
		return nil, err
	}
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
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		f.Close()
		return nil, err
	}
	return &run{file: f, in: bufio.NewReader(f)}, nil
}

// next reads the next line and reports whether there was one.
func (r *run) next() (bool, error) {
	line, err := r.in.ReadString('\n')
	if err == io.EOF {
		return false, nil
	}
	r.line = strings.TrimSuffix(line, "\n")
	return err == nil, err
}

// runHeap has the run with the smallest next line on top.
type runHeap []*run

// Len, Less, Swap, Push and Pop implement [heap.Interface].
func (h runHeap) Len() int           { return len(h) }
func (h runHeap) Less(i, j int) bool { return cmp.Less(h[i].line, h[j].line) }
func (h runHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *runHeap) Push(x any)        { *h = append(*h, x.(*run)) }
func (h *runHeap) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// merge writes the runs and the last batch, which is sorted and still in memory, as one sequence.
func merge(runs []*run, batch []string, out *bufio.Writer) error {
	var h runHeap
	for _, r := range runs {
		if more, err := r.next(); err != nil {
			return err
		} else if more {
			heap.Push(&h, r)
		}
	}
	for len(h) > 0 || len(batch) > 0 {
		if len(h) == 0 || len(batch) > 0 && batch[0] <= h[0].line {
			out.WriteString(batch[0])
			if err := out.WriteByte('\n'); err != nil {
				return err
			}
			batch = batch[1:]
			continue
		}
		out.WriteString(h[0].line)
		if err := out.WriteByte('\n'); err != nil {
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
