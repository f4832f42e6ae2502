package archive_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"sluice/internal/archive"
)

// resource is a small record of another tool's, with that line end.
func resource(version, url, body, end string) string {
	lines := []string{"WARC/" + version, "WARC-Type: resource", "WARC-Target-URI: " + url,
		"WARC-Date: 2020-02-03T04:05:06Z", "Content-Type: text/plain", fmt.Sprintf("content-length: %d", len(body)), "", body, "", ""}
	return strings.Join(lines, end)
}

func zip(parts ...string) string {
	var b bytes.Buffer
	for _, p := range parts {
		z := gzip.NewWriter(&b)
		z.Write([]byte(p))
		z.Close()
	}
	return b.String()
}

// readAll reads every record, errors among them, and gives a line for each.
func readAll(t *testing.T, file string) string {
	t.Helper()
	in := archive.NewReader(strings.NewReader(file))
	var out []string
	for {
		r, err := in.Next(t.Context())
		var damage *archive.DamageError
		switch {
		case err == io.EOF:
			return strings.Join(out, ", ")
		case errors.As(err, &damage) && damage.Torn:
			out = append(out, fmt.Sprintf("torn %d", damage.Offset))
		case errors.As(err, &damage):
			out = append(out, fmt.Sprintf("broken %d", damage.Offset))
		case err != nil:
			return strings.Join(append(out, err.Error()), ", ")
		default:
			body, err := io.ReadAll(r.Body)
			if err == nil {
				out = append(out, fmt.Sprintf("%s %s %q", r.Version, r.URL, body))
			}
		}
		if len(out) > 100 {
			t.Fatal("the reader does not end")
		}
	}
}

func TestReaderTakesWhatOthersWrite(t *testing.T) {
	a, b := resource("1.0", "http://a/", "abc", "\r\n"), resource("1.1", "http://b/", "", "\r\n")
	both := `1.0 http://a/ "abc", 1.1 http://b/ ""`
	for name, c := range map[string]struct{ file, want string }{
		"nothing":                    {"", ""},
		"plain":                      {a + b, both},
		"gzip by record":             {zip(a, b), both},
		"gzip as a whole":            {zip(a + b), both},
		"gzip with an empty member":  {zip(a, "", b), both},
		"plain after gzip":           {zip(a) + b, both},
		"old versions":               {resource("0.17", "u:", "x", "\r\n") + resource("0.18", "u:", "y", "\r\n"), `0.17 u: "x", 0.18 u: "y"`},
		"lines end in LF":            {resource("1.0", "http://a/", "abc", "\n") + resource("1.1", "http://b/", "", "\n"), both},
		"lines end in CR CR LF":      {resource("1.0", "http://a/", "abc", "\r\r\n") + b, both},
		"no line ends after a block": {strings.TrimRight(a, "\r\n") + b, both},
		"many line ends":             {"\r\n\n" + a + "\r\n\r\n\n" + b, both},
		"angle brackets":             {resource("1.0", "<http://a/>", "abc", "\r\n"), `1.0 http://a/ "abc"`},
		"space in a URL":             {resource("1.0", "http://a/x y", "abc", "\r\n"), `1.0 http://a/x y "abc"`},
		"a folded field": {strings.Replace(a, "WARC-Target-URI: http://a/", "WARC-Target-URI:\r\n http://a/", 1),
			`1.0  http://a/ "abc"`},
		"a record in a body":        {resource("1.0", "http://a/", b, "\r\n"), fmt.Sprintf("1.0 http://a/ %q", b)},
		"an ARC file":               {"filedesc://x.arc 0.0.0.0 20140216050221 text/plain 75\n1 0 x", "byte 0: " + archive.ErrARC.Error()},
		"an ARC file in gzip":       {zip("filedesc://x.arc 0.0.0.0 20140216050221 text/plain 75\n1 0 x"), "byte 0: " + archive.ErrARC.Error()},
		"a picture":                 {"\x89PNG\r\n\x1a\n", "byte 0: " + archive.ErrNotWARC.Error()},
		"torn in the body":          {a + "WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 5\r\n\r\nab", fmt.Sprintf(`1.0 http://a/ "abc", torn %d`, len(a))},
		"torn in the fields":        {a + "WARC/1.0\r\nWARC-Ty", fmt.Sprintf(`1.0 http://a/ "abc", torn %d`, len(a))},
		"torn member":               {zip(a, b)[:len(zip(a, b))-3], fmt.Sprintf(`1.0 http://a/ "abc", torn %d`, len(zip(a)))},
		"garbage between":           {a + "garbage\n" + b, fmt.Sprintf(`1.0 http://a/ "abc", broken %d, 1.1 http://b/ ""`, len(a))},
		"garbage between members":   {zip(a) + "garbage\n" + zip(b), fmt.Sprintf(`1.0 http://a/ "abc", broken %d, 1.1 http://b/ ""`, len(zip(a)))},
		"zeros at the end":          {a + strings.Repeat("\x00", 1<<20), fmt.Sprintf(`1.0 http://a/ "abc", broken %d`, len(a))},
		"no content length":         {strings.Replace(a, "content-length", "content-size", 1) + b, `broken 0, 1.1 http://b/ ""`},
		"negative content length":   {strings.Replace(a, ": 3", ": -3", 1) + b, `broken 0, 1.1 http://b/ ""`},
		"an enormous length":        {strings.Replace(a, ": 3", ": 9223372036854775807", 1), "torn 0"},
		"a line without end":        {"WARC/1.0\r\nX: " + strings.Repeat("x", 1<<20) + "\r\n" + b, `broken 0, 1.1 http://b/ ""`},
		"fields without end":        {"WARC/1.0\r\n" + strings.Repeat("X: yyyyyyyy\r\n", 1<<10) + b, `broken 0, 1.1 http://b/ ""`},
		"large fields":              {"WARC/1.0\r\n" + strings.Repeat("X: "+strings.Repeat("y", 60000)+"\r\n", 9) + b, `broken 0, 1.1 http://b/ ""`},
		"blank lines without end":   {a + strings.Repeat("\n", 1<<17), fmt.Sprintf(`1.0 http://a/ "abc", broken %d`, len(a))},
		"a version of another kind": {strings.Replace(a, "1.0", "2.0", 1) + b, `broken 0, 1.1 http://b/ ""`},
	} {
		t.Run(name, func(t *testing.T) {
			if got := readAll(t, c.file); got != c.want {
				t.Errorf("got  %.300s\nwant %.300s", got, c.want)
			}
		})
	}
}

