package chart

import (
	"math"
	"time"
)

// timeSteps are the steps between ticks of less than a month.
var timeSteps = []time.Duration{
	time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second, 15 * time.Second, 30 * time.Second,
	time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute, 15 * time.Minute, 30 * time.Minute,
	time.Hour, 2 * time.Hour, 3 * time.Hour, 6 * time.Hour, 12 * time.Hour,
	24 * time.Hour, 2 * 24 * time.Hour, 7 * 24 * time.Hour, 14 * 24 * time.Hour,
}

// monthSteps are the steps between ticks of a month and more, in months.
var monthSteps = []int{1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 2400, 6000, 12000}

// The times that an axis can have: years 1 to 9999.
var (
	earliest = float64(time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC).Unix())
	latest   = float64(time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC).Unix())
)

// timeScale returns a scale of times in UTC that begins and ends with the data. Its ticks are at round times within, as
// many as there is room for.
func timeScale(low, high, width float64) (scale, []string) {
	low, high = min(max(low, earliest), latest), min(max(high, earliest), latest)
	if !(high > low) {
		// One time is in the middle, and the only tick.
		at := time.Unix(int64(low), 0).UTC()
		return scale{low: low - 1, high: low + 1, ticks: []float64{low}, step: 1}, []string{at.Format("2 Jan 2006 15:04")}
	}
	s := scale{low: low, high: high}
	for _, step := range timeSteps {
		seconds := step.Seconds()
		layout := timeLayout(step, low, high)
		if (high-low)/seconds*(textWidth(layout)+2*gap) > width {
			continue
		}
		// Steps of a day and more are counted from a Monday.
		monday := float64(time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC).Unix())
		for t := monday + math.Ceil((low-monday)/seconds)*seconds; t <= high; t += seconds {
			s.ticks = append(s.ticks, t)
		}
		s.step = seconds
		return s.labelled(layout)
	}
	for _, step := range monthSteps {
		const month = 365.2425 * 24 * 3600 / 12
		layout := "Jan 2006"
		if step%12 == 0 {
			layout = "2006"
		}
		if (high-low)/(float64(step)*month)*(textWidth(layout)+2*gap) > width && step != monthSteps[len(monthSteps)-1] {
			continue
		}
		first := time.Unix(int64(low), 0).UTC()
		count := first.Year()*12 + int(first.Month()) - 1
		for count -= count % step; ; count += step {
			t := float64(time.Date(count/12, time.Month(count%12+1), 1, 0, 0, 0, 0, time.UTC).Unix())
			if t > high {
				break
			}
			if t >= low {
				s.ticks = append(s.ticks, t)
			}
		}
		s.step = float64(step) * month
		return s.labelled(layout)
	}
	return s, nil // not reached: the last step always serves
}

// timeLayout returns the layout of the labels of ticks of less than a month.
func timeLayout(step time.Duration, low, high float64) string {
	first, last := time.Unix(int64(low), 0).UTC(), time.Unix(int64(high), 0).UTC()
	sameDay := first.Format(time.DateOnly) == last.Format(time.DateOnly)
	switch {
	case step >= 24*time.Hour && first.Year() != last.Year():
		return "2 Jan 2006"
	case step >= 24*time.Hour:
		return "2 Jan"
	case !sameDay:
		return "2 Jan 15:04"
	case step >= time.Minute:
		return "15:04"
	}
	return "15:04:05"
}

// labelled returns the scale with its labels. A scale without a tick, because no round time is within, has one at each
// end.
func (s scale) labelled(layout string) (scale, []string) {
	if len(s.ticks) == 0 {
		s.ticks = []float64{s.low, s.high}
		layout = "2 Jan 2006 15:04"
	}
	labels := make([]string, len(s.ticks))
	for i, t := range s.ticks {
		labels[i] = time.Unix(int64(t), 0).UTC().Format(layout)
	}
	return s, labels
}
