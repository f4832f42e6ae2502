package frontier

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/cockroachdb/pebble/v2"
	"github.com/zeebo/xxh3"

	"sluice/internal/frontier/store"
	"sluice/weburl"
)

// The store is one ordered map of bytes. Numbers in keys are big-endian, so
// that they sort; uvarint and length-prefixed strings in values.
//
//	w lane·4 host·4 rank·8 seq·8   a link that waits → link
//	t due·8 seq·8                  a link that waits for its time → link
//	s fingerprint·16               a known URL → record
//	h number·4                     a host → name and facts
//	l lane·4                       a lane → counters
//	k key                          the strategy's memory → value
//	p number·8                     a split or drop in progress → job
//	m                              format number, counters of the whole, clock
//
// rank is the score turned so that the best sorts first. seq counts every
// link ever put into a lane; no two waiting links share one, and none comes
// twice, so that a waiting link is put once and deleted once.
//
// The number of a host is a hash of its name, or the next one that is free: so
// one look finds a host by its name as well as by its number.
const (
	keyWaiting = 'w'
	keyDelayed = 't'
	keySeen    = 's'
	keyHost    = 'h'
	keyLane    = 'l'
	keyState   = 'k'
	keyJob     = 'p'
	keyMeta    = 'm'
)

// queuePrefix is the length of what the keys of one host's links in one lane share.
const queuePrefix = 9

// comparer orders keys as bytes. What waits of a host in a lane shares a
// prefix, so that filters hold one entry for it, not one for each link.
var comparer = func() *pebble.Comparer {
	c := *pebble.DefaultComparer
	c.Name = "sluice.frontier"
	c.Split = func(k []byte) int {
		if len(k) > queuePrefix && k[0] == keyWaiting {
			return queuePrefix
		}
		return len(k)
	}
	c.ImmediateSuccessor = func(dst, prefix []byte) []byte {
		if len(prefix) < queuePrefix || prefix[0] != keyWaiting {
			return append(append(dst, prefix...), 0)
		}
		start := len(dst)
		dst = append(dst, prefix[:queuePrefix]...)
		for i := len(dst) - 1; i >= start; i-- {
			if dst[i]++; dst[i] != 0 {
				break
			}
		}
		return dst
	}
	return &c
}()

// maxList bounds the strings of one list in a value, which only a damaged store exceeds.
const maxList = 1 << 10

var errValue = store.ErrValue

// rankOf turns a score into a number that is smaller the better the score is.
// No number at all counts as the worst.
func rankOf(score float64) uint64 {
	if math.IsNaN(score) {
		return math.MaxUint64
	}
	bits := math.Float64bits(score + 0) // no negative zero
	if bits>>63 == 0 {
		return ^(bits | 1<<63)
	}
	return bits
}

// scoreOf returns the score of a rank.
func scoreOf(rank uint64) float64 {
	switch {
	case rank == math.MaxUint64:
		return math.NaN()
	case rank>>63 == 0:
		return math.Float64frombits(^rank &^ (1 << 63))
	}
	return math.Float64frombits(rank)
}

// record is what is stored of a known URL.
type record struct {
	state State
	gone  bool   // dropped, though its link is still on disk
	lane  Lane   // this and the next four: while it waits
	host  uint32 // number of the host
	rank  uint64
	seq   uint64
	due   int64    // earliest time of the next request, Unix nanoseconds; 0: at once
	why   *Refusal // of one refused, without its URL
}

// vacant reports whether an Add makes the URL wait.
func (r record) vacant() bool {
	return r.state == New || r.state == Dropped || r.state == Refused && r.why.Soft
}

// waits reports whether a link is stored with the record.
func (r record) waits() bool { return r.state == Waiting || r.state == Leased }

// key returns the place of a record that waits.
func (r record) key(buf []byte) []byte {
	if r.due != 0 {
		return delayedKey(buf, r.due, r.seq)
	}
	return waitingKey(buf, r.lane, r.host, r.rank, r.seq)
}

// waitingKey returns the key of a link in a lane. Like the next functions it uses buf if it has room.
func waitingKey(buf []byte, lane Lane, host uint32, rank, seq uint64) []byte {
	buf = binary.BigEndian.AppendUint32(append(buf[:0], keyWaiting), uint32(lane))
	buf = binary.BigEndian.AppendUint32(buf, host)
	buf = binary.BigEndian.AppendUint64(buf, rank)
	return binary.BigEndian.AppendUint64(buf, seq)
}

