package weburl

import (
	"bytes"

	"sluice/weburl/internal/correction"
)

// careful is set with the rules for a reference that has not been corrected yet. A doubtful character then ends the fast
// path, and the full parser continues with the corrected reference.
const careful ruleSet = 1 << 63

// appendPath appends the path that ref begins with to buf, in which a path begins at start and ends with a slash. It
// removes dot segments. It returns the length of the path in ref, or -1 if rules has careful and the path is doubtful.
func appendPath(buf []byte, start int, ref []byte, rules ruleSet) ([]byte, int) {
	i := plainPath(ref)
	if i == len(ref) || pathClass[ref[i]] == question || pathClass[ref[i]] == hash {
		return append(buf, ref[:i]...), i
	}
	segment := len(buf) + bytes.LastIndexByte(ref[:i], '/') + 1
	buf = append(buf, ref[:i]...)
	for i < len(ref) {
		class := pathClass[ref[i]]
		switch class {
		case copied:
			run := i + 1
			for run < len(ref) && pathClass[ref[run]] == copied {
				run++
			}
			buf = append(buf, ref[i:run]...)
			i = run
			continue
		case percent:
			var n int
			buf, n = appendPercent(buf, ref[i:], rules)
			i += n
			continue
		case slash:
			var dots bool
			if buf, dots = endSegment(buf, start, segment); !dots {
				buf = append(buf, '/')
			}
			segment = len(buf)
		case encoded:
			buf = appendEscape(buf, ref[i])
		case entity:
			if rules&careful != 0 && correction.HasLeftOver(ref[i:]) {
				return buf, -1
			}
			buf = append(buf, '&')
		case doubtful:
			if rules&careful != 0 {
				return buf, -1
			}
			buf = appendEscape(buf, ref[i])
		default: // question, hash
			buf, _ = endSegment(buf, start, segment)
			return buf, i
		}
		i++
	}
	buf, _ = endSegment(buf, start, segment)
	return buf, i
}

// plainPath returns the length of the part of a path, after its first slash, that is canonical already, up to a segment
// that begins with a dot.
func plainPath(path []byte) (n int) {
	for {
		for n+8 <= len(path) && plainEight(path[n:n+8]) {
			n += 8
		}
		for n < len(path) && plainByte[path[n]] != 0 {
			n++
		}
		if n == len(path) || path[n] != '.' || n == 0 || path[n-1] == '/' {
			return n
		}
		n++
	}
}

// plainEight reports whether eight bytes need no change.
func plainEight(b []byte) bool {
	_ = b[7]
	return plainByte[b[0]]&plainByte[b[1]]&plainByte[b[2]]&plainByte[b[3]]&
		plainByte[b[4]]&plainByte[b[5]]&plainByte[b[6]]&plainByte[b[7]] != 0
}

// plainByte has 1 for the bytes of a path that need no change, and for the slash; the dot is not among them.
var plainByte = func() (plain [256]uint8) {
	for c, class := range pathClass {
		if class == copied && c != '.' || class == slash {
			plain[c] = 1
		}
	}
	return plain
}()

// endSegment removes the last segment of a path from buf if it is a dot segment, and for ".." the one before it too. The
// path begins at start, the segment at segment, just behind a slash. It reports whether it was a dot segment.
func endSegment(buf []byte, start, segment int) ([]byte, bool) {
	switch string(buf[segment:]) {
	case ".":
		return buf[:segment], true
	case "..":
		end := segment - 1
		for end > start && buf[end-1] != '/' {
			end--
		}
		return buf[:max(end, start+1)], true
	default:
		return buf, false
	}
}

// appendQuery appends the query that ref begins with, including its question mark. It returns as appendPath does.
func appendQuery(buf, ref []byte, rules ruleSet) ([]byte, int) {
	buf = append(buf, '?')
	i := 1
	for i < len(ref) {
		c := ref[i]
		switch queryClass[c] {
		case percent:
			var n int
			buf, n = appendPercent(buf, ref[i:], rules)
			i += n
			continue
		case encoded:
			buf = appendEscape(buf, c)
		case entity:
			if rules&careful != 0 && correction.HasLeftOver(ref[i:]) {
				return buf, -1
			}
			buf = append(buf, c)
		case doubtful:
			if rules&careful != 0 {
				return buf, -1
			}
			if c == '\\' {
				buf = append(buf, c)
			} else {
				buf = appendEscape(buf, c)
			}
		case hash:
			return buf, i
		default: // copied, slash, question
			buf = append(buf, c)
		}
		i++
	}
	return buf, i
}
