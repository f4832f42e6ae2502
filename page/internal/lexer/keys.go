package lexer

import (
	"encoding/binary"
	"math/bits"

	"sluice/page/internal/ascii"
)

// Key represents a name without its case. A name of up to eight ASCII characters is its own key, the first one in the lowest
// byte; the key of any other name is a hash with the highest bit set. Six signs that no known name has count as capitals too:
// @[\]^_.
type Key uint64

// longKey is the bit of keys that are hashes.
const longKey Key = 1 << 63

// KeyOf returns the key of a name.
func KeyOf[T string | []byte](name T) Key {
	k, h := Key(0), Key(14695981039346656037) // FNV-1a
	short := len(name) <= 8
	for i := range len(name) {
		c := name[i]
		k |= Key(c|0x20) << (8 * i)
		h = (h ^ Key(ascii.Lower[c])) * 1099511628211
		short = short && ' ' < c && c < 0x80
	}
	if short {
		return k
	}
	return h | longKey
}

// shortKey returns the key of the name that begins at src[start], and the end of the name. The key is 0 if the name does not
// end within eight bytes. An equals sign ends the name of an attribute.
func shortKey(src []byte, start int, attribute bool) (k Key, end int) {
	if len(src)-start < 9 {
		return 0, start
	}
	const each, high = 0x0101_0101_0101_0101, 0x8080_8080_8080_8080
	w := binary.LittleEndian.Uint64(src[start:])
	// In a byte below 0x80, adding 0x80-c sets the highest bit if it is c or more. What carries runs upward, past the first
	// byte that counts.
	goes := (w + each*(0x80-'!')) & // above the space
		((w ^ each*'/') + each*0x7f) &
		(^(w + each*(0x80-'=')) | (w + each*(0x7f-'>')))
	n := bits.TrailingZeros64((^goes|w)&high) / 8 // 8 for none
	end = start + n
	if c := src[end]; n == 0 || !endsName[c] && (c != '=' || !attribute) {
		return 0, start
	}
	return Key((w | each*0x20) & (1<<(8*n) - 1)), end
}

// endsName has the bytes that end the name of a tag, or of an attribute unless an equals sign does.
var endsName = [256]bool{' ': true, '\n': true, '\t': true, '\r': true, '\f': true, '/': true, '>': true}

// slots is the size of a nameTable: a power of two, several times the number of names, so that most are found at once.
const slots = 1024

// nameTable finds the place of a name in a list by its key. It is an open hash table without pointers; a map takes several
// times as long, and every tag and attribute of every page is looked up.
type nameTable struct {
	slot [slots]uint8
	keys [256]Key
}

// put adds a name with its place.
func (t *nameTable) put(name string, id uint8) {
	if name == "" {
		return
	}
	k := KeyOf(name)
	i := slotOf(k)
	for t.slot[i] != 0 {
		i = (i + 1) % slots
	}
	t.slot[i], t.keys[id] = id, k
}

// find returns the place of a key's name, 0 for an unknown one.
func (t *nameTable) find(k Key) uint8 {
	for i := slotOf(k); ; i = (i + 1) % slots {
		if id := t.slot[i]; id == 0 || t.keys[id] == k {
			return id
		}
	}
}

// slotOf returns the slot of a key by multiplicative hashing.
func slotOf(k Key) uint32 { return uint32(k*0x9E37_79B9_7F4A_7C15>>54) % slots }

// tagsByName and attributesByName are filled at the start of the program from the tables of names.
var tagsByName, attributesByName = func() (t, a nameTable) {
	for i := range tags {
		t.put(tags[i].name, uint8(i))
	}
	for i, name := range attributeNames {
		a.put(name, uint8(i))
	}
	return t, a
}()
