package bibtex

import (
	"io"
	"iter"
	"slices"
	"unicode/utf8"
)

// The part of a bibliography that [Read] has in memory.
const (
	window  = 4 << 20 // bytes
	reserve = 1 << 20 // bytes that follow where an entry begins, unless the bibliography ends; a longer entry is truncated
)

// Read yields the entries of a bibliography as [Entries] does, and however many they are: only a part of it is in memory. An error of from ends it.
func Read(from io.Reader) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		r := reading{parser: parser{macros: map[string]string{}, room: 1 << 20, line: 1}, from: from}
		for {
			if err := r.fill(); err != nil {
				yield(Entry{}, err)
				return
			}
			if !r.seek() {
				if r.atEnd {
					return
				}
				continue
			}
			line := r.lineAt(r.at)
			e, ok := r.entry()
			if e.Line = line; ok && !yield(e, nil) {
				return
			}
		}
	}
}

// reading is a parser whose data is a part of a bibliography.
type reading struct {
	parser
	from  io.Reader
	cut   []byte // the beginning of a character that was cut at the end of the data
	atEnd bool
}

// fill reads on, if too little follows what was read.
func (r *reading) fill() error {
	if r.atEnd || len(r.data)-r.at >= reserve {
		return nil
	}
	r.lineAt(r.at)
	data := make([]byte, 0, window)
	data = append(append(data, r.data[r.at:]...), r.cut...)
	before := len(data)
	n, err := io.ReadFull(r.from, data[before:window])
	data = data[:before+n]
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		r.atEnd, err = true, nil
	}
	if err != nil {
		return err
	}
	r.cut = nil
	if !r.atEnd {
		for back := 1; back < utf8.UTFMax && back <= len(data); back++ {
			if i := len(data) - back; utf8.RuneStart(data[i]) {
				if !utf8.FullRune(data[i:]) {
					data, r.cut = data[:i], slices.Clone(data[i:])
				}
				break
			}
		}
	}
	r.room += maxGrowth * n
	r.data, r.at, r.counted = data, 0, 0
	return nil
}
