package sluice

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
	"syscall"
	"time"
)

// The control socket is how other commands reach a running crawl: HTTP with
// JSON answers over a Unix socket that only the folder's owner may open.
//
//	GET  /status        Status
//	GET  /explain?url=  crawl.Verdict
//	GET  /known?url=    Known
//	POST /stop
const socketName = "control.sock"

const (
	longestSocket  = 100 // bytes of a path that every system takes (the kernel's own limit is 108)
	controlTimeout = 10 * time.Second
	maxAnswer      = 1 << 20 // bytes of an answer
)

// control serves the socket of a crawl.
type control struct {
	server http.Server
	ended  chan struct{}
}

// serve begins to answer on the folder's socket. A socket that a killed crawl
// left behind is replaced: the caller holds the folder's lock.
func serve(dir string, handler http.Handler) (*control, error) {
	path, closePath, err := socketPath(dir)
	if err != nil {
		return nil, err
	}
	defer closePath()
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return nil, fmt.Errorf("control socket: %w", err)
	}
	listener.SetUnlinkOnClose(false) // by a name that may be gone by then; close removes it
	if err := os.Chmod(path, 0o600); err != nil {
		listener.Close()
		return nil, err
	}
	c := &control{ended: make(chan struct{})}
	c.server = http.Server{Handler: handler, ReadTimeout: controlTimeout, WriteTimeout: controlTimeout, MaxHeaderBytes: 128 << 10}
	go func() {
		defer close(c.ended)
		c.server.Serve(listener)
	}()
	return c, nil
}

func (c *control) close(dir string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if c.server.Shutdown(ctx) != nil {
		c.server.Close()
	}
	<-c.ended
	return os.Remove(filepath.Join(dir, socketName))
}

// socketPath names the folder's socket by a path short enough for the system:
// where the real one is too long, by way of the opened folder.
func socketPath(dir string) (path string, done func(), err error) {
	path = filepath.Join(dir, socketName)
	if len(path) <= longestSocket {
		return path, func() {}, nil
	}
	folder, err := os.Open(dir)
	if err != nil {
		return "", nil, err
	}
	return fmt.Sprintf("/proc/self/fd/%d/%s", folder.Fd(), socketName), func() { folder.Close() }, nil
}

// handler answers what other commands ask of c.
func (c *Crawl) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /status", func(w http.ResponseWriter, _ *http.Request) { answer(w, c.status(), nil) })
	mux.HandleFunc("POST /stop", func(w http.ResponseWriter, _ *http.Request) {
		c.Stop("by `sluice stop`")
		answer(w, c.status(), nil)
	})
	mux.HandleFunc("GET /explain", func(w http.ResponseWriter, r *http.Request) {
		v, err := c.Explain(r.FormValue("url"))
		answer(w, v, err)
	})
	mux.HandleFunc("GET /known", func(w http.ResponseWriter, r *http.Request) {
		known, err := knownTo(c.stores.frontier, r.FormValue("url"))
		answer(w, known, err)
	})
	return mux
}

func answer(w http.ResponseWriter, v any, err error) {
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(v)
}

// errNoCrawl says that nobody answers on the socket.
var errNoCrawl = errors.New("no crawl runs on this folder")

// ask sends one request to the crawl that runs on dir and reads its answer into v.
func ask(ctx context.Context, dir, method, path, about string, v any) error {
	client := http.Client{Timeout: controlTimeout, Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			path, done, err := socketPath(dir)
			if err != nil {
				return nil, err
			}
			defer done()
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
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, syscall.ECONNREFUSED) {
		return errNoCrawl
	}
	if err != nil {
		return fmt.Errorf("control socket: %w", err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil {
		return fmt.Errorf("control socket: %w", err)
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("control socket: %s", strings.TrimSpace(string(body)))
	}
	return json.Unmarshal(bytes.TrimSpace(body), v)
}

// Status is how a library's crawl stands: of the one that runs, or of the last one.
type Status struct {
	Running bool      `json:"running"`
	PID     int       `json:"pid,omitempty"`    // of the process that crawls
	State   string    `json:"state"`            // "running", "resting", "paused", "done", "limit", "stopped", "interrupted", "rebuilding", "none"
	Reason  string    `json:"reason,omitempty"` // which limit, who stopped it, what it waits for
	Started time.Time `json:"started,omitzero"`
	Ended   time.Time `json:"ended,omitzero"`
	Seconds float64   `json:"seconds"` // of activity, over all sessions

	Pages          int64            `json:"pages"`
	Found          int64            `json:"found"`     // URLs of documents, fetched or not
	Documents      int64            `json:"documents"` // fetched
	Accepted       int64            `json:"accepted"`  // documents: by this run; when none runs, in the library. So are the next three
	Rejected       int64            `json:"rejected"`
	RejectedBy     map[string]int64 `json:"rejected_by,omitempty"` // by cause
	Unread         int64            `json:"unread"`
	ToRead         int64            `json:"to_read"` // documents and pages that wait to be taken in
	Errors         int64            `json:"errors"`
	Refused        int64            `json:"refused"`
	Bytes          int64            `json:"bytes"`
	Queue          int64            `json:"queue"`
	Hosts          int64            `json:"hosts"`
	ActiveHosts    int              `json:"active_hosts"`
	Inflight       int              `json:"inflight"`
	PagesPerSecond float64          `json:"pages_per_second"`
	BytesPerSecond float64          `json:"bytes_per_second"`
}

// fill takes over the counts of a running crawl.
func (s *Status) fill(stats Stats) {
	s.Found, s.Accepted, s.Rejected, s.Unread, s.ToRead = stats.Found, stats.Accepted, stats.Rejected, stats.Unread, stats.ToRead
	s.RejectedBy = stats.RejectedBy
	s.Pages, s.Documents, s.Errors, s.Refused = stats.Pages, stats.Documents, stats.Errors, stats.Refused
	s.Bytes, s.Queue, s.Hosts = stats.Bytes, stats.Queue, stats.Hosts
	s.ActiveHosts, s.Inflight = stats.Active, stats.Inflight
	s.PagesPerSecond, s.BytesPerSecond = stats.PagesPerSecond, stats.BytesPerSecond
	s.Seconds = stats.Totals.Active.Seconds()
	s.State = "running"
	switch {
	case stats.Paused != "":
		s.State, s.Reason = "paused", stats.Paused
	case stats.Stalled != "":
		s.Reason = "no progress: " + stats.Stalled
	case stats.Resting:
		s.State, s.Reason = "resting", "hours of rest"
	case time.Until(stats.Until) > time.Second:
		s.Reason = "all hosts that have links rest, until " + stats.Until.Local().Format(time.TimeOnly)
	}
}
