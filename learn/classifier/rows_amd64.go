package classifier

import "sluice/text/vector"

// Training spends most of its time with rows. Here 16 or 4 labels are added at a time, in registers, which Go's compiler does not do.

// addRows adds to s, for each term of a document, its row of w times its weight. The rows have the length of s, and w must have one of each
// term.
func addRows(s, w []float32, d vector.Vector) {
	k := len(s)
	if k < 4 {
		addRowsOneByOne(s, w, d)
		return
	}
	last := [4]float32(s[k-4:]) // a part of them may have been added before they are
	at := 0
	for ; at+16 <= k; at += 16 {
		add16(&s[at], &w[at], k, d)
	}
	for ; at+4 <= k; at += 4 {
		add4(&s[at], &w[at], k, d)
	}
	if at < k {
		add4(&last[0], &w[k-4], k, d)
		copy(s[k-4:], last[:])
	}
}

// addToRows adds to the row of w of each term of a document s times its weight; see [addRows].
func addToRows(w, s []float32, d vector.Vector) {
	k := len(s)
	if k < 4 {
		addToRowsOneByOne(w, s, d)
		return
	}
	at := 0
	for ; at+16 <= k; at += 16 {
		addTo16(&w[at], &s[at], k, d)
	}
	for ; at+4 <= k; at += 4 {
		addTo4(&w[at], &s[at], k, d)
	}
	if at < k {
		var last [4]float32 // 0 for those that have been added
		copy(last[4-(k-at):], s[at:])
		addTo4(&w[k-4], &last[0], k, d)
	}
}

// add16 is [addRows] for the 16 labels that begin at s, and at w in the row of the first term. A row has k labels.
//
//go:noescape
func add16(s, w *float32, k int, d vector.Vector)

// add4 is add16 for four labels.
//
//go:noescape
func add4(s, w *float32, k int, d vector.Vector)

// addTo16 is [addToRows] for the 16 labels that begin at s, and at w in the row of the first term.
//
//go:noescape
func addTo16(w, s *float32, k int, d vector.Vector)

// addTo4 is addTo16 for four labels.
//
//go:noescape
func addTo4(w, s *float32, k int, d vector.Vector)
