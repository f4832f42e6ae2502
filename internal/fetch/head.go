package fetch

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
)

const (
	longestLine = 64 << 10 // of one header line
	mostInterim = 16       // answers with a 1xx status before the one that counts
)

// readHead reads the status line and headers of the final answer into x.head.
func (x *exchange) readHead(cn *conn) error {
	for range mostInterim {
		x.head = x.head[:0]
		if err := x.readLines(cn); err != nil {
			return err
		}
		code, ok := statusCode(x.head)
		switch {
		case !ok || code < 100 || code > 199:
			return nil // parseHead judges it
		case code == http.StatusSwitchingProtocols:
			return malformed("switch of protocols")
		}
	}
	return malformed("too many interim answers")
}

// readLines reads lines up to a blank one.
func (x *exchange) readLines(cn *conn) error {
	if err := x.skipBlank(cn.br); err != nil {
		return err
	}
	if !looksLikeHTTP(cn.br) {
		return x.takeBare(cn)
	}
	for {
		line, err := x.readLine(cn.br)
		switch {
		case err == io.EOF && bytes.IndexByte(x.head, '\n') > 0 && x.c != nil && !x.route.secure:
			// A head that the connection's end cuts off in the middle: browsers show what there is, except
			// over TLS, where it could be an attack.
			x.mark("header cut")
			x.head = append(bytes.TrimRight(x.head, "\r\n"), "\r\n\r\n"...)
			return nil
		case err != nil:
			return err
		case len(line) == 0:
			return nil
		}
	}
}

// skipBlank skips blank lines before the status line, which servers leave that miscount the answer before.
func (x *exchange) skipBlank(br *bufio.Reader) error {
	for {
		b, err := br.Peek(1)
		if err != nil {
			return err
		}
		if b[0] != '\r' && b[0] != '\n' {
			return nil
		}
		if x.spent++; x.spent > 16 {
			return newError(noStatusLine, nil)
		}
		br.Discard(1)
	}
}

