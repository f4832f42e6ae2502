// Package webboxtest starts the web box, which serves whole webs on loopback, for tests and benchmarks that measure with
// real sites or large synthetic ones.
//
// The web box and the sites are in a folder beside the project, which [Shared] finds; users of the program have neither.
package webboxtest

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// Shared returns the folder with the web box and the sites: SLUICE_SHARED, else "shared" beside the project's folder.
func Shared() (string, error) {
	if dir := os.Getenv("SLUICE_SHARED"); dir != "" {
		return filepath.Abs(dir)
	}
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, "..", "shared"), nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", fmt.Errorf("find the shared folder: no go.mod above the working folder (set SLUICE_SHARED)")
		}
		dir = parent
	}
}

// Build compiles the web box of the shared folder into dir and returns the path of the program.
func Build(dir string) (string, error) {
	shared, err := Shared()
	if err != nil {
		return "", err
	}
	program := filepath.Join(dir, "webbox")
	cmd := exec.Command("go", "build", "-o", program, ".")
	cmd.Dir = filepath.Join(shared, "webbox")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build %s: %w\n%s", cmd.Dir, err, out)
	}
	return program, nil
}

// Box is a running web box.
type Box struct {
	Proxy string // http://127.0.0.1:PORT
	admin string
	cmd   *exec.Cmd
}

// Start runs a web box with these flags, on free ports of loopback. It returns when the web box is ready.
func Start(ctx context.Context, program string, flags ...string) (*Box, error) {
	listen, err := FreePort()
	if err != nil {
		return nil, err
	}
	admin, err := FreePort()
	if err != nil {
		return nil, err
	}
	b := &Box{Proxy: "http://" + listen, admin: "http://" + admin}
	b.cmd = exec.CommandContext(ctx, program, append([]string{"-listen", listen, "-admin", admin}, flags...)...)
	out, err := b.cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := b.cmd.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if strings.Contains(lines.Text(), "ready") {
			go io.Copy(io.Discard, out)
			return b, nil
		}
	}
	b.cmd.Wait()
	return nil, fmt.Errorf("start web box: it ended before it was ready")
}

// FreePort returns the address of a free port of loopback.
func FreePort() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}

// Close stops the web box.
func (b *Box) Close() error {
	b.cmd.Process.Signal(syscall.SIGTERM)
	return b.cmd.Wait()
}

// Seeds returns the URLs of the home pages of the web.
func (b *Box) Seeds() ([]string, error) {
	body, err := b.get("/__seeds")
	return strings.Fields(string(body)), err
}

// Reset sets all counts to zero.
func (b *Box) Reset() error {
	resp, err := http.Post(b.admin+"/__reset", "", nil)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Stats are the counts of the web box.
type Stats struct {
	PagesPerSecond float64         `json:"distinct_pages_per_s"` // from the first request to the last
	Span           float64         `json:"span_s"`
	HostsTouched   int             `json:"hosts_touched"`
	RobotsLate     int             `json:"hosts_with_robots_after_content"`
	NoRobots       int             `json:"hosts_without_robots_fetch"`
	UnknownHost    int             `json:"unknown_host_requests"`
	Total          Host            `json:"total"`
	Hosts          map[string]Host `json:"hosts"`
}

// Host are the counts of one host, or of all. Total has maxima and minima over the hosts.
type Host struct {
	Requests      int     `json:"requests"`
	Robots        int     `json:"robots_fetches"`
	Pages         int     `json:"pages"`
	Distinct      int     `json:"distinct_pages"`
	Documents     int     `json:"documents"`
	Redirects     int     `json:"redirects"`
	NotModified   int     `json:"not_modified"`
	Errors4xx     int     `json:"errors_4xx"`
	Errors5xx     int     `json:"errors_5xx"`
	Disallowed    int     `json:"disallowed_hits"`
	MaxConcurrent int     `json:"max_concurrent"`
	MinEndGap     float64 `json:"min_end_start_ms"` // milliseconds from the end of a request to the start of the next; -1 for none
	Bytes         int64   `json:"bytes"`
}

// Stats returns the counts.
func (b *Box) Stats() (*Stats, error) {
	body, err := b.get("/__stats")
	if err != nil {
		return nil, err
	}
	var s Stats
	return &s, json.Unmarshal(body, &s)
}

// get fetches a path of the administration address.
func (b *Box) get(path string) ([]byte, error) {
	client := http.Client{Timeout: 30 * time.Second}
	resp, err := client.Get(b.admin + path)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}
