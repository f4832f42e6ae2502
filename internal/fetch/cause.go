package fetch

import "sluice/internal/cause"

// Cause is why an exchange failed: a short phrase from the table in the package's documentation, as reports show it and the
// catalogue stores it. Package [sluice/internal/cause] joins class and detail.
type Cause string

// The causes. Those with a name that varies are made by [withDetail].
const (
	Cancelled           Cause = "cancelled"
	ClosedClient        Cause = "closed client"
	NoSuchHost          Cause = "dns: no such host"
	DNSTimeout          Cause = "dns: timeout"
	DNSFailure          Cause = "dns: server failure"
	ConnectRefused      Cause = "connect: refused"
	ConnectUnreachable  Cause = "connect: unreachable"
	ConnectFailed       Cause = "connect: failed"
	OutOfFiles          Cause = "local: out of files"
	Disk                Cause = "local: disk"
	ProxyConnect        Cause = "proxy: connect"
	ProxyRefused        Cause = "proxy: refused"
	ProxyAuthentication Cause = "proxy: authentication"
	ProxyMalformed      Cause = "proxy: malformed"
	ConnectTimeout      Cause = "timeout: connect"
	TLSTimeout          Cause = "timeout: tls"
	Unknown             Cause = "failed" // of an error that is no Error of this package

	malformedURL     Cause = "malformed url"
	tlsExpired       Cause = "tls: expired"
	tlsUnknown       Cause = "tls: unknown authority"
	tlsWrongName     Cause = "tls: wrong name"
	tlsBad           Cause = "tls: bad certificate"
	tlsNot           Cause = "tls: not tls"
	tlsRefused       Cause = "tls: refused"
	tlsHandshake     Cause = "tls: handshake"
	firstByteTimeout Cause = "timeout: first byte"
	stallTimeout     Cause = "timeout: stall"
	slowBodyTimeout  Cause = "timeout: slow body"
	wholeTimeout     Cause = "timeout: whole"
	connectionReset  Cause = "reset"
	connectionClosed Cause = "closed"
	failedHTTP2      Cause = "http2"
	headerTooLarge   Cause = "header too large"
	noStatusLine     Cause = "malformed answer: no status line"
	tooManyEncodings Cause = "encoding: too many"
)

// The classes of causes that callers distinguish.
const (
	Guard    cause.Class = "guard"    // the address guard forbids the address
	Local    cause.Class = "local"    // a fault of this machine
	Dial     cause.Class = "connect"  // no connection
	Secure   cause.Class = "tls"      // no TLS on the connection
	Proxy    cause.Class = "proxy"    // no connection through the proxy
	Timeout  cause.Class = "timeout"  // a limit of time
	Encoding cause.Class = "encoding" // the body cannot be decoded

	malformedAnswer cause.Class = "malformed answer"
)

// withDetail returns the cause of a class with a detail that is no constant: the name of an address block or an encoding, say.
func withDetail(class cause.Class, detail string) Cause { return Cause(class.With(detail)) }

// Class returns the class of a cause, empty for one without.
func (c Cause) Class() cause.Class { return cause.Of(string(c)) }

// isTemporary reports whether what failed for this cause may succeed later.
func (c Cause) isTemporary() bool {
	switch c {
	case Cancelled, DNSTimeout, DNSFailure, ConnectRefused, ConnectUnreachable, ConnectFailed, OutOfFiles, ProxyConnect, ProxyRefused,
		tlsHandshake, ConnectTimeout, TLSTimeout, firstByteTimeout, stallTimeout, slowBodyTimeout, wholeTimeout, connectionReset, connectionClosed, failedHTTP2,
		noStatusLine: // as when a proxy fails, or when the answer before was longer than it said
		return true
	}
	return false
}

// IsCancelled reports whether the caller ended the exchange.
func (e *Error) IsCancelled() bool { return e.Cause == Cancelled || e.Cause == ClosedClient }

// IsOurs reports whether the fault is that of this machine or its proxy, and not of the host.
func (e *Error) IsOurs() bool {
	switch e.Cause {
	case ProxyConnect, ProxyAuthentication, ProxyMalformed:
		return true
	}
	return e.IsCancelled() || e.Cause.Class() == Local
}

// IsUnreachable reports whether no connection came about, so that the other scheme may do better.
func (e *Error) IsUnreachable() bool {
	switch e.Cause {
	case ProxyRefused, ConnectTimeout, TLSTimeout:
		return true
	}
	class := e.Cause.Class()
	return class == Dial || class == Secure
}

// IsHostFault reports whether the failure concerns the host, not only one answer.
func (e *Error) IsHostFault() bool {
	return e.Temporary || e.IsUnreachable() || e.Cause == NoSuchHost
}

// IsNetworkFault reports whether the failure looks the same when the network is down.
func (e *Error) IsNetworkFault() bool {
	switch e.Cause {
	case ConnectUnreachable, ConnectFailed, ConnectTimeout, DNSTimeout, DNSFailure:
		return true
	}
	return false
}
