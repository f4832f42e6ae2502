// Package summary writes how a crawl has ended, in the last lines of its command: [Figures] of the run and of the library, [Errors] by
// cause, [Seeds] that failed, and [Changes].
package summary

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"sluice/cmd/sluice/internal/screen"
	"sluice/crawl"
	"sluice/internal/fetch"
	"sluice/library"
)

// minReading is the time of reading that is worth a mention.
const minReading = 500 * time.Millisecond

// Figures returns what a run has fetched and how long it took, its errors by cause and, if there were runs before, what the library has now.
// reading is the time that documents were still read after the last fetch.
func Figures(s *crawl.Stats, errors map[string]int64, reading time.Duration) string {
	line := counts(&s.Run) + ", " + screen.Bytes(s.Run.Bytes) + " in " + screen.Span(s.Run.Active)
	if reading >= minReading {
		line += "; documents read for another " + screen.Span(reading)
	}
	line += ".\n"
	if causes := Errors(errors); causes != "" {
		line += causes + "\n"
	}
	if run, all := s.Run, s.Library; run.Pages != all.Pages || run.Documents != all.Documents || run.Redirects != all.Redirects || run.Errors != all.Errors {
		line += "In the library: " + counts(&all) + ".\n"
	}
	return line
}

// Waiting returns how many documents of the library could not be read yet, and what reads them; empty without any. The folder is that of the
// library, quoted for a shell.
func Waiting(s *crawl.Stats, dir string) string {
	if s.Unread == 0 {
		return ""
	}
	return fmt.Sprintf("%s not read yet: see `sluice documents -d %s --where state=waiting`; `sluice convert -d %s` tries again.\n",
		screen.Counted(s.Unread, "document"), dir, dir)
}

// counts returns the numbers of URLs. There are always pages, documents and errors, if only none.
func counts(t *crawl.Totals) string {
	text := screen.Counted(t.Pages, "page") + ", " + screen.Counted(t.Documents, "document") + ", " + screen.Counted(t.Errors, "error")
	if t.Redirects > 0 {
		text += ", " + screen.Counted(t.Redirects, "redirect")
	}
	if t.Challenges > 0 {
		text += ", " + screen.Counted(t.Challenges, "challenge")
	}
	return text
}

const (
	maxCauses  = 6  // of errors that are named
	causeWidth = 60 // columns
)

// withoutDetail are the classes of causes whose details are too many for one line.
var withoutDetail = []string{"timeout", "malformed answer", "encoding", "truncated", "unreadable", "panic", "sitemap", "redirect"}

// Errors returns the failed URLs by cause in one line, the most frequent cause first, such as "errors: 5,672 × 404, 3 × timeout"; empty without
// any. A cause may quote a server, so it is escaped and shortened.
func Errors(byCause map[string]int64) string {
	sums := map[string]int64{}
	for why, n := range byCause {
		sums[shortCause(library.Cause(why))] += n
	}
	order := slices.SortedFunc(maps.Keys(sums), func(a, b string) int { return cmp.Or(cmp.Compare(sums[b], sums[a]), cmp.Compare(a, b)) })
	var parts []string
	var others int64
	for i, why := range order {
		if i < maxCauses || len(order) == maxCauses+1 {
			parts = append(parts, screen.Count(sums[why])+" × "+screen.Cut(screen.Escape(why), causeWidth))
			continue
		}
		others += sums[why]
	}
	if others > 0 {
		parts = append(parts, screen.Count(others)+" × other causes")
	}
	if len(parts) == 0 {
		return ""
	}
	return "errors: " + strings.Join(parts, ", ")
}

// shortCause returns a cause as a line has room for it: an HTTP status as its number, a class without its details if they are many.
func shortCause(why library.Cause) string {
	if status, ok := strings.CutPrefix(string(why), "status "); ok {
		if _, err := strconv.Atoi(status); err == nil {
			return status
		}
	}
	if slices.Contains(withoutDetail, why.Class()) {
		return why.Class()
	}
	return cmp.Or(string(why), "unknown cause")
}

// maxSeeds is how many failed seeds are listed.
const maxSeeds = 100

// remedies are the flags that help against failures, by the class of their causes.
var remedies = []struct{ class, advice string }{
	{string(fetch.Guard), "--allow-private allows the addresses and ports that the guard refuses."},
	{string(fetch.Secure), "--ca-file FILE trusts a certificate, --insecure all."},
}

// Seeds returns a line for each seed that failed, with its cause, one for those that are too many to list, and one for each flag that
// helps. dir is the folder of the library as a command line has it.
func Seeds(failed []crawl.FailedSeed, dir string) string {
	var b strings.Builder
	for i, s := range failed {
		if i == maxSeeds {
			fmt.Fprintf(&b, "%s more seeds failed; list them with `sluice pages -d %s --where 'kind = seed and outcome = failed'`\n", screen.Count(int64(len(failed)-maxSeeds)), dir)
			break
		}
		fmt.Fprintf(&b, "seed %s: %s\n", screen.Escape(s.URL), screen.Escape(string(s.Cause)))
	}
	for _, r := range remedies {
		if slices.ContainsFunc(failed, func(s crawl.FailedSeed) bool { return s.Cause.Class() == r.class }) {
			b.WriteString(r.advice + "\n")
		}
	}
	return b.String()
}

// maxWithoutTLS is how many hosts are named that were fetched over http, because TLS failed.
const maxWithoutTLS = 5

// WithoutTLS returns a line with the hosts that were fetched over http, because TLS failed, with the causes; empty without any.
func WithoutTLS(hosts []crawl.HostWithoutTLS) string {
	if len(hosts) == 0 {
		return ""
	}
	var named []string
	for _, h := range hosts[:min(len(hosts), maxWithoutTLS)] {
		named = append(named, screen.Escape(h.Host+" ("+string(h.Cause)+")"))
	}
	if n := len(hosts) - len(named); n > 0 {
		named = append(named, fmt.Sprintf("and %s more in the report", screen.Count(int64(n))))
	}
	return fmt.Sprintf("%s fetched over http, because https failed: %s. In a new library, --ca-file FILE trusts a certificate, --insecure all.\n",
		screen.Counted(int64(len(hosts)), "host"), strings.Join(named, ", "))
}

// Changes returns two lines with what is new, changed, unchanged and gone.
func Changes(c *library.Changes) string {
	line := func(n *library.ChangeCounts) string {
		return fmt.Sprintf("%s new, %s changed, %s unchanged, %s gone", screen.Count(n.New), screen.Count(n.Changed), screen.Count(n.Unchanged), screen.Count(n.Gone))
	}
	return "pages: " + line(&c.Pages) + "\ndocuments: " + line(&c.Documents) + "\n"
}