func TestReaderFindsWrongChecksum(t *testing.T) {
	file := []byte(zip(resource("1.0", "http://a/", "abc", "\r\n"), resource("1.0", "http://b/", "abc", "\r\n")))
	file[len(zip(resource("1.0", "http://a/", "abc", "\r\n")))-8] ^= 1
	in := archive.NewReader(bytes.NewReader(file))
	r, err := in.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(r.Body); !errors.Is(err, gzip.ErrChecksum) && !strings.Contains(fmt.Sprint(err), "checksum") {
		t.Errorf("the body ends with %v, want the wrong checksum", err)
	}
	if _, err := in.Next(t.Context()); !errors.As(err, new(*archive.DamageError)) {
		t.Errorf("Next gave %v, want the damage", err)
	}
	if r, err := in.Next(t.Context()); err != nil || r.URL != "http://b/" {
		t.Errorf("Next after the damage = %v, %v, want http://b/", r, err)
	}
}

func TestReaderSplitsHTTP(t *testing.T) {
	record := func(kind, contentType, block string) string {
		return fmt.Sprintf("WARC/1.0\r\nWARC-Type: %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", kind, contentType, len(block), block)
	}
	const response, request = "application/http; msgtype=response", "application/http; msgtype=request"
	huge := "HTTP/1.1 200 OK\r\nX: " + strings.Repeat("x", 2<<20) + "\r\n\r\nbody"
	long := "HTTP/1.1 200 OK\r\nCookie: " + strings.Repeat("x", 200<<10) + "\r\n\r\n"
	for name, c := range map[string]struct {
		file   string
		head   string
		body   string
		status int
	}{
		"response":          {record("response", response, "HTTP/1.1 404 Not Found\r\nA: b\r\n\r\nbody"), "HTTP/1.1 404 Not Found\r\nA: b\r\n\r\n", "body", 404},
		"HTTP/2":            {record("response", response, "HTTP/2 204\r\n\r\n"), "HTTP/2 204\r\n\r\n", "", 204},
		"bare line feeds":   {record("response", response, "HTTP/1.0 200\nA: b\n\nbody\n\n"), "HTTP/1.0 200\nA: b\n\n", "body\n\n", 200},
		"no blank line":     {record("revisit", response, "HTTP/1.1 304 x\r\nA: b\r\n"), "HTTP/1.1 304 x\r\nA: b\r\n", "", 304},
		"empty revisit":     {record("revisit", "", ""), "", "", 0},
		"no HTTP at all":    {record("response", response, "<html>\r\n\r\nbody"), "", "<html>\r\n\r\nbody", 0},
		"a bad status":      {record("response", response, "HTTP/1.1 OK\r\n\r\nbody"), "HTTP/1.1 OK\r\n\r\n", "body", 0},
		"request":           {record("request", request, "POST / HTTP/1.1\r\n\r\na=b"), "POST / HTTP/1.1\r\n\r\n", "a=b", 0},
		"request of no web": {record("request", "text/dns", "x\r\n\r\ny"), "", "x\r\n\r\ny", 0},
		"metadata":          {record("metadata", "application/warc-fields", "HTTP/1.1 200 OK\r\n\r\n"), "", "HTTP/1.1 200 OK\r\n\r\n", 0},
		"long header":       {record("response", response, long+"body"), long, "body", 200},
		"endless header":    {record("response", response, huge), "", huge, 0},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := archive.NewReader(strings.NewReader(c.file)).Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(r.Body)
			if err != nil {
				t.Fatal(err)
			}
			if string(r.HTTP) != c.head || string(body) != c.body || r.Status != c.status || r.Size != int64(len(body)) {
				t.Errorf("got %.80q, %.80q (%d of %d bytes), %d; want %.80q, %.80q, %d", r.HTTP, body, len(body), r.Size, r.Status, c.head, c.body, c.status)
			}
		})
	}
}

