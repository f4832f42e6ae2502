package unpack

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// compressed packs as the Unix program compress does. Once the table is full it
// clears it, when that is wanted.
func compressed(in []byte, most uint, block bool) []byte {
	flags, first := byte(most), 256
	if block {
		flags, first = flags|lzwBlock, lzwClear+1
	}
	out := []byte{0x1f, 0x9d, flags}
	var bits uint = lzwLeast
	var group []byte // codes of one width
	var at uint
	put := func(code int) {
		for i := range bits {
			if at%8 == 0 {
				group = append(group, 0)
			}
			group[at/8] |= byte(code>>i&1) << (at % 8)
			at++
		}
	}
	align := func() { // a change of width fills the block of eight codes
		for at%(bits*8) != 0 {
			put(0)
		}
		out, group, at = append(out, group...), nil, 0
	}
	table, free := map[string]int{}, first
	code := func(s string) int {
		if len(s) == 1 {
			return int(s[0])
		}
		return table[s]
	}
	last := ""
	for _, c := range in {
		longer := last + string([]byte{c})
		if _, known := table[longer]; known || len(longer) == 1 {
			last = longer
			continue
		}
		put(code(last))
		last = string([]byte{c})
		if free < 1<<most {
			table[longer] = free
			free++
			if free > 1<<bits && bits < most {
				align()
				bits++
			}
		} else if block {
			put(lzwClear)
			align()
			table, free, bits = map[string]int{}, lzwClear+1, lzwLeast
		}
	}
	if last != "" {
		put(code(last))
	}
	return append(out, group...)
}

func unpacked(b []byte) ([]byte, error) {
	z, err := newLZW(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

func TestCompressIsUndone(t *testing.T) {
	for _, c := range []struct {
		what, in string
		most     uint
		block    bool
	}{
		{"nothing", "", 16, true},
		{"a letter", "a", 16, true},
		{"a code that is not in the table yet", strings.Repeat("a", 1000), 16, true},
		{"wider codes", strings.Repeat("the quick brown fox jumps over the lazy dog ", 3000), 16, true},
		{"a full table", random(40_000), 12, true},
		{"a full table that stays", random(40_000), 12, false},
		{"codes of nine bits", random(5000), 9, true},
	} {
		got, err := unpacked(compressed([]byte(c.in), c.most, c.block))
		if err != nil || string(got) != c.in {
			t.Errorf("%s: %d bytes of %d, %v", c.what, len(got), len(c.in), err)
		}
	}
}

// random returns text that packs badly.
func random(n int) string {
	var b strings.Builder
	x := uint32(1)
	for b.Len() < n {
		x = x*1664525 + 1013904223
		b.WriteByte(byte(x >> 24))
	}
	return b.String()
}

func TestAnyTextComesBackFromCompress(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.SliceOf(rapid.ByteRange('a', 'd')).Draw(t, "text")
		most, block := rapid.UintRange(lzwLeast, lzwMost).Draw(t, "bits"), rapid.Bool().Draw(t, "block")
		got, err := unpacked(compressed(in, most, block))
		if err != nil || !bytes.Equal(got, in) {
			t.Fatalf("%q, %v", got, err)
		}
	})
}

func TestInvalidCompressIsRefused(t *testing.T) {
	for _, c := range []struct{ what, in string }{
		{"nothing", ""},
		{"only a mark", "\x1f\x9d"},
		{"codes too long", "\x1f\x9d\x9fxxxxxxxxxx"},
		{"codes too short", "\x1f\x9d\x88xxxxxxxxxx"},
		{"a code beyond the table", "\x1f\x9d\x90\x61\xfe\xff\xff\xff\xff\xff\xff\xff"},
		{"another format", "\x1f\x8b\x08"},
	} {
		if got, err := unpacked([]byte(c.in)); err == nil {
			t.Errorf("%s: %q", c.what, got)
		}
	}
}

func FuzzCompress(f *testing.F) {
	f.Add(compressed([]byte("hello hello hello"), 16, true))
	f.Add(compressed([]byte(random(2000)), 10, false))
	f.Add([]byte("\x1f\x9d\x90\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, b []byte) {
		const most = 4 << 10
		in := b[:min(len(b), most)]
		if got, err := unpacked(compressed(in, 12, true)); err != nil || !bytes.Equal(got, in) {
			t.Fatalf("%q became %q, %v", in, got, err)
		}
		z, err := newLZW(bytes.NewReader(in))
		if err != nil {
			return
		}
		n, err := io.Copy(io.Discard, z)
		if n > most*most {
			t.Fatalf("%d bytes out of %d, %v", n, len(in), err)
		}
	})
}
