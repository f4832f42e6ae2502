package sitemap

import (
	"bufio"
	"errors"
	"io"
	"strings"
)

// parseText reads a list of URLs, one a line. Other lines are passed over; a file with no URL at
// all is no sitemap.
func parseText(in *input, out *sink) (Kind, error) {
	for !out.done {
		lines, err := in.line()
		for line := range strings.SplitSeq(lines, "\r") {
			if line = strings.TrimSpace(line); isHTTP(line) && !strings.ContainsAny(line, " \t<>\"") {
				out.add(Entry{Loc: line, Priority: 0.5})
			}
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return textKind(out), err
		}
	}
	if out.count == 0 && out.err == nil {
		return Unknown, ErrFormat
	}
	return Text, out.err
}

func textKind(out *sink) Kind {
	if out.count == 0 {
		return Unknown
	}
	return Text
}

// line reads the next line, "" when it is longer than any URL.
func (in *input) line() (string, error) {
	line, err := in.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return string(line), err
	}
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = in.ReadSlice('\n')
	}
	return "", err
}
