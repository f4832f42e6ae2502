package challenge

import "encoding/binary"

// marks finds any of many short texts in HTML, in one pass. It compares only where the hash of the next four bytes is that
// of a mark.
type marks struct {
	filter [1 << 10]uint64   // a bit for each hash of 16 bits
	byHead map[uint32][]mark // by their first four bytes
}

// mark is a text and the number of what it belongs to.
type mark struct {
	text string
	of   int
}

const markHead = 4 // bytes: the least length of a mark

// add adds a mark.
func (m *marks) add(text string, of int) {
	head := binary.LittleEndian.Uint32([]byte(text)[:markHead])
	if m.byHead == nil {
		m.byHead = map[uint32][]mark{}
	}
	h := hash16(head)
	m.filter[h>>6] |= 1 << (h & 63)
	m.byHead[head] = append(m.byHead[head], mark{text, of})
}

// hash16 returns a hash of 16 bits.
func hash16(head uint32) uint32 { return head * 0x9e3779b1 >> 16 }

// find calls yield with the number of each mark that a text has.
func (m *marks) find(body []byte, yield func(of int)) {
	for i := 0; i+markHead <= len(body); i++ {
		head := binary.LittleEndian.Uint32(body[i:])
		h := hash16(head)
		if m.filter[h>>6]&(1<<(h&63)) == 0 {
			continue
		}
		for _, k := range m.byHead[head] {
			if len(body)-i >= len(k.text) && string(body[i:i+len(k.text)]) == k.text {
				yield(k.of)
			}
		}
	}
}
