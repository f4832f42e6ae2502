package weburl

import "strings"

// part is the component of a URL that characters are in.
type part uint8

const (
	pathPart part = iota
	queryPart
	fragmentPart
	opaquePart
)

// structural are the characters whose escapes have another meaning than themselves.
var structural = [...]string{pathPart: "/?#%\\", queryPart: "&=+#%", fragmentPart: "%", opaquePart: "/?#%"}

// unwise are the characters that RFC 3986 allows in no component, besides controls, space and all beyond ASCII.
const unwise = "\"<>\\^`{|}[]"

// escape returns a component with the escapes that the rules require.
func (c *canonizer) escape(s string, where part) string {
	if c.has(ruleUnescapeRepeated) {
		s = unescapeRepeated(s, where)
	}
	var buf []byte
	for i := 0; i < len(s); {
		if s[i] != '%' {
			buf = c.appendRaw(buf, s[i], where)
			i++
			continue
		}
		if char, ok := c.decode(s[i:], where); ok {
			buf = append(buf, char)
			i += 3
			continue
		}
		var n int
		buf, n = appendPercent(buf, []byte(s[i:min(i+3, len(s))]), c.rules)
		i += n
	}
	return string(buf)
}

// decode returns the character that replaces the escape at the start of s. It reports false if the escape stays.
func (c *canonizer) decode(s string, where part) (byte, bool) {
	if !isEscape(s) {
		return 0, false
	}
	char := byte(unhex[s[1]]<<4 | unhex[s[2]])
	switch {
	case char == ' ' && where == queryPart && c.has(rulePlus):
		return '+', true
	default:
		return char, c.has(ruleUnescapeAll) && isFree(char, where)
	}
}

// isFree reports whether a character has the same meaning unescaped in a component.
func isFree(char byte, where part) bool {
	return char > ' ' && char < 0x7f && strings.IndexByte(structural[where], char) < 0
}

// appendRaw appends a character that is not part of an escape.
func (c *canonizer) appendRaw(buf []byte, char byte, where part) []byte {
	switch {
	case where == queryPart && char == ' ' && c.has(rulePlus):
		return append(buf, '+')
	case c.has(ruleStrictEscapes) && strings.IndexByte(unwise, char) >= 0:
		return appendEscape(buf, char)
	case c.has(ruleAsWritten) && (char <= ' ' || char >= 0x7f):
		return appendEscape(buf, char)
	default:
		return append(buf, char)
	}
}

// escapeUser escapes the characters that a name or password cannot have.
func (c *canonizer) escapeUser(user string) string {
	name, password, both := strings.Cut(user, ":")
	if !both {
		return c.escapeName(name)
	}
	return c.escapeName(name) + ":" + c.escapeName(password)
}

// escapeName escapes a name or a password.
func (c *canonizer) escapeName(s string) string {
	var buf []byte
	for i := range len(s) {
		switch char := s[i]; {
		case char == '%' && isEscape(s[i:]):
			buf = append(buf, char)
		case char <= ' ' || char >= 0x7f || strings.IndexByte(unwise+"%;=@:/?#", char) >= 0:
			buf = appendEscape(buf, char)
		default:
			buf = append(buf, char)
		}
	}
	return string(buf)
}

// isEscape reports whether s begins with an escape.
func isEscape(s string) bool {
	return len(s) >= 3 && s[0] == '%' && unhex[s[1]] >= 0 && unhex[s[2]] >= 0
}

// unescapeRepeated decodes escapes until none is left whose character is free. It takes linear time, because a decoded
// character is examined at once as the end of another escape.
func unescapeRepeated(s string, where part) string {
	buf := make([]byte, 0, len(s))
	for i := range len(s) {
		buf = append(buf, s[i])
		for n := len(buf); n >= 3 && isEscape(string(buf[n-3:])); n = len(buf) {
			char := byte(unhex[buf[n-2]]<<4 | unhex[buf[n-1]])
			if char != '%' && !isFree(char, where) {
				break
			}
			buf = append(buf[:n-3], char)
		}
	}
	return string(buf)
}
