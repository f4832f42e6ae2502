package binaryfile_test

import (
	"encoding/binary"
	"math"
	"testing"

	"sluice/internal/binaryfile"
)

func TestReader(t *testing.T) {
	float := binary.LittleEndian.AppendUint32(nil, math.Float32bits(2))
	infinite := binary.LittleEndian.AppendUint32(nil, math.Float32bits(float32(math.Inf(-1))))
	for _, c := range []struct {
		name string
		file []byte
		read func(r *binaryfile.Reader) bool // whether it returned what it should
		bad  bool
	}{
		{"bytes", []byte("abc"), func(r *binaryfile.Reader) bool { return string(r.Take(2)) == "ab" && r.Byte() == 'c' }, false},
		{"bytes behind the end", []byte("abc"), func(r *binaryfile.Reader) bool { return r.Take(4) == nil && r.Byte() == 0 }, true},
		{"less than no bytes", []byte("abc"), func(r *binaryfile.Reader) bool { return r.Take(-1) == nil }, true},
		{"a number", []byte{0x80, 1}, func(r *binaryfile.Reader) bool { return r.Number(128) == 128 }, false},
		{"a number too large", []byte{0x80, 1}, func(r *binaryfile.Reader) bool { return r.Number(127) == 0 }, true},
		{"a number cut off", []byte{0x80}, func(r *binaryfile.Reader) bool { return r.Number(200) == 0 }, true},
		{"a count", []byte{1, 0}, func(r *binaryfile.Reader) bool { return r.Count(10) == 1 }, false},
		{"a count of more than there is", []byte{2, 0}, func(r *binaryfile.Reader) bool { return r.Count(10) == 0 }, true},
		{"a float", float, func(r *binaryfile.Reader) bool { return r.Floats(1, 2)[0] == 2 }, false},
		{"a float too large", float, func(r *binaryfile.Reader) bool { r.Floats(1, 1.9); return true }, true},
		{"an infinite float", infinite, func(r *binaryfile.Reader) bool { r.Floats(1, math.MaxFloat32); return true }, true},
		{"floats cut off", float[:3], func(r *binaryfile.Reader) bool { return len(r.Floats(1, 1)) == 0 }, true},
		{"eight bytes", append(make([]byte, 7), 1), func(r *binaryfile.Reader) bool { return r.Uint64() == 1<<56 }, false},
		{"eight bytes of four", float, func(r *binaryfile.Reader) bool { return r.Uint64() == 0 }, true},
	} {
		r := binaryfile.Reader{Rest: c.file}
		if !c.read(&r) || r.Bad != c.bad {
			t.Errorf("%s: bad is %v, or another result", c.name, r.Bad)
		}
	}
}
