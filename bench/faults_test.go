//go:build linux

package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"
)

// TestFaultsDamageOnlyTheirTarget asks for many URLs through the proxy
// until each comes whole, and compares what failed with what the proxy counted.
func TestFaultsDamageOnlyTheirTarget(t *testing.T) {
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := strings.Repeat(r.URL.Path, 50)
		w.Header().Set("Content-Length", fmt.Sprint(len(body)))
		io.WriteString(w, body)
	}))
	defer web.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	f, err := startFaults(ctx, strings.TrimPrefix(web.URL, "http://"), 100)
	if err != nil {
		t.Fatal(err)
	}
	proxy, err := url.Parse(f.proxy())
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(proxy), DisableKeepAlives: true}}

	get := func(path string) bool {
		r, err := http.NewRequestWithContext(ctx, "GET", "http://h.test"+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := client.Do(r)
		if err != nil {
			return false
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		return err == nil && resp.StatusCode == http.StatusOK && string(body) == strings.Repeat(path, 50)
	}
	failed, never := int64(0), int64(0)
	for i := range 200 {
		path := fmt.Sprintf("/page-%d.html", i)
		tries := 0
		for tries < 4 && !get(path) {
			tries++
		}
		failed += int64(tries)
		if tries == 4 {
			never++
		}
	}
	var spoilt int64
	for kind := refused; kind < len(faultNames); kind++ {
		spoilt += f.done[kind].Load()
	}
	if failed == 0 || failed != spoilt {
		t.Errorf("%d requests failed, %d were spoilt: %v", failed, spoilt, f)
	}
	if never != f.lost.Load() {
		t.Errorf("%d URLs never came, %d were to", never, f.lost.Load())
	}
	for i := range 50 {
		if kind := f.pick(fmt.Sprintf("http://h%d.test/robots.txt", i)); kind >= 0 {
			t.Errorf("a robots.txt is %s", faultNames[kind])
		}
	}
}
