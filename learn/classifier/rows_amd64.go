package classifier

import "sluice/text/vector"

// Training spends most of its time with rows. Here 16, 8 or 4 labels are added at a time, in registers, which Go's compiler does not do. The
// last 4 or 8 may begin before the end of those that were added: fewer passes over the terms cost less than fewer labels.

// lastLabels returns how many labels are added last of k, if a part of them may have been added before.
func lastLabels(k int) int {
	if k > 8 && k%8 > 4 {
		return 8
	}
	return 4
}

// addRows adds to s, for each term of a document, its row of w times its weight. The rows have the length of s, and w must have one of each
// term.
func addRows(s, w []float32, d vector.Vector) {
	k := len(s)
	if k < 4 {
		addRowsOneByOne(s, w, d)
		return
	}
	n := lastLabels(k)
	var last [8]float32 // the last n before any is added
	copy(last[:n], s[k-n:])
	at := 0
	for ; at+16 <= k; at += 16 {
		add16(&s[at], &w[at], k, d)
	}
	if at+8 <= k {
		add8(&s[at], &w[at], k, d)
		at += 8
	}
	if at+4 <= k && n == 4 {
		add4(&s[at], &w[at], k, d)
		at += 4
	}
	if at == k {
		return
	}
	if n == 8 {
		add8(&last[0], &w[k-n], k, d)
	} else {
		add4(&last[0], &w[k-n], k, d)
	}
	copy(s[k-n:], last[:n])
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
	if at+8 <= k {
		addTo8(&w[at], &s[at], k, d)
		at += 8
	}
	n := lastLabels(k)
	if at+4 <= k && n == 4 {
		addTo4(&w[at], &s[at], k, d)
		at += 4
	}
	if at == k {
		return
	}
	var last [8]float32 // 0 for those that have been added
	copy(last[n-(k-at):n], s[at:])
	if n == 8 {
		addTo8(&w[k-n], &last[0], k, d)
	} else {
		addTo4(&w[k-n], &last[0], k, d)
	}
}

// add16 is [addRows] for the 16 labels that begin at s, and at w in the row of the first term. A row has k labels.
//
//go:noescape
func add16(s, w *float32, k int, d vector.Vector)

// add8 is add16 for eight labels.
//
//go:noescape
func add8(s, w *float32, k int, d vector.Vector)

// add4 is add16 for four labels.
//
//go:noescape
func add4(s, w *float32, k int, d vector.Vector)

// addTo16 is [addToRows] for the 16 labels that begin at s, and at w in the row of the first term.
//
//go:noescape
func addTo16(w, s *float32, k int, d vector.Vector)

// addTo8 is addTo16 for eight labels.
//
//go:noescape
func addTo8(w, s *float32, k int, d vector.Vector)

// addTo4 is addTo16 for four labels.
//
//go:noescape
func addTo4(w, s *float32, k int, d vector.Vector)
