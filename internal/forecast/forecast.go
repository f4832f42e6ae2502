// Package forecast estimates how many documents the next requests of a crawl will find.
//
// An [Estimator] is given what each request brought, in order. [Estimator.Next] returns an interval for the requests that follow. It
// needs nothing of the strategy: the rate of discovery already has in it how well the strategy chooses.
//
// The rates of the last requests and of the whole crawl are compared with a process whose rate falls exponentially, because a crawl that
// takes the best first exhausts what it looks for (the model of Goel and Okumoto, "Time-dependent error-detection rate model for software
// reliability", 1979, which was made for faults that tests have not found yet). What it predicts is too certain: documents come in groups,
// and sources end without a sign. So the high end is a quantile that was fitted to walks through recorded webs (see [Weights]), and the low
// end a small share of the prediction.
package forecast

import (
	"encoding/binary"
	"math"
)

// Requests is the number of requests that a forecast is for. Only requests that the strategy chooses count: for pages, redirects and
// dead links, not for documents, whose number is what is forecast, and not for robots.txt.
const Requests = 1000

// Interval is a number of documents that is not known: Low to High, with a probability of nine in ten.
type Interval struct{ Low, High int64 }

// Estimator estimates what the next requests of a crawl find. The zero value is one of a crawl that has made no request.
// Its methods must not be called concurrently.
type Estimator struct {
	requests, documents float64 // of the whole crawl
	dry                 float64 // requests since one that brought a document
	recent              [len(spans)]decayed
	links               decayed // new ones that wait for a request
	isThere             decayed // of the documents requested
}

// spans are the numbers of requests over which the latest rates of discovery are measured.
var spans = [...]float64{100, 300}

// documentSpan is the number of requests for documents over which is measured how many are there.
const documentSpan = 100

// linkSpan is the number of requests over which the rate of new links is measured.
const linkSpan = 100

// decayed is a mean over the last requests, of which older ones weigh less. One starts it at nothing.
type decayed struct{ sum, weight float64 }

// add adds a value to a mean over a span of requests.
func (d *decayed) add(value, span float64) {
	keep := math.Exp(-1 / span)
	d.sum, d.weight = keep*d.sum+value, keep*d.weight+1
}

// mean returns the mean; 0 without a value.
func (d *decayed) mean() float64 {
	if d.weight == 0 {
		return 0
	}
	return d.sum / d.weight
}

// maxOfRequest bounds what one request may bring: a page made to mislead has no more effect than the largest real ones.
const maxOfRequest = 1000

// Request adds a request: the new documents that its page links to, and the new links that wait for a request because of it.
func (e *Estimator) Request(documents, links int) {
	found := float64(min(max(documents, 0), maxOfRequest))
	e.requests++
	e.documents += found
	if e.dry++; found > 0 {
		e.dry = 0
	}
	for i := range e.recent {
		e.recent[i].add(found, spans[i])
	}
	e.links.add(float64(min(max(links, 0), maxOfRequest)), linkSpan)
}

// Document adds what came of the request for a document: whether it was there. Documents that other pages link to are taken to be there
// as often.
func (e *Estimator) Document(isThere bool) {
	was := 0.0
	if isThere {
		was = 1
	}
	e.isThere.add(was, documentSpan)
}

// Next returns how many documents the next [Requests] requests find that are not known yet, when so many links wait. If these are few,
// it is what all requests find until nothing waits.
func (e *Estimator) Next(waiting int64) Interval { return e.Interval(&shipped, waiting) }

// Interval returns the same by other weights than those that ship.
func (e *Estimator) Interval(w *Weights, waiting int64) Interval {
	n := e.left(waiting)
	if n == 0 {
		return Interval{}
	}
	f := e.Features(waiting)
	share := e.share() * n / Requests
	high := share * w.value(f)
	high = max(high, share*Requests*(1-e.requests/beginning)) // nobody knows yet
	return Interval{int64(min(e.least(share*math.Expm1(f[1])), high)), int64(math.Round(high))}
}

// least returns the low end of an interval, when so many are predicted. It is zero soon after the last document: there may be no other.
func (e *Estimator) least(predicted float64) float64 {
	const share, longDry = 0.1, 20
	if e.dry >= longDry {
		return 0
	}
	n := share * predicted
	return max(0, n-2*math.Sqrt(n)) // less what is left to chance
}

