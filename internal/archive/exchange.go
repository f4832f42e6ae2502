package archive

import (
	"io"
	"net/netip"
	"time"
)

// A Field is one named field of a WARC record, or one line of a warcinfo or metadata record.
type Field struct{ Name, Value string }

// An Exchange is one request and the answer to it, as the archive keeps them.
type Exchange struct {
	URL  string     // what was asked for: the target URI
	Addr netip.Addr // the server's address; the zero Addr when it is not known (behind a proxy)
	Time time.Time  // when the request was sent; kept to the millisecond, in UTC

	Request []byte    // request line and headers as sent, with the body if there was one; empty: no request record
	Header  []byte    // status line and headers as they came, with the blank line that ends them
	Body    io.Reader // the payload as it came, transfer encoding removed, content encoding on; nil when Len is 0
	Len     int64     // bytes that Body gives; Encode reads no more, and fails when there are fewer

	PayloadDigest string // of Body, "sha256:" and hexadecimal digits; empty when not known
	PayloadType   string // the media type that sniffing found; empty when not known
	Truncated     string // why Body is not whole: "length", "time", "disconnect" or "unspecified"; empty when it is whole

	// Revisit, if not nil, makes a revisit record in the place of the response: the
	// headers are kept and Body is not, as it lies already where Revisit points.
	Revisit *Original

	Metadata []Field // how it was found and went: via, hopsFromSeed, fetchTimeMs, …; empty: no metadata record
}

// An Original is the earlier response that a revisit record stands for.
type Original struct {
	Profile Profile
	URL     string    // its target URI
	Time    time.Time // its Exchange.Time
}

// A Profile says how it was known that a payload is an old one.
type Profile string

// The two profiles of WARC 1.1, section 6.7.
const (
	SamePayload Profile = "identical-payload-digest" // fetched again, and equal by digest
	NotModified Profile = "server-not-modified"      // not fetched again: the server answered 304
)

// A Location is where the response or revisit record of one exchange lies.
type Location struct {
	File   string // name of the file within the archive's folder
	Offset int64  // of the record's first byte (of its gzip member when the file is compressed)
	Length int64  // bytes in the file, compressed if the file is
}

// A Position is how far an archive is durable. The zero Position is an archive with nothing in it.
type Position struct {
	File   string // the last file; those before it in order are whole
	Offset int64  // bytes of File that count
}
