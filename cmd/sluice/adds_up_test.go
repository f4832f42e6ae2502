package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"sluice/internal/catalogue"
)

// addsUp checks the sums of a report: "addsup FILE" reads the JSON, "addsup text FILE" the lines "N … = N … + N …" of the text.
func addsUp(ts *testscript.TestScript, neg bool, args []string) {
	switch {
	case !neg && len(args) == 1:
		ts.Check(checkSums([]byte(ts.ReadFile(args[0]))))
	case !neg && len(args) == 2 && args[0] == "text":
		addsUpText(ts, ts.ReadFile(args[1]))
	default:
		ts.Fatalf("usage: addsup [text] FILE")
	}
}

// checkSums returns an error if a total of a report in JSON is not the sum of its parts.
func checkSums(report []byte) error {
	var r catalogue.Report
	errs := []error{json.Unmarshal(report, &r)}
	equal := func(what string, total int64, parts ...int64) {
		sum := int64(0)
		for _, p := range parts {
			sum += p
		}
		if sum != total {
			errs = append(errs, fmt.Errorf("%s: %d, its parts %v add up to %d", what, total, parts, sum))
		}
	}
	equal("visited", r.Totals.Visited, r.Totals.Pages, r.Totals.Documents, r.Totals.Redirects, r.Totals.Errors, r.Totals.Challenges)
	l, b := r.Library, r.Library.Balance
	f := b.Found
	equal("found", l.Found, f.Fetched, f.NotDocuments, f.Redirects, f.Failed, f.Retried, f.Challenged, f.NotFetched)
	equal("fetched", r.Totals.Documents, f.Fetched, f.BothSchemes)
	for name, o := range map[string]catalogue.Origin{"fetched": b.Fetched, "added": b.Added, "earlier": b.Earlier} {
		equal(name, o.Total, o.Accepted, o.Rejected, o.Waiting, o.Replaced, o.Removed, o.Queued, o.Skipped, o.Copies)
	}
	equal("fetched URLs", r.Totals.Documents, b.Fetched.Total)
	equal("accepted", l.Accepted, b.Fetched.Accepted, b.Added.Accepted, b.Earlier.Accepted)
	equal("rejected", l.Rejected, b.Fetched.Rejected, b.Added.Rejected, b.Earlier.Rejected)
	equal("waiting", l.Waiting, b.Fetched.Waiting, b.Added.Waiting, b.Earlier.Waiting)
	equal("replaced", l.Replaced, b.Fetched.Replaced, b.Added.Replaced, b.Earlier.Replaced)
	equal("removed", l.Removed, b.Fetched.Removed, b.Added.Removed, b.Earlier.Removed)
	var genres, accepted, rejected, waiting, years, languages []int64
	for _, g := range l.Genres {
		genres, accepted = append(genres, g.Documents), append(accepted, g.Accepted)
	}
	for _, c := range l.RejectedBy {
		rejected = append(rejected, c.Documents)
	}
	for _, c := range l.WaitingFor {
		waiting = append(waiting, c.Documents)
	}
	for _, y := range r.Holdings.Years {
		years = append(years, y.Documents)
	}
	for _, c := range r.Holdings.Languages {
		languages = append(languages, c.Documents)
	}
	equal("documents by genre", l.Accepted+l.Rejected+l.Waiting+l.Replaced, genres...)
	equal("accepted by genre", l.Accepted, accepted...)
	equal("rejected by cause", l.Rejected, rejected...)
	equal("waiting by cause", l.Waiting, waiting...)
	equal("accepted by year", l.Accepted-r.Holdings.NoYear, years...)
	equal("accepted by language", l.Accepted, languages...)
	if points := r.Holdings.Growth.Points; len(points) > 0 {
		last := points[len(points)-1]
		equal("pages at the end of the growth", last.Pages, r.Totals.Pages)
		equal("documents at the end of the growth", last.Documents, r.Totals.Documents)
		equal("accepted at the end of the growth", last.Accepted, l.Accepted)
	}
	return errors.Join(errs...)
}

var (
	continued = regexp.MustCompile(`\n +\+`)
	sumLine   = regexp.MustCompile(`(?m)^  (found|fetched|added|earlier|accepted|rejected|waiting|replaced|removed|visited) +([\d,]+)[^=\n]* = (\d.*)$`)
	number    = regexp.MustCompile(`(?:^| \+ )([\d,]+)`)
)

// addsUpText checks the sums that people read. The line of the fetched documents is there in any report with documents.
func addsUpText(ts *testscript.TestScript, report string) {
	lines := sumLine.FindAllStringSubmatch(continued.ReplaceAllString(report, " +"), -1)
	count := func(s string) int64 {
		n, err := strconv.ParseInt(strings.ReplaceAll(s, ",", ""), 10, 64)
		ts.Check(err)
		return n
	}
	seen := map[string]bool{}
	for _, l := range lines {
		seen[l[1]] = true
		sum := int64(0)
		for _, n := range number.FindAllStringSubmatch(l[3], -1) {
			sum += count(n[1])
		}
		if total := count(l[2]); sum != total {
			ts.Fatalf("%s: the parts add up to %d, not %d: %s", l[1], sum, total, l[0])
		}
	}
	if !seen["found"] || !seen["fetched"] {
		ts.Fatalf("no sums of what was found and fetched in\n%s", report)
	}
}
