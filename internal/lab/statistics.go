package lab

import (
	"encoding/json"
	"math"
)

// Number is a number that may not be known: NaN, which JSON has as null. The mean of no values is none, and half of the width of the
// confidence interval of less than two.
type Number float64

// MarshalJSON implements [json.Marshaler].
func (n Number) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(n)) || math.IsInf(float64(n), 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

// Mean returns the mean of values, and the half-width of its 95 % confidence interval by Student's t: NaN of a single value,
// which says nothing of the spread.
func Mean(values []float64) (mean, plusMinus float64) {
	n := float64(len(values))
	if n == 0 {
		return math.NaN(), math.NaN()
	}
	for _, v := range values {
		mean += v / n
	}
	if n < 2 {
		return mean, math.NaN()
	}
	return mean, student95(len(values)-1) * deviation(values, mean) / math.Sqrt(n)
}

// deviation returns the standard deviation of a sample.
func deviation(values []float64, mean float64) float64 {
	squares := 0.0
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	return math.Sqrt(squares / float64(len(values)-1))
}

// student95 is the two-sided 95 % quantile of Student's t distribution for degrees of freedom.
func student95(degrees int) float64 {
	table := []float64{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228}
	if degrees <= len(table) {
		return table[max(0, degrees-1)]
	}
	d := float64(degrees)
	return 1.96 + 2.37/d + 2.8/(d*d) // within 0.005 from eleven degrees on
}

// Pairs compares two strategies by a measure of which they have a value each on the same webs with the same seeds.
type Pairs struct {
	N         int     `json:"pairs"`
	Mean      float64 `json:"mean"`       // of the differences
	PlusMinus Number  `json:"plus_minus"` // half of its 95 % confidence interval
	T         float64 `json:"t_test"`     // probability of so great a mean difference if there is none: paired t test, two-sided
	Better    int     `json:"better"`     // pairs with a greater value
	Worse     int     `json:"worse"`      // pairs with a smaller one
	Sign      float64 `json:"sign_test"`  // the same by the sign test, which knows no distribution
}

// Compared returns the comparison of values with others of the same webs and seeds. Both have one length. The probabilities are 1 if
// there is nothing to be told apart, that of the t test also if all differences are equal: nothing is known of their spread then.
func Compared(values, others []float64) Pairs {
	differences := make([]float64, len(values))
	p := Pairs{N: len(values), T: 1, Sign: 1}
	for i, v := range values {
		d := v - others[i]
		differences[i] = d
		switch {
		case d > 0:
			p.Better++
		case d < 0:
			p.Worse++
		}
	}
	mean, plusMinus := Mean(differences)
	p.Mean, p.PlusMinus = mean, Number(plusMinus)
	if p.N > 1 {
		if error := deviation(differences, p.Mean) / math.Sqrt(float64(p.N)); error > 0 {
			p.T = studentTail(p.Mean/error, float64(p.N-1))
		}
	}
	p.Sign = signTail(p.Better, p.Worse)
	return p
}

// signTail returns the two-sided probability of a split of pairs that is at least so uneven, if both sides are equally likely.
func signTail(a, b int) float64 {
	n := float64(a + b)
	logFactorial := func(v float64) float64 { l, _ := math.Lgamma(v + 1); return l }
	sum := 0.0
	for k := range min(a, b) + 1 {
		k := float64(k)
		sum += math.Exp(logFactorial(n) - logFactorial(k) - logFactorial(n-k) - n*math.Ln2)
	}
	return min(1, 2*sum)
}

// studentTail returns the two-sided probability of Student's t distribution beyond t: the regularized incomplete beta function
// I(x; d/2, 1/2) with x = d/(d+t²) (Abramowitz and Stegun 1964, 26.7.1).
func studentTail(t, degrees float64) float64 {
	return incompleteBeta(degrees/(degrees+t*t), degrees/2, 0.5)
}

// incompleteBeta returns the regularized incomplete beta function I(x; a, b) by its continued fraction (Abramowitz and Stegun
// 1964, 26.5.8), evaluated with Lentz's method (1976).
func incompleteBeta(x, a, b float64) float64 {
	switch {
	case x <= 0:
		return 0
	case x >= 1:
		return 1
	case x > (a+1)/(a+b+2): // where the fraction of the other side converges fast
		return 1 - incompleteBeta(1-x, b, a)
	}
	const tiny = 1e-300
	c, d, f := 1.0, 0.0, 1.0
	for i := range 400 {
		m := float64(i / 2)
		numerator := 1.0
		switch {
		case i == 0:
		case i%2 == 0:
			numerator = m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m))
		default:
			numerator = -(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 2*m + 1))
		}
		d = 1 / notZero(1+numerator*d, tiny)
		c = notZero(1+numerator/c, tiny)
		f *= c * d
		if math.Abs(1-c*d) < 1e-12 {
			break
		}
	}
	beta := func(v float64) float64 { l, _ := math.Lgamma(v); return l }
	front := math.Exp(a*math.Log(x)+b*math.Log(1-x)+beta(a+b)-beta(a)-beta(b)) / a
	return min(1, max(0, front*(f-1)))
}

// notZero returns v, or something tiny in place of zero.
func notZero(v, tiny float64) float64 {
	if math.Abs(v) < tiny {
		return tiny
	}
	return v
}
