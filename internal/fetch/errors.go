package fetch

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"os"

	"sluice/internal/fetch/resolver"
	"sluice/internal/system"
)

// Error is the reason for which an exchange brought nothing that could be kept.
type Error struct {
	Cause     Cause
	Err       error // what was found, nil when the cause is enough
	Temporary bool  // whether the same request may succeed later
}

// Error returns the cause and what was found.
func (e *Error) Error() string {
	if e.Err == nil {
		return string(e.Cause)
	}
	return string(e.Cause) + ": " + e.Err.Error()
}

// Unwrap returns what was found.
func (e *Error) Unwrap() error { return e.Err }

// AsError returns the *Error in err's tree; an error without one gets the cause [Unknown].
func AsError(err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	return &Error{Cause: Unknown, Err: err}
}

// newError makes an error of a cause, which decides whether it may pass.
func newError(cause Cause, err error) *Error {
	return &Error{Cause: cause, Err: err, Temporary: cause.isTemporary()}
}

// malformed makes the error for an answer that is not safe to read.
func malformed(what string) *Error { return newError(withDetail(malformedAnswer, what), nil) }

// cancelled makes the error for a context that has ended.
func cancelled(ctx context.Context) *Error { return newError(Cancelled, context.Cause(ctx)) }

// dnsError finds the cause of a look-up that failed.
func dnsError(ctx context.Context, err error) *Error {
	switch {
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return newError(wholeTimeout, err) // Do knows whether it was its own time or its caller's
	case resolver.IsNotFound(err):
		return newError(NoSuchHost, err)
	case isTimeout(err):
		return newError(DNSTimeout, err)
	}
	return newError(DNSFailure, err)
}

// connectError finds the cause of a dial that failed.
func connectError(err error) *Error {
	switch {
	case isTimeout(err):
		return newError(ConnectTimeout, err)
	case errors.Is(err, system.ErrConnRefused):
		return newError(ConnectRefused, err)
	case errors.Is(err, system.ErrHostUnreachable), errors.Is(err, system.ErrNetUnreachable), errors.Is(err, system.ErrAddressUnavailable):
		return newError(ConnectUnreachable, err)
	case system.IsOutOfFiles(err):
		return newError(OutOfFiles, err)
	}
	return newError(ConnectFailed, err)
}

// tlsError finds the cause of a handshake that failed.
func tlsError(err error) *Error {
	var (
		invalid x509.CertificateInvalidError
		unknown x509.UnknownAuthorityError
		name    x509.HostnameError
		verify  *tls.CertificateVerificationError
		record  tls.RecordHeaderError
		alert   tls.AlertError
		op      *net.OpError
	)
	cause := tlsHandshake
	switch {
	case isTimeout(err):
		cause = TLSTimeout
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		cause = tlsExpired
	case errors.As(err, &unknown):
		cause = tlsUnknown
	case errors.As(err, &name):
		cause = tlsWrongName
	case errors.As(err, &verify):
		cause = tlsBad
	case errors.As(err, &record):
		cause = tlsNot
	case errors.As(err, &alert), errors.As(err, &op) && op.Op == "remote error":
		cause = tlsRefused
	}
	return newError(cause, err)
}

// streamError finds the cause of a read or write that failed. An error of HTTP/2 has its cause already: askHTTP2 and
// h2body return nothing but *Error.
func streamError(err error) *Error {
	var known *Error
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(err, system.ErrConnReset):
		return newError(connectionReset, err)
	case err == io.EOF:
		return newError(connectionClosed, nil)
	}
	return newError(connectionClosed, err)
}

// isTimeout reports whether a time limit has passed, of a connection or of a context.
func isTimeout(err error) bool {
	if err == nil {
		return false
	}
	var t interface{ Timeout() bool }
	return errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, context.DeadlineExceeded) ||
		errors.As(err, &t) && t.Timeout()
}