// delayedKey returns the key of a link that waits for its time.
func delayedKey(buf []byte, due int64, seq uint64) []byte {
	buf = binary.BigEndian.AppendUint64(append(buf[:0], keyDelayed), uint64(max(due, 0)))
	return binary.BigEndian.AppendUint64(buf, seq)
}

// parseWaitingKey reads what waitingKey has written, but for the lane, which its callers know.
func parseWaitingKey(k []byte) (host uint32, rank, seq uint64, err error) {
	if len(k) != 25 {
		return 0, 0, 0, errValue
	}
	return binary.BigEndian.Uint32(k[5:]), binary.BigEndian.Uint64(k[9:]), binary.BigEndian.Uint64(k[17:]), nil
}

// seenKey returns the key of a known URL.
func seenKey(buf []byte, k weburl.Key) []byte { return append(append(buf[:0], keySeen), k[:]...) }

// hostNumber returns the number that the host of a name has unless another has it:
// the beginning of the fingerprints of its URLs.
func hostNumber(name string) uint32 { return uint32(xxh3.HashString(name) >> 32) }

// numberKey returns the key of a host or a lane.
func numberKey(kind byte, n uint32) []byte {
	return binary.BigEndian.AppendUint32([]byte{kind}, n)
}

// jobKey returns the key of a split or drop.
func jobKey(n uint64) []byte { return binary.BigEndian.AppendUint64([]byte{keyJob}, n) }

// appendString writes a string with its length before it.
func appendString(buf []byte, s string) []byte {
	return append(binary.AppendUvarint(buf, uint64(len(s))), s...)
}

// appendScore writes a score so that a short one, as most are, takes few bytes:
// the bits of a fraction that are zero come first.
func appendScore(buf []byte, score float64) []byte {
	return binary.AppendUvarint(buf, bits.ReverseBytes64(math.Float64bits(score)))
}

// encode writes a record, into buf if it has room.
func (r record) encode(buf []byte) []byte {
	state := r.state
	if state == Leased { // a lease lives in memory only
		state = Waiting
	}
	buf = append(buf[:0], byte(state))
	switch state {
	case Waiting:
		buf = binary.AppendUvarint(buf, uint64(r.lane))
		buf = binary.AppendUvarint(buf, uint64(r.host))
		buf = appendScore(buf, scoreOf(r.rank))
		buf = binary.AppendUvarint(buf, r.seq)
		buf = binary.AppendVarint(buf, r.due)
	case Refused:
		depth := uint64(max(r.why.Depth, 0)) << 1
		if r.why.Soft {
			depth |= 1
		}
		buf = binary.AppendUvarint(buf, depth)
		buf = appendString(buf, r.why.Cause)
		buf = appendString(buf, r.why.Parent)
	}
	return buf
}

// parseRecord reads what encode has written. It takes any bytes, since a disk may return any.
func parseRecord(v []byte) (record, error) {
	d := decoder{rest: v}
	r := record{state: State(d.byte())}
	switch r.state {
	case Waiting:
		r.lane, r.host = Lane(d.uvarint()), uint32(d.uvarint())
		r.rank, r.seq, r.due = rankOf(d.score()), d.uvarint(), d.varint()
	case Refused:
		depth := d.uvarint()
		r.why = &Refusal{Depth: int(depth >> 1), Soft: depth&1 == 1}
		r.why.Cause, r.why.Parent = d.string(), d.string()
	case Done, Dropped:
	default:
		return r, errValue
	}
	return r, d.err
}

// appendLink writes all of a link but what the key says: lane, score, time.
// A parent usually begins as its link does; only what differs is written.
func appendLink(buf []byte, l *Link) []byte {
	u := l.URL.String()
	buf = append(slices.Grow(buf[:0], len(u)+16), byte(l.Kind))
	buf = binary.AppendUvarint(buf, uint64(max(l.Depth, 0)))
	buf = binary.AppendUvarint(buf, uint64(max(l.Attempt, 0)))
	buf = appendString(buf, u)
	shared := 0
	for shared < min(len(u), len(l.Parent)) && u[shared] == l.Parent[shared] {
		shared++
	}
	buf = binary.AppendUvarint(buf, uint64(shared))
	buf = appendString(buf, l.Parent[shared:])
	via := l.Via[:min(len(l.Via), maxList)]
	buf = binary.AppendUvarint(buf, uint64(len(via)))
	for _, v := range via {
		buf = appendString(buf, v)
	}
	return buf
}

