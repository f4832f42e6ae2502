package crawler_test

import (
	"fmt"
	"strings"
	"testing"

	"sluice/crawl"
)

// TestForeignHostHasFewPorts has links to documents on many ports of a host out of scope, and of the seed's own.
func TestForeignHostHasFewPorts(t *testing.T) {
	w := newWeb(t, pages{})
	w.wildcard = raw("application/pdf", pdf)
	links := []string{"http://victim.test/paper.pdf"}
	for port := range 20 {
		links = append(links, fmt.Sprintf("http://victim.test:%d/paper%[1]d.pdf", 11000+port), fmt.Sprintf("http://victim.test:%d/more%[1]d.pdf", 11000+port))
	}
	w.pages["index.test/"] = html("Index", links...)
	o := run(t, crawl.Config{Seeds: []string{"http://index.test/"}, Network: crawl.Network{Proxy: w.URL}})
	ports, documents := map[string]bool{}, 0
	for _, asked := range w.requests() {
		if host, _, _ := strings.Cut(asked, "/"); host != "index.test" {
			ports[host] = true
			documents++
		}
	}
	if len(ports) != 3 || documents != 5 {
		t.Errorf("%d documents of %v requested, want all of the default port and two others", documents, ports)
	}
	if n := o.refused["victim.test:11019: limit: ports of a host"]; n != 2 {
		t.Errorf("refused %v", o.refused)
	}
}