// readLine appends one line to x.head and returns it without its end.
func (x *exchange) readLine(br *bufio.Reader) ([]byte, error) {
	begin := len(x.head)
	for {
		part, err := br.ReadSlice('\n')
		x.head = append(x.head, part...)
		x.spent += len(part)
		if x.spent > x.c.o.MaxHeaderBytes || len(x.head)-begin > longestLine {
			return nil, newError(headerTooLarge, nil)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		if err != nil {
			return nil, err
		}
		if x.lines++; x.lines > x.c.o.MaxHeaderLines {
			return nil, newError(headerTooLarge, errors.New("too many lines"))
		}
		return bytes.TrimRight(x.head[begin:], "\r\n"), nil
	}
}

// looksLikeHTTP reports whether an answer begins as a status line does.
func looksLikeHTTP(br *bufio.Reader) bool {
	b, _ := br.Peek(5)
	return len(b) == 5 && strings.EqualFold(string(b), "HTTP/")
}

// takeBare accepts an answer without a header, as in HTTP/0.9, under the conditions on which browsers do:
// not over TLS and not as a later answer of a connection, where it is what is left of the one before. It must
// be text, too; else the server speaks another protocol.
func (x *exchange) takeBare(cn *conn) error {
	cn.br.Peek(HeadSize) // waits for that much, or the end
	b, _ := cn.br.Peek(min(cn.br.Buffered(), HeadSize))
	if cn.used || x.route.secure || !strings.HasPrefix(http.DetectContentType(b), "text/") {
		return newError(noStatusLine, nil)
	}
	x.mark("http/0.9")
	x.head = append(x.head[:0], "HTTP/0.9 200\r\n\r\n"...)
	return nil
}

// statusCode reads the code of a status line: three digits (fewer are tolerated), then anything but a digit.
func statusCode(head []byte) (int, bool) {
	line, _, _ := bytes.Cut(head, []byte("\n"))
	_, rest, ok := bytes.Cut(line, []byte(" "))
	if !ok {
		return 0, false
	}
	rest = bytes.TrimLeft(rest, " \t")
	code, n := 0, 0
	for ; n < len(rest) && n < 4 && '0' <= rest[n] && rest[n] <= '9'; n++ {
		code = code*10 + int(rest[n]-'0')
	}
	switch {
	case n == 3:
		return code, true
	case n == 0 || n > 3:
		return 0, false
	}
	return code, len(rest) == n || strings.IndexByte(" :\t\r", rest[n]) >= 0
}

// protocol reads the version of a status line: "HTTP/1.1", and other versions of one digit each.
func protocol(head []byte) (string, bool) {
	i := bytes.IndexAny(head, " \t\r\n")
	if i < 0 || !strings.EqualFold(string(head[:5]), "HTTP/") {
		return "", false
	}
	switch v := string(head[5:i]); {
	case v == "1.1":
		return "HTTP/1.1", true
	case v == "1.0" || v == "1":
		return "HTTP/1.0", true
	case v == "0.9":
		return "HTTP/0.9", true
	case len(v) == 1 && v[0] > '1' && v[0] <= '9', len(v) == 3 && v[0] >= '1' && v[0] <= '9' && v[1] == '.' && v[2] >= '0' && v[2] <= '9':
		return "HTTP/1.1", true
	}
	return "", false
}

// parseHead reads x.head into res.
func (x *exchange) parseHead(res *Response) error {
	var ok bool
	if res.Proto, ok = protocol(x.head); !ok {
		return malformed("status line")
	}
	if res.Status, ok = statusCode(x.head); !ok {
		return malformed("status line")
	}
	if bytes.IndexByte(x.head, 0) >= 0 {
		return malformed("nul in header")
	}
	text := string(x.head) // the one copy, of which all values are parts
	_, text, _ = strings.Cut(text, "\n")
	if err := x.checkCR(); err != nil {
		return err
	}
	x.parseFields(text)
	return conflicts(x.header)
}

// checkCR refuses a carriage return that ends no line: some readers would split a header there, and some not.
// Several before the line's end are what programs write that translate line ends twice.
func (x *exchange) checkCR() error {
	for b := x.head; ; {
		i := bytes.IndexByte(b, '\r')
		if i < 0 {
			return nil
		}
		b = bytes.TrimLeft(b[i:], "\r")
		if len(b) == 0 || b[0] != '\n' {
			return malformed("cr in header")
		}
	}
}

// parseFields reads header lines. The name is everything before the first colon. A line that begins with
// white space continues the value before it.
func (x *exchange) parseFields(text string) {
	last := ""
	for text != "" {
		var line string
		line, text, _ = strings.Cut(text, "\n")
		line = strings.TrimRight(line, "\r \t")
		if line == "" {
			continue
		}
		if (line[0] == ' ' || line[0] == '\t') && last != "" {
			values := x.header[last]
			values[len(values)-1] += " " + strings.TrimLeft(line, " \t")
			continue
		}
		name, value, ok := strings.Cut(line, ":")
		if name = strings.Trim(name, " \t"); !ok || name == "" {
			x.mark("header line without name or colon")
			continue
		}
		last = http.CanonicalHeaderKey(name)
		x.addField(last, strings.TrimLeft(value, " \t"))
	}
}

// addField adds a header field. Single values share one slice, which saves an allocation each.
func (x *exchange) addField(name, value string) {
	if old, ok := x.header[name]; ok {
		x.header[name] = append(old, value)
		return
	}
	x.values = append(x.values, value)
	n := len(x.values)
	x.header[name] = x.values[n-1 : n : n]
}

// conflicts refuses an answer that names two places to go, as browsers do: it may be two answers in one.
func conflicts(h http.Header) error {
	for _, v := range h["Location"] {
		if v != h["Location"][0] {
			return malformed("two locations")
		}
	}
	return nil
}

// renameTransferEncoding renames the header whose work is done, so that what the archive keeps is true of the
// body it keeps.
func (x *exchange) renameTransferEncoding() {
	const name, prefix = "transfer-encoding", "X-Archive-Orig-"
	out := make([]byte, 0, len(x.head)+2*len(prefix))
	for line := range bytes.Lines(x.head) {
		field, _, ok := bytes.Cut(line, []byte(":"))
		if ok && strings.EqualFold(string(bytes.TrimSpace(field)), name) {
			out = append(out, prefix...)
			line = bytes.TrimLeft(line, " \t")
		}
		out = append(out, line...)
	}
	x.head = out
}

// hasToken reports whether a header that is a comma-separated list holds token.
func hasToken(values []string, token string) bool {
	return slices.ContainsFunc(values, func(v string) bool {
		for part := range strings.SplitSeq(v, ",") {
			if strings.EqualFold(strings.Trim(part, " \t"), token) {
				return true
			}
		}
		return false
	})
}
