package main

import (
	"fmt"
	"strings"

	"sluice/cmd/sluice/internal/screen"
	"sluice/crawl"
)

// listedChallenges is the number of hosts that the end of a crawl names.
const listedChallenges = 5

// reportChallenges writes which hosts answered with challenges in place of pages and documents. counts has those of most URLs
// first.
func (c *console) reportChallenges(counts []crawl.HostChallenges) {
	if len(counts) == 0 {
		return
	}
	hosts := map[string]bool{}
	var named []string
	for _, n := range counts {
		if hosts[n.Host] = true; len(named) < listedChallenges {
			named = append(named, fmt.Sprintf("%s (%s) %s", screen.Escape(n.Host), screen.Escape(n.Kind), screen.Counted(n.URLs, "URL")))
		}
	}
	more := ""
	if n := len(counts) - len(named); n > 0 {
		more = fmt.Sprintf(", and %d more in the report", n)
	}
	fmt.Fprintf(c.notes, "%s answered with challenges: %s%s.\n", screen.Counted(int64(len(hosts)), "host"), strings.Join(named, ", "), more)
}
