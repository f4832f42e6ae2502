package chart

import "slices"

// Bars are horizontal bars, one a name, with their values beside them.
type Bars struct {
	Figure
	Series []string // their names; with more than one, the bars are stacked and have a legend
	Rows   []Row
	Format func(float64) string // of the values; Number if it is nil
	Most   float64              // value of a full bar; the greatest value if it is 0
}

const (
	barPitch  = 26
	barHeight = 16
)

// SVG returns the chart as an SVG element.
func (b *Bars) SVG() string {
	c := newCanvas(&b.Figure)
	if len(b.Rows) == 0 {
		return c.empty()
	}
	format := b.Format
	if format == nil {
		format = Number
	}
	labels, totals := make([]string, len(b.Rows)), make([]string, len(b.Rows))
	high, low := max(b.Most, 0), 0.0
	for i, row := range b.Rows {
		above, below := row.sums()
		labels[i], totals[i] = row.Label, format(above+below)
		high, low = max(high, above), min(low, below)
	}
	if high == low {
		high = 1
	}
	c.patterns(len(b.Series))
	top := c.legend(b.Series, c.swatch(b.Series))
	// Labels and numbers leave a quarter of the width to the bars.
	names, numbers := 0.42*c.width, 0.28*c.width
	if low < 0 {
		names, numbers = 0.32*c.width, 0.18*c.width
	}
	names, numbers = min(widest(labels), names), min(widest(totals), numbers)
	left := names + gap
	x := scale{low: low, high: high, from: left, to: c.width - numbers - gap}
	if low < 0 { // the numbers of bars to the left stand left of them
		x.from += numbers + gap
	}
	for i, row := range b.Rows {
		y := top + float64(i)*barPitch
		base := y + barPitch/2 + 4.5
		c.label(names, base, names, "end", "", row.Label)
		right, leftmost := x.at(0), x.at(0)
		for k, v := range row.Values {
			v, ok := finite(v)
			if !ok || v == 0 {
				continue
			}
			length := x.at(v) - x.at(0)
			// A value above zero is never invisible.
			note := row.Label + seriesName(b.Series, k) + ": " + format(v)
			if length > 0 {
				c.bar(right, y+(barPitch-barHeight)/2, max(length, 1), barHeight, k, note)
				right += length
			} else {
				leftmost += length
				c.bar(leftmost, y+(barPitch-barHeight)/2, max(-length, 1), barHeight, k, note)
			}
		}
		if above, below := row.sums(); above+below < 0 {
			c.label(leftmost-gap, base, numbers, "end", "", totals[i])
		} else {
			c.label(max(right, x.at(0)+1)+gap/2, base, numbers, "start", "", totals[i])
		}
	}
	c.height = top + float64(len(b.Rows))*barPitch
	c.line(x.at(0), top, x.at(0), c.height, "axis")
	return c.finish()
}

// labelsOf returns the labels of rows.
func labelsOf(rows []Row) []string {
	labels := make([]string, 0, len(rows))
	for _, r := range rows {
		labels = append(labels, r.Label)
	}
	return slices.Clip(labels)
}
