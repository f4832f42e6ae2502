package lab

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"sluice/weburl"
)

// ReadLog reads the requests of a crawl in their order: on each line a URL, or what a server logs of a request, which is
// the time, the host and the path with the query, separated by tabs. Requests for robots.txt are left out, and lines that are no URL.
func ReadLog(r io.Reader) ([]weburl.URL, error) {
	var requests []weburl.URL
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxListLine)
	for lines.Scan() {
		u, err := weburl.Parse(loggedURL(strings.TrimSpace(lines.Text())))
		if err == nil && u.Path() != "/robots.txt" {
			requests = append(requests, u)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("after %d requests: %w", len(requests), err)
	}
	if len(requests) == 0 {
		return nil, fmt.Errorf("the log has no request")
	}
	return requests, nil
}

// loggedURL returns the URL of a line.
func loggedURL(line string) string {
	fields := strings.Split(line, "\t")
	if len(fields) < 3 || strings.Contains(fields[0], "://") {
		return fields[0]
	}
	return "http://" + fields[1] + fields[2]
}

// Score returns the walk that the requests of a crawl are, as far as they are requests for pages: those for documents that
// were known, and those for what ends like a document, are left out as in every walk.
func Score(ctx context.Context, web *Web, requests []weburl.URL, t Targets) (*Walk, error) {
	w := &walker{web: web, targets: t, known: map[weburl.Key]bool{}, seen: map[weburl.Key]*waitingLink{}, Walk: &Walk{}}
	for _, u := range requests {
		if weburl.DocumentEnding(u) || t.Linked != nil && w.known[u.Key()] {
			continue
		}
		a, err := web.Get(ctx, u)
		if err != nil {
			return nil, err
		}
		relevance := w.relevance(a.Page)
		if a.Page != nil {
			if _, err := w.links(ctx, a.Page); err != nil {
				return nil, err
			}
			w.fetched(u, a.Page, relevance)
		}
		w.record(u, a, relevance)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return w.Walk, nil
}
