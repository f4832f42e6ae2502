package classifier

import "sluice/text/vector"

// addRows adds to s, for each term of a document, its row of w times its weight. The rows have the length of s, and w must have one of each
// term. Training spends most of its time here; four labels at a time, which Go's compiler does not do, take a third of it.
//
//go:noescape
func addRows(s, w []float32, d vector.Vector)

// addToRows adds to the row of w of each term of a document s times its weight; see [addRows].
//
//go:noescape
func addToRows(w, s []float32, d vector.Vector)
