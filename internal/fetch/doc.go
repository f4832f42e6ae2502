// Package fetch makes single HTTP exchanges: it requests one URL and returns the response, byte for byte.
//
// Make a [Client] with [New], send a request with [Client.Do], read [Response.Content] (and [Response.Wire] for the
// archive), and free the buffers with [Response.Release]. Redirects, retries, robots rules and politeness
// belong to the caller: one call of Do is one request, made a second time only when a kept connection turned
// out to be dead before a byte of the answer came.
//
// # What it promises
//
// Every wait and every size has a finite limit, counted after decompression too; Do returns soon after its
// context ends; a connection is made only to an address that [sluice/internal/fetch/guard] has nothing against, unless the user
// allowed it. A response that a browser would show is kept, with a mark in [Response.Marks] for each fault;
// [Response.Truncated] is set if it was cut off. Anything else is an [*Error] with a cause.
//
// HTTP/1.x is spoken by this package itself, because net/http refuses much that servers send and browsers
// show, loses the header bytes that an archive keeps, and costs twice the time. HTTP/2 is net/http's.
//
// # Causes
//
// Causes are short lower-case phrases. Those marked t are temporary: the same request may succeed later.
//
//	cancelled t                the context ended
//	closed client              Do was called after Close
//	malformed url              host or target holds bytes that cannot be sent
//	guard: NAME                the address lies in the special-purpose block NAME
//	guard: own address         the address is one of this machine
//	guard: local name          the name means this machine or this network: one label, .local, .lan, .internal and the like
//	guard: bad port            other protocols are spoken at the port
//	dns: no such host          the name does not exist, or has no address
//	dns: timeout t             no name server answered in time
//	dns: server failure t      a name server answered with a failure
//	connect: refused t         nothing listens there
//	connect: unreachable t     no route to host or network
//	connect: failed t          any other failure to connect
//	local: out of files t      this process has no file descriptor left
//	local: disk                a body could not be written to the temporary folder
//	proxy: connect t           the proxy itself cannot be reached
//	proxy: refused t           the proxy does not open a connection to the host
//	proxy: authentication      the proxy wants (other) credentials
//	proxy: malformed           the proxy does not speak its protocol
//	tls: expired               certificate expired or not yet valid
//	tls: unknown authority     certificate signed by no trusted authority, or by itself
//	tls: wrong name            certificate for another host
//	tls: bad certificate       certificate wrong in any other way
//	tls: not tls               the server does not speak TLS on this port
//	tls: refused               the server broke the handshake off
//	tls: handshake t           any other failure of the handshake
//	timeout: connect t         limits of time, see [Options]
//	timeout: tls t
//	timeout: first byte t
//	timeout: stall t
//	timeout: slow body t
//	timeout: whole t
//	reset t                    connection reset before a byte of the body came
//	closed t                   connection closed before a byte of the body came
//	http2 t                    the HTTP/2 stream or connection failed
//	header too large           too many bytes or lines of header
//	malformed answer: WHAT     not HTTP, or in a way that is not safe to read
//	encoding: WHAT             the transfer coding cannot be undone
//
// Causes of a body cut short (timeout, reset, closed, malformed chunk) are in [Response.Marks] instead when
// part of it had come.
//
// # Marks
//
//	http/0.9                              no header: the whole answer is the body
//	header cut                            the connection ended inside the header
//	header line without name or colon     the line was ignored
//	content-length ignored                it is no number
//	transfer encoding                     of a redirect, unknown: its body was not read
//	trailer                               what follows the last chunk is malformed
//	encoding: plain                       the body is not in the encoding that the header names
//	encoding: unknown                     an unknown encoding was ignored
//	encoding: broken                      Content ends where decoding failed
//	encoding: checksum or trailing bytes  Content is whole, but what follows it in Wire is wrong
package fetch