func TestHTTPHeaderAcceptsBrokenLines(t *testing.T) {
	block := "HTTP/1.1 200 OK\r\nset-cookie: a\r\nSet-Cookie: b\r\n folded\r\nno colon\r\n\r\n"
	file := fmt.Sprintf("WARC/1.1\r\nWARC-Type: response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", len(block), block)
	r, err := archive.NewReader(strings.NewReader(file)).Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(r.HTTPHeader()); got != "map[Set-Cookie:[a b   folded]]" {
		t.Errorf("HTTPHeader() = %s", got)
	}
}

func TestLocationSaysWhereARecordLies(t *testing.T) {
	a, b := resource("1.0", "http://a/", "abc", "\r\n"), resource("1.0", "http://b/", "", "\r\n")
	for _, file := range []string{a + b, zip(a, b)} {
		in := archive.NewReader(strings.NewReader(file))
		var end int64
		for range 2 {
			r, err := in.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			l, err := r.Location(t.Context())
			if err != nil || l.Offset != end {
				t.Fatalf("Location() = %v, %v, want offset %d", l, err, end)
			}
			end += l.Length
		}
		if end != int64(len(file)) {
			t.Errorf("the records end at %d of %d", end, len(file))
		}
	}
	r, err := archive.NewReader(strings.NewReader(zip(a + b))).Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Location(t.Context()); !errors.Is(err, archive.ErrShared) {
		t.Errorf("Location() in a shared member: %v", err)
	}
}

// FuzzReader reads anything at all: no panic, no end beyond the file, and in bounded time.
func FuzzReader(f *testing.F) {
	a := resource("1.0", "http://a/", "abc", "\r\n")
	f.Add([]byte(a + a))
	f.Add([]byte(zip(a, a)))
	f.Add([]byte(zip(a + a)))
	f.Add([]byte("WARC/1.1\r\nWARC-Type: response\r\nContent-Length: 30\r\n\r\nHTTP/1.1 200 OK\r\nA: b\r\n\r\nbody"))
	f.Fuzz(func(t *testing.T, data []byte) {
		in := archive.NewReader(bytes.NewReader(data))
		end := int64(0)
		for range len(data) + 2 {
			r, err := in.Next(t.Context())
			if err == io.EOF {
				return
			}
			var damage *archive.DamageError
			if err != nil && !errors.As(err, &damage) {
				return
			}
			if err != nil {
				continue
			}
			r.HTTPHeader()
			r.Original()
			n, err := io.Copy(io.Discard, r.Body)
			if err == nil && n != r.Size {
				t.Fatalf("a body of %d bytes gave %d", r.Size, n)
			}
			l, err := r.Location(t.Context())
			if errors.Is(err, archive.ErrShared) {
				continue
			}
			if err == nil && (l.Offset < end || l.Length <= 0 || l.Offset+l.Length > int64(len(data))) {
				t.Fatalf("record at %+v after %d in %d bytes", l, end, len(data))
			}
			if err == nil {
				end = l.Offset + l.Length
			}
		}
		// A member may hold many records; each still takes bytes of the file.
		if !bytes.Contains(data, []byte{0x1f, 0x8b, 8}) {
			t.Fatalf("no end after %d records of %d bytes", len(data)+2, len(data))
		}
	})
}

func TestFileThatCannotBeReadIsNotDamaged(t *testing.T) {
	errDisk := errors.New("input/output error")
	file := resource("1.1", "http://a/", strings.Repeat("a", 200_000), "\r\n")
	for _, c := range []struct {
		name string
		size int // bytes that can be read
	}{{"in the header", 20}, {"in the block", 150_000}} {
		t.Run(c.name, func(t *testing.T) {
			in := archive.NewReader(io.MultiReader(strings.NewReader(file[:c.size]), iotest.ErrReader(errDisk)))
			rec, err := in.Next(t.Context())
			if err == nil {
				_, err = rec.Location(t.Context())
			}
			if _, damaged := errors.AsType[*archive.DamageError](err); damaged || !errors.Is(err, errDisk) {
				t.Errorf("error = %v; want that of the file, and no damage", err)
			}
			if _, err := in.Next(t.Context()); !errors.Is(err, errDisk) {
				t.Errorf("error of the next record = %v; want that of the file", err)
			}
		})
	}
}
