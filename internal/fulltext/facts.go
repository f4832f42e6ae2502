package fulltext

import (
	"database/sql/driver"
	"encoding/binary"
	"math"

	"modernc.org/sqlite"
)

// facts are what a search counts, filters and sorts by. Genre and the others are ids of facets,
// 0 for unknown.
//
// In the table docs they are a row of unsigned varints: page (0 or 1), year, citations, links, the size of the text, work,
// later, genre, type, site, language, the length of the title and its bytes, and the subjects.
// A row of columns would cost SQLite and database/sql several times as long.
type facts struct {
	page, year, citations, links uint64
	size                         uint64 // of the text, in bytes
	work                         uint64 // a hash of the key of its work, by which texts have the same order in every index
	later                        uint64 // 1: it is not the first of its work
	genre, kind, site, language  uint64
	title                        []byte // the beginning of it, to sort by
	subjects                     []uint64
}

const maxTitle = 32 // bytes of a title to sort by

// pack returns the facts as they are stored.
func (f *facts) pack() []byte {
	b := make([]byte, 0, 64)
	for _, v := range [...]uint64{f.page, f.year, f.citations, f.links, f.size, f.work, f.later, f.genre, f.kind, f.site, f.language, uint64(len(f.title))} {
		b = binary.AppendUvarint(b, v)
	}
	b = append(b, f.title...)
	for _, v := range f.subjects {
		b = binary.AppendUvarint(b, v)
	}
	return b
}

// unpack reads the result of pack and keeps a reference to it; the memory of the subjects is used
// again. Damaged values are zero.
func (f *facts) unpack(b []byte) {
	next := func() uint64 {
		v, n := binary.Uvarint(b)
		if n <= 0 {
			b = nil
			return 0
		}
		b = b[n:]
		return v
	}
	f.page, f.year, f.citations, f.links, f.size, f.work, f.later = next(), next(), next(), next(), next(), next(), next()
	f.genre, f.kind, f.site, f.language = next(), next(), next(), next()
	n := min(next(), uint64(len(b)))
	f.title, b = b[:n], b[n:]
	f.subjects = f.subjects[:0]
	for len(b) > 0 {
		f.subjects = append(f.subjects, next())
	}
}

// init registers fulltext_matches(id, score, facts), which packs all rows into one value: a
// row at a time would pass through all of database/sql.
func init() {
	sqlite.MustRegisterFunction("fulltext_matches", &sqlite.FunctionImpl{
		NArgs: 3, Deterministic: true, VolatileArgs: true,
		MakeAggregate: func(sqlite.FunctionContext) (sqlite.AggregateFunction, error) { return &packed{}, nil },
	})
}

// packed is the state of one call of fulltext_matches.
type packed struct{ b []byte }

// Step appends a match: its id, its score, the length of its facts and these.
func (p *packed) Step(_ *sqlite.FunctionContext, args []driver.Value) error {
	id, _ := args[0].(int64)
	score, _ := args[1].(float64)
	packedFacts, _ := args[2].([]byte)
	p.b = binary.LittleEndian.AppendUint64(p.b, uint64(id))
	p.b = binary.LittleEndian.AppendUint64(p.b, math.Float64bits(score))
	p.b = binary.AppendUvarint(p.b, uint64(len(packedFacts)))
	p.b = append(p.b, packedFacts...)
	return nil
}

// WindowValue returns all matches.
func (p *packed) WindowValue(*sqlite.FunctionContext) (driver.Value, error) { return p.b, nil }

// WindowInverse is not needed: the function is no window function.
func (p *packed) WindowInverse(*sqlite.FunctionContext, []driver.Value) error { return nil }

// Final ends.
func (p *packed) Final(*sqlite.FunctionContext) {}

// eachMatch calls do with each match in the result of fulltext_matches. All calls get the same
// match, with new values.
func eachMatch(b []byte, do func(*match)) {
	var m match
	for len(b) > 16 {
		m.id = int64(binary.LittleEndian.Uint64(b))
		m.score = math.Float64frombits(binary.LittleEndian.Uint64(b[8:]))
		n, size := binary.Uvarint(b[16:])
		if b = b[16+max(size, 0):]; size <= 0 || n > uint64(len(b)) {
			return
		}
		m.unpack(b[:n])
		b = b[n:]
		do(&m)
	}
}
