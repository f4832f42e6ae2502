package fetch

import (
	"crypto/tls"
	"net/http"
	"net/netip"
	"time"

	"sluice/weburl"
)

// DefaultLimit is how many decoded bytes of a body are kept when [Request.Limit] is nil.
const DefaultLimit = 10 << 20

// HeadSize is how many decoded bytes [Request.Limit] gets to see at most.
const HeadSize = 3072

// Request is a request for [Client.Do].
type Request struct {
	URL          weburl.URL
	ETag         string // sent as If-None-Match; "" for none
	LastModified string // sent as If-Modified-Since; "" for none
	Accept       string // Accept header; "" for the default

	Whole     time.Duration // limit of time below that of the client; 0 for none
	Anonymous bool          // no cookies and no secrets are sent, and no cookies kept

	Via []string // the redirects that led to URL, oldest first: cookies for a whole domain are kept within them

	// Limit is called once, before more than HeadSize bytes of the body are decoded, with the Content-Type
	// header and these first bytes. It returns how many decoded bytes to read at most. What the server sends is limited by
	// the same number (and a little more, when it is encoded). It must not keep head.
	Limit func(contentType string, head []byte) int64

	// Decline, if set, is called once with the header of the final answer. It returns the reason for which the body is not wanted,
	// or "". With a reason nothing of the body is read, and Response.Declined is the reason. It must not keep header.
	Decline func(status int, header http.Header) string
}

// Truncation is the reason for which a body is not whole, in the words that an archive uses.
type Truncation string

// The truncations.
const (
	OverLength   Truncation = "length"     // a limit of size was met
	OverTime     Truncation = "time"       // a limit of time was met
	Disconnected Truncation = "disconnect" // connection or chunks broke off
	BadEncoding  Truncation = "encoding"   // Wire is whole, but Content could not be decoded to its end
)

// Response is the answer of a server. All of it but the times and strings is in buffers that Release frees.
type Response struct {
	Status int
	Proto  string      // "HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/0.9"
	Header http.Header // names in canonical form, folded values joined, in the server's own bytes

	// RequestBytes are request line and headers as sent, with [credential.Redacted] in place of each secret; HTTP/2 is
	// written out as HTTP/1.1.
	RequestBytes []byte
	// HeaderBytes are status line and headers as they came, ending in a blank line. HTTP/2 is written out as
	// HTTP/1.1; Transfer-Encoding is renamed to X-Archive-Orig-Transfer-Encoding, because Wire is without it.
	HeaderBytes []byte

	Wire    Body // the body without transfer encoding, content encoding still on: what an archive keeps
	Content Body // the body without content encoding; the same bytes as Wire when there was none

	Addr netip.AddrPort       // of the server; not valid behind a proxy
	TLS  *tls.ConnectionState // shared by all exchanges of a connection; nil without TLS

	// Truncated is the reason for which the body is not whole; empty when it is whole.
	Truncated Truncation
	// Declined is what Request.Decline returned; the body is empty then.
	Declined string
	// Undecoded is the reason for which not a byte of Wire could be decoded: "encoding: gzip", say. Content is empty then.
	Undecoded Cause
	// Marks are the irregularities that were tolerated, such as "http/0.9" or "encoding: plain".
	Marks []string

	Start     time.Time // Do was called
	FirstByte time.Time // the header was there
	End       time.Time // the body was there

	x *exchange
}

// Age returns how long before it was sent the body had been modified, both by the server's clock; 0 if its headers do not say it.
func (r *Response) Age() time.Duration {
	modified, err := http.ParseTime(r.Header.Get("Last-Modified"))
	if err != nil {
		return 0
	}
	sent, err := http.ParseTime(r.Header.Get("Date"))
	if err != nil {
		return 0
	}
	return max(0, sent.Sub(modified))
}

// Release frees the buffers and temporary files of the response. Afterwards only its status, strings and times may be
// read. A second call does nothing.
func (r *Response) Release() {
	if r.x == nil {
		return
	}
	x := r.x
	r.x, r.Header, r.RequestBytes, r.HeaderBytes = nil, nil, nil, nil
	r.Wire, r.Content = Body{}, Body{}
	x.release()
}
