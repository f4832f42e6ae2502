package identity

import "encoding/binary"

// packed are works in one piece of memory each, because an index may have millions: a work is unpacked when it is compared.
type packed struct {
	blocks [][]byte
	at     []position
}

// position is where a work begins.
type position struct{ block, offset uint32 }

// blockSize is the size of the pieces in which memory is taken. A larger work has a piece of its own.
const blockSize = 1 << 20

// len returns the number of works.
func (p *packed) len() int { return len(p.at) }

// add adds a work.
func (p *packed) add(w *Work) { p.at = append(p.at, p.put(w)) }

// set replaces a work.
func (p *packed) set(n int32, w *Work) { p.at[n] = p.put(w) }

// put packs a work.
func (p *packed) put(w *Work) position {
	b := appendTexts(nil, w.title, w.numbers, w.doi, w.arXiv, w.venue, w.pages)
	b = binary.AppendVarint(b, int64(w.year))
	b = appendTexts(binary.AppendUvarint(b, uint64(len(w.words))), w.words...)
	b = appendTexts(binary.AppendUvarint(b, uint64(len(w.ids))), w.ids...)
	b = binary.AppendUvarint(b, uint64(len(w.people)))
	for _, a := range w.people {
		b = appendTexts(b, a.family, a.words)
	}
	b = append(binary.AppendUvarint(nil, uint64(len(b))), b...)
	last := len(p.blocks) - 1
	if last < 0 || len(p.blocks[last])+len(b) > cap(p.blocks[last]) {
		p.blocks = append(p.blocks, make([]byte, 0, max(blockSize, len(b))))
		last++
	}
	at := position{uint32(last), uint32(len(p.blocks[last]))}
	p.blocks[last] = append(p.blocks[last], b...)
	return at
}

// appendTexts appends texts, each behind its length.
func appendTexts(b []byte, texts ...string) []byte {
	for _, s := range texts {
		b = append(binary.AppendUvarint(b, uint64(len(s))), s...)
	}
	return b
}

// get returns a work. Its texts are parts of one.
func (p *packed) get(n int32) (w Work) {
	at := p.at[n]
	b := p.blocks[at.block][at.offset:]
	size, begins := binary.Uvarint(b)
	r := unpacker{b: b[begins : begins+int(size)]}
	r.all = string(r.b)
	for _, to := range []*string{&w.title, &w.numbers, &w.doi, &w.arXiv, &w.venue, &w.pages} {
		*to = r.text()
	}
	year, begins := binary.Varint(r.b[r.at:])
	r.at, w.year = r.at+begins, int(year)
	w.words, w.ids = r.texts(), r.texts()
	if n := r.number(); n > 0 {
		w.people = make([]person, n)
		for i := range w.people {
			w.people[i] = person{r.text(), r.text()}
		}
	}
	return w
}

// unpacker unpacks a work. What put has written needs no checks.
type unpacker struct {
	b   []byte
	all string // the same
	at  int    // what follows is not unpacked yet
}

func (r *unpacker) number() int {
	n, size := binary.Uvarint(r.b[r.at:])
	r.at += size
	return int(n)
}

func (r *unpacker) text() string {
	n := r.number()
	r.at += n
	return r.all[r.at-n : r.at]
}

func (r *unpacker) texts() []string {
	n := r.number()
	if n == 0 {
		return nil
	}
	all := make([]string, n)
	for i := range all {
		all[i] = r.text()
	}
	return all
}
