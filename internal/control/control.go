// Package control lets other processes query and steer the crawl that runs on a library.
//
// The crawl calls [Serve]; others make a [Client] and call its methods, which return [ErrNoCrawl] when no crawl listens. It is HTTP with
// JSON over the Unix socket control.sock in the library's folder, which only the folder's owner may open:
//
//	GET  /status        crawl.Status
//	GET  /explain?url=  crawl.Verdict
//	GET  /known?url=    URL
//	POST /stop          crawl.Status
package control

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"sluice/crawl"
	"sluice/internal/frontier"
	"sluice/internal/system"
)

const socketName = "control.sock"

const (
	maxSocketPath = 100 // bytes that every system takes (Linux takes 108, macOS and FreeBSD 104)
	timeout       = 10 * time.Second
	maxAnswer     = 1 << 20 // bytes
)

// A Crawl is what a running crawl answers.
type Crawl interface {
	Status(ctx context.Context) (crawl.Status, error)
	Stop(reason string)
	Explain(ctx context.Context, url string) (crawl.Verdict, error)
	Known(ctx context.Context, url string) (URL, error)
}

// URL is what the frontier knows of one URL.
type URL struct {
	URL    string         `json:"url"` // canonical form
	State  frontier.State `json:"state"`
	Cause  string         `json:"cause"`  // why it was refused
	Parent string         `json:"parent"` // the page on which it was found, while it waits or if it was refused
	Depth  int            `json:"depth"`
}

// A Server answers for a crawl.
type Server struct {
	dir   string
	http  http.Server
	ended chan struct{}
}

// Serve begins to answer on the socket of the folder. It replaces the socket that a killed crawl has left, so the caller must hold the
// folder's lock.
func Serve(dir string, c Crawl) (*Server, error) {
	path, closePath, err := socketPath(dir)
	if err != nil {
		return nil, err
	}
	defer closePath()
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	listener, err := listen(path)
	if err != nil {
		return nil, fmt.Errorf("open control socket: %w", err)
	}
	if unix, ok := listener.(*net.UnixListener); ok {
		unix.SetUnlinkOnClose(false) // the path may be one that ends with this function; Close removes the socket
	}
	s := &Server{dir: dir, ended: make(chan struct{})}
	s.http = http.Server{Handler: handler(c), ReadTimeout: timeout, WriteTimeout: timeout, MaxHeaderBytes: 128 << 10}
	go func() {
		defer close(s.ended)
		s.http.Serve(listener) // returns when the server is closed
	}()
	return s, nil
}

// Close stops answering and removes the socket.
func (s *Server) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if s.http.Shutdown(ctx) != nil {
		s.http.Close()
	}
	<-s.ended
	return os.Remove(Path(s.dir))
}

// Path returns the path of the folder's socket. No crawl can begin in the folder if it has more than [PathLimit] bytes.
func Path(dir string) string { return filepath.Join(dir, socketName) }

// socketPath returns a path of the folder's socket that is short enough for the system. Where the real path is too long, it may lead through
// the opened folder, until done is called.
func socketPath(dir string) (path string, done func(), err error) {
	path = Path(dir)
	if len(path) <= maxSocketPath {
		return path, func() {}, nil
	}
	return shortPath(dir)
}

func handler(c Crawl) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /status", func(w http.ResponseWriter, r *http.Request) {
		s, err := c.Status(r.Context())
		reply(w, s, err)
	})
	mux.HandleFunc("POST /stop", func(w http.ResponseWriter, r *http.Request) {
		c.Stop("by `sluice stop`")
		s, _ := c.Status(r.Context()) // it stops, also if something cannot be counted
		reply(w, s, nil)
	})
	mux.HandleFunc("GET /explain", func(w http.ResponseWriter, r *http.Request) {
		v, err := c.Explain(r.Context(), r.FormValue("url"))
		reply(w, v, err)
	})
	mux.HandleFunc("GET /known", func(w http.ResponseWriter, r *http.Request) {
		u, err := c.Known(r.Context(), r.FormValue("url"))
		reply(w, u, err)
	})
	return mux
}

func reply(w http.ResponseWriter, v any, err error) {
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(v) // an error means that the asker is gone
}

// ErrNoCrawl is the error of a request if no crawl runs.
var ErrNoCrawl = errors.New("no crawl is running")

// ErrNotOwner is the error of a user who may not open the socket. Nothing listens on it if a crawl was killed.
var ErrNotOwner = errors.New("only the owner of the library may ask the crawl that runs on it")

// A Client sends requests to the crawl that runs on a library.
type Client struct{ dir string }

// NewClient returns a client for the library in a folder.
func NewClient(dir string) Client { return Client{dir} }

// Status returns the state of the crawl.
func (c Client) Status(ctx context.Context) (s crawl.Status, err error) {
	err = c.call(ctx, http.MethodGet, "/status", "", &s)
	return s, err
}

// Stop asks the crawl to stop, and returns its state. It does not wait until the crawl has ended.
func (c Client) Stop(ctx context.Context) (s crawl.Status, err error) {
	err = c.call(ctx, http.MethodPost, "/stop", "", &s)
	return s, err
}

// Explain returns whether the crawl would fetch a URL, and why.
func (c Client) Explain(ctx context.Context, url string) (v crawl.Verdict, err error) {
	err = c.call(ctx, http.MethodGet, "/explain", url, &v)
	return v, err
}

// Known returns what the frontier of the crawl knows of a URL.
func (c Client) Known(ctx context.Context, url string) (u URL, err error) {
	err = c.call(ctx, http.MethodGet, "/known", url, &u)
	return u, err
}

// call makes one request and decodes its answer into v.
func (c Client) call(ctx context.Context, method, path, about string, v any) error {
	client := http.Client{Timeout: timeout, Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			path, done, err := socketPath(c.dir)
			if err != nil {
				return nil, err
			}
			defer done()
			if _, err := os.Lstat(path); err != nil { // Windows would report a missing socket as a broken network
				return nil, err
			}
			return new(net.Dialer).DialContext(ctx, "unix", path)
		},
	}}
	target := "http://control" + path
	if about != "" {
		target += "?" + url.Values{"url": {about}}.Encode()
	}
	r, err := http.NewRequestWithContext(ctx, method, target, nil)
	if err != nil {
		return err
	}
	response, err := client.Do(r)
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, system.ErrConnRefused) {
		return ErrNoCrawl
	}
	if errors.Is(err, os.ErrPermission) {
		return ErrNotOwner
	}
	if err != nil {
		return fmt.Errorf("ask the running crawl: %w", err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil {
		return fmt.Errorf("ask the running crawl: %w", err)
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("ask the running crawl: %s", strings.TrimSpace(string(body)))
	}
	return json.Unmarshal(bytes.TrimSpace(body), v)
}