// isLinkTo reports whether appendLink has written a link to a URL.
func isLinkTo(v []byte, u string) bool {
	d := decoder{rest: v}
	d.byte()    // the kind
	d.uvarint() // the depth
	d.uvarint() // the attempts
	n := d.uvarint()
	return d.err == nil && n == uint64(len(u)) && n <= uint64(len(d.rest)) && string(d.rest[:n]) == u
}

// parseLink reads what appendLink has written. Lane, score and time are not in it.
func parseLink(v []byte) (Link, error) {
	d := decoder{rest: v}
	l := Link{Kind: Kind(d.byte()), Depth: int(d.uvarint()), Attempt: int(d.uvarint())}
	u := d.string()
	shared, rest := d.uvarint(), d.string()
	if shared > uint64(len(u)) {
		return l, errValue
	}
	l.Parent = u[:shared] + rest
	n := d.uvarint()
	if n > maxList {
		return l, errValue
	}
	for range n {
		l.Via = append(l.Via, d.string())
	}
	if d.err != nil {
		return l, d.err
	}
	var err error
	if l.URL, err = weburl.FromCanonical(u); err != nil {
		return l, fmt.Errorf("%w: %w", errValue, err)
	}
	return l, nil
}

// decoder reads a value; after the first fault it reads zeros.
type decoder struct {
	rest []byte
	err  error
}

// take returns the next n bytes.
func (d *decoder) take(n uint64) []byte {
	if n > uint64(len(d.rest)) {
		d.rest, d.err = nil, errValue
		return nil
	}
	b := d.rest[:n]
	d.rest = d.rest[n:]
	return b
}

// byte reads one byte.
func (d *decoder) byte() byte {
	if b := d.take(1); b != nil {
		return b[0]
	}
	return 0
}

// uint64 reads a number of fixed size, big-endian.
func (d *decoder) uint64() uint64 {
	if b := d.take(8); b != nil {
		return binary.BigEndian.Uint64(b)
	}
	return 0
}

// uvarint reads a number that takes as many bytes as it needs.
func (d *decoder) uvarint() uint64 {
	n, size := binary.Uvarint(d.rest)
	if size <= 0 {
		d.rest, d.err = nil, errValue
		return 0
	}
	d.rest = d.rest[size:]
	return n
}

// score reads what appendScore has written.
func (d *decoder) score() float64 { return math.Float64frombits(bits.ReverseBytes64(d.uvarint())) }

// varint reads a number that may be negative.
func (d *decoder) varint() int64 {
	n, size := binary.Varint(d.rest)
	if size <= 0 {
		d.rest, d.err = nil, errValue
		return 0
	}
	d.rest = d.rest[size:]
	return n
}

// string reads a string after its length.
func (d *decoder) string() string { return string(d.take(d.uvarint())) }

// fillKnown sets what a record knows of a URL; value is the stored link if it waits.
func (r record) fillKnown(k *Known, value []byte) error {
	k.State = r.state
	switch r.state {
	case Waiting, Leased:
		l, err := parseLink(value)
		if err != nil {
			return err
		}
		k.Lane, k.Score, k.Parent, k.Depth = r.lane, scoreOf(r.rank), l.Parent, l.Depth
	case Refused:
		k.Parent, k.Depth, k.Cause, k.Soft = r.why.Parent, r.why.Depth, r.why.Cause, r.why.Soft
	case Dropped:
		k.Cause = CauseDropped
	}
	return nil
}

// stateKey returns the key of a value of the strategy.
func stateKey(key string) []byte { return append([]byte{keyState}, key...) }

// laneEnd returns the key behind all links of a lane.
func laneEnd(id Lane) []byte {
	if id == math.MaxUint32 {
		return []byte{keyWaiting + 1}
	}
	return waitingKey(nil, id+1, 0, 0, 0)
}
