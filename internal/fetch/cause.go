package fetch

import "strings"

// Cause is why an exchange failed: a short phrase from the table in the package's documentation, as reports show it and the
// catalogue stores it. A phrase with a colon has its [Class] before it.
type Cause string

// The causes that callers distinguish.
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
	ProxyConnect        Cause = "proxy: connect"
	ProxyRefused        Cause = "proxy: refused"
	ProxyAuthentication Cause = "proxy: authentication"
	ProxyMalformed      Cause = "proxy: malformed"
	ConnectTimeout      Cause = "timeout: connect"
	TLSTimeout          Cause = "timeout: tls"
	Unknown             Cause = "failed" // of an error that is no Error of this package
)

// Class is the part of an exchange in which it failed.
type Class string

// The classes that callers distinguish.
const (
	Guard    Class = "guard"    // the address guard forbids the address
	Local    Class = "local"    // a fault of this machine
	Dial     Class = "connect"  // no connection
	Secure   Class = "tls"      // no TLS on the connection
	Timeout  Class = "timeout"  // a limit of time
	Encoding Class = "encoding" // the body cannot be decoded
)

// Class returns the class of a cause, empty for one without.
func (c Cause) Class() Class {
	class, _, found := strings.Cut(string(c), ": ")
	if !found {
		return ""
	}
	return Class(class)
}

// IsCancelled reports whether the caller ended the exchange.
func (e *Error) IsCancelled() bool { return e.Cause == Cancelled || e.Cause == ClosedClient }

// IsOurs reports whether the fault lies on this side, with the machine or its proxy, so that it does not concern the host.
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
