package frontier

import (
	"encoding/binary"
	"math"
)

// slice bounds the links that one commit looks at for splits and drops.
const slice = 4096

// job is a split or a drop in progress. Each commit does one slice of it; jobs run
// in the order in which they were requested.
type job struct {
	number uint64
	kind   jobKind
	from   Lane
	to     Lane
	portion
	cut    uint64 // it concerns links with a smaller serial; 0: a drop that has not begun
	cursor []byte // the next key to look at; empty: the first of the lane
	done   bool
}

// jobKind is what a job does. The numbers are on disk.
type jobKind uint8

const (
	splitting jobKind = 1
	dropping  jobKind = 2
)

// portion picks an even share out of a sequence: of every n in a row, n·share.
type portion struct {
	share float64
	sum   float64
}

// picks reports whether the next of the sequence is picked.
func (p *portion) picks() bool {
	p.sum += min(p.share, 1)
	if !(p.sum >= 1) {
		return false
	}
	p.sum--
	return true
}

// value encodes a job, so that a restart resumes it.
func (j *job) value() []byte {
	v := []byte{byte(j.kind)}
	for _, n := range [...]uint64{uint64(j.from), uint64(j.to), j.cut, math.Float64bits(j.share), math.Float64bits(j.sum)} {
		v = binary.BigEndian.AppendUint64(v, n)
	}
	return appendString(v, string(j.cursor))
}
