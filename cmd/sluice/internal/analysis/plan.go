package analysis

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/cycle"
	"sluice/internal/cycle/candidate"
	"sluice/internal/cycle/freshness"
)

// WritePlan writes the plan of a cycle: the sites that are chosen in their order, then the others, then the hosts that may be new sites.
func WritePlan(out io.Writer, p *cycle.Plan, candidates []candidate.Host) error {
	w := newWriter(out)
	var chosen, left, waiting, dropped [][]string
	for _, host := range p.New {
		chosen = append(chosen, []string{fmt.Sprint(len(chosen) + 1), host, "new", "", "", "", ""})
	}
	for _, r := range p.Ranked {
		row := []string{"", r.Host, r.Class, fmt.Sprint(r.Rank), fmt.Sprint(r.ADR), screen.Count(r.SSRC), fmt.Sprint(r.Level)}
		if !r.Chosen {
			left = append(left, row[1:])
			continue
		}
		row[0] = fmt.Sprint(len(chosen) + 1)
		chosen = append(chosen, row)
	}
	for _, s := range p.Waiting {
		waiting = append(waiting, []string{s.Host, fmt.Sprint(s.Level), fmt.Sprint(s.ADR), screen.Time(s.Finished), screen.Time(s.Next)})
	}
	for _, s := range p.Dropped {
		dropped = append(dropped, []string{s.Host, fmt.Sprint(s.Level), fmt.Sprint(s.ADR), screen.Time(s.Finished)})
	}
	if len(chosen) == 0 && len(waiting) > 0 {
		fmt.Fprintf(out, "No site can be crawled yet; the first one can after %s.\n\n", waiting[0][4])
	}
	ranked := []screen.Column{name("site"), {Title: "class"}, number("rank"), number("ADR %"), number("SSRC"), number("level")}
	w.table(fmt.Sprintf("Next cycle: %d of %s, new sites first", len(chosen), screen.Counted(int64(p.Places), "place")), chosen, append([]screen.Column{number("")}, ranked...)...)
	if p.Quantum > 0 && len(chosen) > 0 {
		w.note("planned length %s: %s of %s each, the time of the last crawl ÷ its sites", screen.Span(seconds(p.Length)), screen.Counted(int64(len(chosen)), "site"), screen.Span(seconds(p.Quantum)))
	}
	w.table("Not chosen this time", left, ranked...)
	w.table("Not long enough since the last crawl", waiting, name("site"), number("level"), number("ADR %"), screen.Column{Title: "finished"}, screen.Column{Title: "may be crawled after"})
	w.table("Never crawled again: the ADR has fallen too often", dropped, name("site"), number("level"), number("ADR %"), screen.Column{Title: "finished"})
	w.candidates(candidates)
	if !w.begun && w.err == nil {
		_, w.err = fmt.Fprintln(out, "No site was crawled yet.")
	}
	return w.err
}

// candidates writes the hosts that are known from links only, with their verdicts.
func (w *writer) candidates(all []candidate.Host) {
	var rows [][]string
	for _, h := range all {
		reason := h.Reason
		if h.Cycle > 0 {
			reason += fmt.Sprintf(" (cycle %d)", h.Cycle)
		}
		rows = append(rows, []string{h.Host, screen.Count(h.Hosts), screen.Count(h.Links), screen.Count(h.Cited), h.Verdict, reason, strings.Join(slices.Concat(h.Keywords, h.Anchors), ", ")})
	}
	w.table("Candidates: hosts that are known from links only", rows, name("host"), number("hosts that link"), number("links"), number("cited by"), screen.Column{Title: "verdict"},
		screen.Column{Title: "reason"}, name("keywords and anchors"))
}

// WritePages writes which pages are due.
func WritePages(out io.Writer, p *freshness.Plan) error {
	w := newWriter(out)
	var hosts, due [][]string
	for _, h := range p.Hosts {
		trust, recall := "", ""
		if h.Trust > 0 {
			trust, recall = fmt.Sprintf("%.2f", h.Trust), fmt.Sprintf("%.2f", h.Recall)
		}
		hosts = append(hosts, []string{h.Host, screen.Count(int64(h.Pages)), screen.Count(int64(h.Due)), screen.Rate(h.Visits), trust, recall})
	}
	w.table(fmt.Sprintf("Sites: how %s requests a day are divided among %s", screen.Rate(p.Budget), screen.Counted(int64(p.Pages), "page")), hosts,
		name("site"), number("pages"), number("due"), number("visits a day"), number("trust in its dates"), number("recall"))
	for _, d := range p.Due {
		reason := ""
		if !d.Announced.IsZero() {
			reason = "announced " + screen.Time(d.Announced)
		}
		due = append(due, []string{fmt.Sprintf("%.1f", d.Urgency), fmt.Sprintf("%.1f", d.Importance), fmt.Sprintf("%.3f", d.ChangeRate), fmt.Sprintf("%.3f", d.Visits), screen.Time(d.Last), d.URL, reason})
	}
	w.table("Pages that are due, the most urgent first", due, number("periods"), number("worth"), number("changes a day"), number("visits a day"), screen.Column{Title: "last visit"},
		name("page"), name("change"))
	switch {
	case !w.begun && w.err == nil:
		_, w.err = fmt.Fprintln(out, "No page was crawled yet.")
	case len(due) == 0 && p.Left == 0:
		w.note("no page is due")
	case p.Left > 0:
		w.note("%s more are due and have to wait: the day has %s requests", screen.Count(int64(p.Left)), screen.Rate(p.Budget))
	}
	return w.err
}
