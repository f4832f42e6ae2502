package chart

import (
	"math"
	"strconv"
	"strings"
)

// scale maps values to pixels.
type scale struct {
	low, high float64 // values
	from, to  float64 // pixels
	ticks     []float64
	step      float64
}

// at returns the pixel of a value.
func (s *scale) at(v float64) float64 {
	return s.from + (v-s.low)/(s.high-s.low)*(s.to-s.from)
}

// niceScale returns a scale whose ticks are round numbers, about n of them, that cover the values. With whole, no tick
// is a fraction.
func niceScale(low, high float64, n int, whole bool) scale {
	if !(high > low) {
		// One value: the scale begins or ends at zero, or covers 0 to 1.
		switch {
		case low > 0:
			low = 0
		case low < 0:
			high = 0
		default:
			high = 1
		}
	}
	step := niceStep((high-low)/float64(max(n, 1)), whole)
	first, last := math.Floor(low/step), math.Ceil(high/step)
	// A narrow range far from zero has fewer digits than its step needs. Then the ends are the ticks.
	if !(last > first) || last-first > 1000 || first*step == (first+1)*step {
		return scale{low: low, high: high, ticks: []float64{low, high}, step: high - low}
	}
	s := scale{low: first * step, high: last * step, step: step}
	for i := first; i <= last; i++ {
		s.ticks = append(s.ticks, i*step)
	}
	return s
}

// niceStep returns the smallest of 1, 2 and 5 times a power of ten that is not below the step.
func niceStep(step float64, whole bool) float64 {
	power := math.Pow(10, math.Floor(math.Log10(step)))
	nice := 10 * power
	for _, m := range []float64{1, 2, 5} {
		if m*power >= step*(1-1e-9) {
			nice = m * power
			break
		}
	}
	if whole {
		return max(nice, 1)
	}
	return nice
}

// Number returns a number as a label: 1,234,567, 12 M, 0.25.
func Number(v float64) string {
	switch size := math.Abs(v); {
	case size >= 1e15:
		return strconv.FormatFloat(v, 'g', 3, 64)
	case size >= 1e12:
		return decimals(v/1e12) + " T"
	case size >= 1e9:
		return decimals(v/1e9) + " G"
	case size >= 1e7:
		return decimals(v/1e6) + " M"
	case size < 1e-4 && v != 0:
		return strconv.FormatFloat(v, 'g', 3, 64)
	case size < 1:
		return trimZeros(strconv.FormatFloat(v, 'f', 4, 64))
	}
	return thousands(decimals(v))
}

// decimals returns a number with at most two decimals.
func decimals(v float64) string { return trimZeros(strconv.FormatFloat(v, 'f', 2, 64)) }

// trimZeros removes zeros from the end of a fraction.
func trimZeros(s string) string {
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if s == "-0" {
		return "0"
	}
	return s
}

// thousands inserts commas into the whole part of a number.
func thousands(s string) string {
	whole, fraction, found := strings.Cut(s, ".")
	sign := ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "-", whole[1:]
	}
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if found {
		whole += "." + fraction
	}
	return sign + whole
}

// areWhole reports whether all values are whole numbers.
func areWhole(values []float64) bool {
	for _, v := range values {
		if v != math.Trunc(v) {
			return false
		}
	}
	return true
}
