// Package ascii has the classes of bytes by which the HTML standard reads names, white space and attributes
// (https://infra.spec.whatwg.org/#code-points). Bytes beyond ASCII are neither letters nor spaces.
package ascii

// Space is the ASCII white space, as a cutset of package strings and bytes.
const Space = " \t\n\r\f"

// Lower maps ASCII capitals to small letters and all other bytes to themselves.
var Lower = func() (t [256]byte) {
	for i := range t {
		t[i] = byte(i)
		if 'A' <= i && i <= 'Z' {
			t[i] += 'a' - 'A'
		}
	}
	return t
}()

// IsLetter reports whether c is an ASCII letter.
func IsLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// IsSpace reports whether c is ASCII white space. It is asked for nearly every byte of a tag: one comparison and one
// bit test are faster than a table.
func IsSpace(c byte) bool { return c <= ' ' && 1<<c&(1<<' '|1<<'\n'|1<<'\t'|1<<'\r'|1<<'\f') != 0 }

// SkipSpace returns the index of the first byte of src, at i or after it, that is not white space.
func SkipSpace(src []byte, i int) int {
	for i < len(src) && IsSpace(src[i]) {
		i++
	}
	return i
}

// EqualFold reports whether b equals a name in lower case, without regard to the case of ASCII letters. It does not fold
// beyond ASCII, as bytes.EqualFold does: a Kelvin sign is no k in HTML.
func EqualFold(b []byte, name string) bool {
	if len(b) != len(name) {
		return false
	}
	for i, c := range b {
		if Lower[c] != name[i] {
			return false
		}
	}
	return true
}