// beginning is the number of requests after which a crawl has shown something of what it finds.
const beginning = 50

// share returns the share of the documents that are there. It begins with some that are.
func (e *Estimator) share() float64 {
	const before = 5
	return (e.isThere.sum + before) / (e.isThere.weight + before)
}

// left returns how many of the next requests there will be, when so many links wait: a request brings new links, as the last ones did.
func (e *Estimator) left(waiting int64) float64 {
	const perRequest, before = 3, 10 // at the beginning
	rate := (e.links.sum + perRequest*before) / (e.links.weight + before)
	if rate >= 1 && waiting > 0 {
		return Requests
	}
	return min(Requests, float64(max(waiting, 0))/(1-rate))
}

// Features are what is known of a crawl, as the logarithms that [Weights] weigh.
type Features [5]float64

// Features returns what is known when so many links wait.
func (e *Estimator) Features(waiting int64) Features {
	left := max(1, e.left(waiting))
	rate := e.documents / max(1, e.requests)
	return Features{
		1,
		math.Log1p(Requests / left * exhausting(e.recent[0].mean(), rate, e.requests, left)),
		math.Log1p(Requests / left * exhausting(e.recent[1].mean(), rate, e.requests, left)),
		math.Log1p(Requests * rate),
		math.Log(e.dry + 20),
	}
}

// exhausting returns how many documents so many requests find, if the rate has fallen exponentially from the beginning of the crawl: now
// is the rate of late, mean that of all requests done. A rate that has not fallen stays as it is.
func exhausting(now, mean, done, requests float64) float64 {
	if now <= 0 || mean <= 0 || done <= 0 {
		return 0
	}
	falls := decline(now/mean) / done // per request
	if falls*requests < 1e-6 {
		return now * requests
	}
	return now / falls * -math.Expm1(-falls*requests)
}

// decline returns the x for which x/(exp(x)-1) is a quotient: the rate of late by the mean rate, when it has fallen by the factor exp(x).
func decline(quotient float64) float64 {
	if quotient >= 1 {
		return 0
	}
	low, high := 0.0, 25.0
	for range 40 {
		if x := (low + high) / 2; x/math.Expm1(x) > quotient {
			low = x
		} else {
			high = x
		}
	}
	return (low + high) / 2
}

// stateSize is the length of the encoded state, whose first byte is its version.
const (
	stateVersion = 1
	stateNumbers = 7 + 2*len(spans)
	stateSize    = 1 + 8*stateNumbers
)

// numbers returns all that an estimator has.
func (e *Estimator) numbers() [stateNumbers]*float64 {
	n := [stateNumbers]*float64{&e.requests, &e.documents, &e.dry, &e.isThere.sum, &e.isThere.weight, &e.links.sum, &e.links.weight}
	for i := range e.recent {
		n[7+2*i], n[8+2*i] = &e.recent[i].sum, &e.recent[i].weight
	}
	return n
}

// Append returns b with the encoded state.
func (e *Estimator) Append(b []byte) []byte {
	b = append(b, stateVersion)
	for _, n := range e.numbers() {
		b = binary.BigEndian.AppendUint64(b, math.Float64bits(*n))
	}
	return b
}

// Restore sets a state that [Estimator.Append] encoded, and reports whether b is one. If not, nothing changes.
func (e *Estimator) Restore(b []byte) bool {
	if len(b) != stateSize || b[0] != stateVersion {
		return false
	}
	var read Estimator
	for i, n := range read.numbers() {
		*n = math.Float64frombits(binary.BigEndian.Uint64(b[1+8*i:]))
		if !(*n >= 0 && *n < 1e15) { // no number, too
			return false
		}
	}
	if !read.isPossible() {
		return false
	}
	*e = read
	return true
}

// isPossible reports whether requests can have led to a state.
func (e *Estimator) isPossible() bool {
	for _, d := range append(e.recent[:], e.links, e.isThere) {
		if d.weight != 0 && d.weight < 1 || d.sum > maxOfRequest*d.weight {
			return false
		}
	}
	return e.isThere.sum <= e.isThere.weight && e.documents <= maxOfRequest*e.requests && e.dry <= e.requests
}
