package fulltext

import (
	"slices"
	"unicode/utf8"
)

const (
	maxScanned = 500_000 // words of the vocabulary that one fuzzy word is held against
	maxNear    = 50      // words that it matches
)

// near returns the words of the vocabulary that differ from a word by up to so many letters,
// and begin with the same: the nearest fifty.
func (m *matcher) near(word string, most int) (string, error) {
	found, err := m.similar(word, most)
	if err != nil {
		return "", err
	}
	var all []string
	for _, words := range found {
		for _, w := range words {
			if len(all) < maxNear {
				all = append(all, quoted(w))
			}
		}
	}
	return either(all), nil
}

// similar returns the words of the vocabulary that differ from a word by up to so many letters, and begin with the same, by their distance.
func (m *matcher) similar(word string, most int) ([][]string, error) {
	word = plain(word)
	_, size := utf8.DecodeRuneInString(word)
	first := word[:size]
	rows, err := m.tx.QueryContext(m.ctx, "SELECT word FROM vocabulary WHERE word >= ? AND word < ? AND length(word) BETWEEN ? AND ? LIMIT ?",
		first, first+"\U0010FFFF", utf8.RuneCountInString(word)-most, utf8.RuneCountInString(word)+most, maxScanned)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	want := []rune(word)
	var d distance
	found := make([][]string, most+1)
	// The word itself has distance 0 and comes first, whether the vocabulary has it or not.
	found[0] = []string{word}
	for rows.Next() {
		var w string
		if err := rows.Scan(&w); err != nil {
			return nil, err
		}
		if n := d.between(want, []rune(w), most); 0 < n && n <= most {
			found[n] = append(found[n], w)
		}
	}
	return found, rows.Err()
}

// distance keeps the rows of its table from word to word.
type distance struct{ before, last, row []int }

// between is the number of letters to insert, delete, replace or swap with the next that turn
// one word into another: the optimal string alignment distance (Damerau, "A technique for
// computer detection and correction of spelling errors", 1964). Beyond most it is most+1.
func (d *distance) between(a, b []rune, most int) int {
	if len(a)-len(b) > most || len(b)-len(a) > most {
		return most + 1
	}
	n := len(b) + 1
	d.before, d.last, d.row = grown(d.before, n), grown(d.last, n), grown(d.row, n)
	for k := range d.last {
		d.last[k] = k
	}
	// Three rows suffice: a swap looks back two letters.
	for i := range a {
		d.row[0] = i + 1
		least := i + 1
		for k := range b {
			cost := 1
			if a[i] == b[k] {
				cost = 0
			}
			v := min(d.last[k]+cost, d.last[k+1]+1, d.row[k]+1)
			if i > 0 && k > 0 && a[i] == b[k-1] && a[i-1] == b[k] {
				v = min(v, d.before[k-1]+1)
			}
			d.row[k+1] = v
			least = min(least, v)
		}
		// No later row can come back to the limit.
		if least > most {
			return most + 1
		}
		d.before, d.last, d.row = d.last, d.row, d.before
	}
	return min(d.last[len(b)], most+1)
}

// grown returns a slice of n elements over the memory of s. The elements are not cleared.
func grown(s []int, n int) []int { return slices.Grow(s[:0], n)[:n] }
