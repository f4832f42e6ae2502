package analysis

import (
	"fmt"
	"io"

	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/cycle"
)

// WritePlan writes the plan of a cycle: the sites that are chosen in their order, then the others.
func WritePlan(out io.Writer, p *cycle.Plan) error {
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
		w.note("planned length %s: %s of %s each, the mean of the last cycle", screen.Span(seconds(p.Length)), screen.Counted(int64(len(chosen)), "site"), screen.Span(seconds(p.Quantum)))
	}
	w.table("Not chosen this time", left, ranked...)
	w.table("Not long enough since the last crawl", waiting, name("site"), number("level"), number("ADR %"), screen.Column{Title: "finished"}, screen.Column{Title: "may be crawled after"})
	w.table("Never crawled again: the ADR has fallen too often", dropped, name("site"), number("level"), number("ADR %"), screen.Column{Title: "finished"})
	if !w.begun && w.err == nil {
		_, w.err = fmt.Fprintln(out, "No site was crawled yet.")
	}
	return w.err
}
