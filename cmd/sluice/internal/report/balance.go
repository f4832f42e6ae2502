package report

import (
	"fmt"
	"strings"

	"sluice/cmd/sluice/internal/screen"
	"sluice/crawl"
	"sluice/internal/catalogue"
)

// part is one of the numbers that a sum is made of.
type part struct {
	n    int64
	name string
}

// Line is a line of the balance: a number with its parts, or with a note.
type line struct {
	Name  string
	Total string
	Parts []part // those that are not zero
	Note  string
}

// nonzero returns the parts that are not zero.
func nonzero(parts ...part) (some []part) {
	for _, p := range parts {
		if p.n != 0 {
			some = append(some, p)
		}
	}
	return some
}

// sum returns the parts of a line as a sum, such as "= 166 accepted + 130 rejected", or nothing if there is none.
func (l *line) sum() string {
	var b strings.Builder
	for i, p := range l.Parts {
		b.WriteString([]string{"= ", " + "}[min(i, 1)])
		fmt.Fprintf(&b, "%s %s", screen.Count(p.n), p.name)
	}
	return b.String()
}

// Text returns what stands right of the name.
func (l *line) Text() string {
	text := l.Total
	if s := l.sum(); s != "" {
		text += " " + s
	}
	if l.Note != "" {
		text += ", " + l.Note
	}
	return text
}

// balance returns the lines that say how many documents were found, fetched, accepted, rejected and so on, so that each
// adds up. A library without documents has none.
func balance(r *catalogue.Report) []line {
	s, b := &r.Library, &r.Library.Balance
	if s.Found+s.Accepted+s.Rejected+s.Waiting+s.Replaced+s.Removed+s.Queued+s.Skipped == 0 {
		return nil
	}
	f := b.Found
	lines := []line{
		{Name: "found", Total: screen.Counted(f.Total, "URL"), Parts: nonzero(part{f.Fetched, "fetched"}, part{f.Failed, "failed"},
			part{f.NotDocuments, "not a document"}, part{f.Redirects, "redirected"}, part{f.Challenged, "challenged"}, part{f.Retried, "to be retried"},
			part{f.NotFetched, "not fetched"})},
		{Name: "fetched", Total: screen.Counted(b.Fetched.Total, "URL"), Parts: origin(&b.Fetched)},
	}
	if f.BothSchemes > 0 {
		lines = append(lines, line{Name: "both schemes", Total: screen.Count(f.BothSchemes), Note: "fetched by http and https: found once, fetched twice"})
	}
	if b.Added.Total > 0 {
		lines = append(lines, line{Name: "added", Total: screen.Counted(b.Added.Total, "document") + " by hand", Parts: origin(&b.Added)})
	}
	if b.Earlier.Total > 0 {
		lines = append(lines, line{Name: "earlier", Total: screen.Counted(b.Earlier.Total, "document") + " no longer at a URL", Parts: origin(&b.Earlier)})
	}
	accepted := screen.Bytes(s.Bytes)
	if works := r.Holdings.Works; works > 0 && works < s.Accepted {
		accepted += " in " + screen.Counted(works, "work")
	}
	for _, state := range []struct {
		name  string
		n     int64
		parts []part
		note  string
		show  bool
	}{
		{"accepted", s.Accepted, origins(b, func(o *catalogue.Origin) int64 { return o.Accepted }), accepted, true},
		{"rejected", s.Rejected, origins(b, func(o *catalogue.Origin) int64 { return o.Rejected }), "", true},
		{"waiting", s.Waiting, origins(b, func(o *catalogue.Origin) int64 { return o.Waiting }), "not read yet; `sluice convert` tries again", false},
		{"replaced", s.Replaced, origins(b, func(o *catalogue.Origin) int64 { return o.Replaced }), "by newer versions", false},
		{"removed", s.Removed, origins(b, func(o *catalogue.Origin) int64 { return o.Removed }), "on request of their owners", false},
		{"copies", b.Fetched.Copies, nil, "further URLs of the same documents", false},
		{"in the queue", s.Queued, nil, "fetched and not read yet; " + readerOf(r) + " reads them", false},
		{"skipped", s.Skipped, nil, "not added; `sluice documents --where 'state = skipped'` says why", false},
	} {
		if state.show || state.n > 0 {
			lines = append(lines, line{state.name, screen.Count(state.n), state.parts, state.note})
		}
	}
	if s.Accepted+s.Rejected > 0 {
		lines = append(lines, line{Name: "ADR", Total: fmt.Sprintf("%.3f", s.ADR), Note: "accepted document rate: accepted ÷ (accepted + rejected)"})
	}
	return lines
}

// readerOf returns what reads the documents in the queue. While a crawl runs, `sluice fetch` is refused.
func readerOf(r *catalogue.Report) string {
	if n := len(r.Crawls); n > 0 && r.Crawls[n-1].State == string(crawl.Running) {
		return "the running crawl"
	}
	return "`sluice fetch`"
}

// origin returns the parts of what came from one origin.
func origin(o *catalogue.Origin) []part {
	return nonzero(part{o.Accepted, "accepted"}, part{o.Rejected, "rejected"}, part{o.Waiting, "waiting"}, part{o.Replaced, "replaced"},
		part{o.Removed, "removed"}, part{o.Queued, "queued"}, part{o.Skipped, "skipped"}, part{o.Copies, "copies"})
}

// origins returns the documents of one state by origin, if there is more than one origin.
func origins(b *catalogue.Balance, state func(*catalogue.Origin) int64) []part {
	parts := nonzero(part{state(&b.Fetched), "fetched"}, part{state(&b.Added), "added"}, part{state(&b.Earlier), "earlier"})
	if len(parts) < 2 {
		return nil
	}
	return parts
}
