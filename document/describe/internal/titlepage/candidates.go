package titlepage

import (
	"slices"

	"sluice/text"
)

// Candidates are the runs of lines of a page that may be its title.
type Candidates struct {
	Evidence  *Evidence
	text      titleText
	elsewhere *Elsewhere
	page      int
	script    script // of the document
	laid      bool   // the lines have positions
}

// Candidates returns the runs of lines that may be the title; page is the number of the page in the document, from 0.
func (h *Head) Candidates(elsewhere *Elsewhere, page int) *Candidates {
	return &Candidates{newSurvey(h, elsewhere).evidence(page), titleText{h.Lines, h.names}, elsewhere, page, h.script, h.laid}
}

// Title finds the title of a head among its candidates.
func (h *Head) Title(elsewhere *Elsewhere, page int) (title string, probability float64, end int) {
	return h.Candidates(elsewhere, page).Best()
}

// surest is how likely a title is at most by the page alone: the confidence grows when another source agrees.
const surest = 0.95

// Best finds the title by the model of titles. It returns the title, how likely it is from 0 to 1, and the index behind its
// last line; an empty title if it is likeliest that the page has none.
func (c *Candidates) Best() (title string, probability float64, end int) {
	p := titleModel().probabilities(c.Evidence)
	if c.page == 0 {
		c.weighCited(p)
	}
	best := slices.Index(p, slices.Max(p))
	if best == len(c.Evidence.Runs) {
		return "", 0, 0
	}
	best = c.namedElsewhere(best)
	best = c.inOwnScript(p, best)
	title, end = c.text.of(c.Evidence.Runs[best])
	return title, min(p[best], surest), end
}

// Title returns the title that a run of lines makes.
func (c *Candidates) Title(r Run) string {
	title, _ := c.text.of(r)
	return title
}

// namedElsewhere returns the end of the likeliest run if another source has it as the title. Where nothing is known of the layout, as in
// HTML, the likeliest run may begin with a menu. What stands behind the title may be its subtitle.
func (c *Candidates) namedElsewhere(best int) int {
	const least = 12 // letters
	whole := c.Evidence.Runs[best]
	if c.laid || c.elsewhere == nil {
		return best
	}
	named := func(r Run) bool {
		normal := text.NormalTitle(c.Title(r))
		return len(normal) >= least && c.elsewhere.Titles[normal]
	}
	if named(whole) {
		return best
	}
	for i, r := range c.Evidence.Runs {
		if whole.From < r.From && r.To == whole.To && named(r) {
			return i
		}
	}
	return best
}

// weighCited raises the probabilities of the runs by which other documents cite this one. The model was not taught by citations, and
// they are made by people who have read the title elsewhere: that a line of the head is one by chance is a hundred times rarer.
func (c *Candidates) weighCited(p []float64) {
	const odds = 100
	if len(c.elsewhere.Cited) == 0 {
		return
	}
	sum := 0.0
	for i := range p {
		if i < len(c.Evidence.Runs) {
			if c.elsewhere.Cited[text.NormalTitle(c.Title(c.Evidence.Runs[i]))] {
				p[i] *= odds
			}
		}
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
}

// inOwnScript returns the likeliest run of those next to a run, or around it, that make a title in the script of the text, where the run
// is in another one: a thesis in Japanese has its title in English, too. Without one it returns the run.
func (c *Candidates) inOwnScript(p []float64, chosen int) int {
	const least = 0.01 // probability
	is := func(r Run) bool { return scriptOf(c.Title(r)) == c.script }
	run := c.Evidence.Runs[chosen]
	if c.script == noScript || c.script == latin || is(run) {
		return chosen
	}
	best := -1
	for i, r := range c.Evidence.Runs {
		isNear := r.To == run.From || r.From == run.To || r.From <= run.From && r.To >= run.To
		if isNear && p[i] >= least && (best < 0 || p[i] > p[best]) && is(r) {
			best = i
		}
	}
	if best < 0 {
		return chosen
	}
	return best
}
