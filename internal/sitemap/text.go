package sitemap

import (
	"io"
	"strings"
)

// parseText reads a list of URLs, one a line. Other lines are passed over; a file with
// no URL at all is no sitemap.
func parseText(in *input, out *sink) (Kind, error) {
	for !out.done {
		line, err := in.line()
		if err != nil && err != io.EOF { // the line may have been cut
			return textKind(out), err
		}
		if line = strings.TrimSpace(line); isHTTP(line) && !strings.ContainsAny(line, " \t<>\"") {
			out.add(Entry{Loc: line, Priority: 0.5})
		}
		if err == io.EOF {
			break
		}
	}
	if out.count == 0 && out.err == nil {
		return Unknown, ErrFormat
	}
	return Text, out.err
}

// textKind returns the kind of a body of text: a list if it has a URL.
func textKind(out *sink) Kind {
	if out.count == 0 {
		return Unknown
	}
	return Text
}

// line reads the next line, "" when it is longer than any URL. One that ends in CR and
// LF has an empty line after it.
func (in *input) line() (string, error) {
	line := make([]byte, 0, 256)
	for {
		c, err := in.ReadByte()
		switch {
		case err != nil, c == '\r', c == '\n':
			if len(line) > headSize {
				line = nil
			}
			return string(line), err
		case len(line) <= headSize:
			line = append(line, c)
		}
	}
}
