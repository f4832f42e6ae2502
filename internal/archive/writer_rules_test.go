package archive_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// A strictRecord is a record as the checker below found it, which shares no code with
// the package and knows only the standard's own rules.
type strictRecord struct {
	kind, id string
	fields   map[string]string
	block    []byte
}

var (
	strictID   = regexp.MustCompile(`^<urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}>$`)
	strictName = regexp.MustCompile(`^[!#$%&'*+\-.^_|~0-9A-Za-z]+$`)
)

// checkStrict holds the file at path against WARC 1.1: member boundaries, named
// fields, lengths, line ends, digests, references; and gives its records.
func checkStrict(t *testing.T, path string) []strictRecord {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var records []strictRecord
	ids := map[string]bool{}
	for len(data) > 0 {
		var r strictRecord
		if strings.HasSuffix(path, ".gz") {
			r, data = strictMember(t, data)
		} else {
			r, data = strictOne(t, data)
		}
		if ids[r.id] {
			t.Fatalf("%s: %s stands twice", path, r.id)
		}
		ids[r.id] = true
		r.check(t, ids)
		records = append(records, r)
	}
	if len(records) == 0 || records[0].kind != "warcinfo" || records[0].fields["warc-filename"] != filepath.Base(path) {
		t.Fatalf("%s does not begin with its warcinfo record", path)
	}
	return records
}

// strictMember takes one gzip member, which must hold one record and nothing else.
func strictMember(t *testing.T, data []byte) (strictRecord, []byte) {
	t.Helper()
	in := bytes.NewReader(data)
	z, err := gzip.NewReader(in)
	if err != nil {
		t.Fatal(err)
	}
	z.Multistream(false)
	content, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	r, rest := strictOne(t, content)
	if len(rest) > 0 {
		t.Fatalf("%d bytes after the record in its gzip member", len(rest))
	}
	return r, data[len(data)-in.Len():]
}

func strictOne(t *testing.T, data []byte) (strictRecord, []byte) {
	t.Helper()
	head, rest, ok := bytes.Cut(data, []byte("\r\n\r\n"))
	lines := strings.Split(string(head), "\r\n")
	if !ok || lines[0] != "WARC/1.1" {
		t.Fatalf("record begins %.40q", data)
	}
	r := strictRecord{fields: map[string]string{}}
	for _, line := range lines[1:] {
		name, value, ok := strings.Cut(line, ": ")
		key := strings.ToLower(name)
		if _, twice := r.fields[key]; !ok || twice || value == "" || !strictName.MatchString(name) || strings.ContainsAny(value, "\r\n") {
			t.Fatalf("bad named field %q", line)
		}
		r.fields[key] = value
	}
	r.kind, r.id = r.fields["warc-type"], r.fields["warc-record-id"]
	n, err := strconv.Atoi(r.fields["content-length"])
	if err != nil || n < 0 || n+4 > len(rest) {
		t.Fatalf("content length %q with %d bytes left", r.fields["content-length"], len(rest))
	}
	r.block = rest[:n]
	if string(rest[n:n+4]) != "\r\n\r\n" {
		t.Fatalf("%q follows the block", rest[n:n+4])
	}
	return r, rest[n+4:]
}

// mayHave says which named fields the standard allows in the types that we write.
var mayHave = map[string]string{
	"warcinfo": "warc-filename",
	"response": "warc-target-uri warc-ip-address warc-payload-digest warc-identified-payload-type warc-truncated",
	"revisit":  "warc-target-uri warc-ip-address warc-payload-digest warc-identified-payload-type warc-profile warc-refers-to-target-uri warc-refers-to-date",
	"request":  "warc-target-uri warc-ip-address warc-concurrent-to",
	"metadata": "warc-target-uri warc-concurrent-to pad",
}

func (r strictRecord) check(t *testing.T, before map[string]bool) {
	t.Helper()
	if !strictID.MatchString(r.id) {
		t.Errorf("record ID %q", r.id)
	}
	if _, err := time.Parse("2006-01-02T15:04:05.999999999Z", r.fields["warc-date"]); err != nil {
		t.Error(err)
	}
	allowed, ok := mayHave[r.kind]
	if !ok {
		t.Fatalf("type %q", r.kind)
	}
	allowed += " warc-type warc-record-id warc-date content-length content-type warc-block-digest"
	for name := range r.fields {
		if !strings.Contains(" "+allowed+" ", " "+name+" ") {
			t.Errorf("%s record has %s", r.kind, name)
		}
	}
	about := r.kind != "warcinfo" && r.fields["pad"] == "" // what stands in the place of an erased record is about nothing
	if uri := r.fields["warc-target-uri"]; about != (uri != "") || strings.ContainsAny(uri, "<> ") {
		t.Errorf("%s record about %q", r.kind, uri)
	}
	if to, ok := r.fields["warc-concurrent-to"]; ok && !before[to] {
		t.Errorf("%s record refers to %s, which is not there", r.kind, to)
	}
	r.checkBlock(t)
}

func (r strictRecord) checkBlock(t *testing.T) {
	t.Helper()
	types := map[string]string{"response": "application/http;msgtype=response", "revisit": "application/http;msgtype=response",
		"request": "application/http;msgtype=request", "metadata": "application/warc-fields", "warcinfo": "application/warc-fields"}
	if r.fields["content-type"] != types[r.kind] {
		t.Errorf("%s record is %q", r.kind, r.fields["content-type"])
	}
	if d, ok := r.fields["warc-block-digest"]; ok && d != digest(r.block) {
		t.Errorf("%s record: block digest %s, want %s", r.kind, d, digest(r.block))
	}
	_, payload, hasHead := bytes.Cut(r.block, []byte("\r\n\r\n"))
	switch r.kind {
	case "response":
		if d, ok := r.fields["warc-payload-digest"]; !hasHead || ok && d != digest(payload) {
			t.Errorf("response: payload digest %s, want %s", d, digest(payload))
		}
	case "revisit":
		if !hasHead || len(payload) > 0 || !strings.HasPrefix(r.fields["warc-profile"], "http://netpreserve.org/warc/1.1/revisit/") {
			t.Errorf("revisit by %q with a payload of %d bytes", r.fields["warc-profile"], len(payload))
		}
	case "metadata", "warcinfo":
		for line := range strings.Lines(string(r.block)) {
			if name, _, ok := strings.Cut(line, ": "); !ok || !strictName.MatchString(name) || !strings.HasSuffix(line, "\r\n") {
				t.Errorf("%s record has the line %q", r.kind, line)
			}
		}
	}
}

func digest(b []byte) string { return fmt.Sprintf("sha256:%x", sha256.Sum256(b)) }
