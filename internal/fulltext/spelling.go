package fulltext

import (
	"database/sql"
	"errors"
	"fmt"
	"unicode/utf8"
)

const minCorrected = 4 // letters of a word that may be misspelt: of shorter ones too many are near

// correct puts the nearest word of the index in the place of a plain word of the query that no text has, and says so. A marked word must be
// there as it is.
func (m *matcher) correct(p *parsed) error {
	if !p.isQuery() {
		return nil
	}
	for i := range p.clauses {
		c := &p.clauses[i]
		if c.not || !c.isWord() || c.terms[0].must {
			continue
		}
		for k, w := range c.terms[0].words {
			if utf8.RuneCountInString(w) < minCorrected || !inVocabulary(plain(w)) {
				continue
			}
			n, err := m.frequency(w)
			if err != nil {
				return err
			}
			if n > 0 {
				continue
			}
			best, err := m.nearest(w)
			if err != nil {
				return err
			}
			if best != "" {
				c.terms[0].words[k], c.terms[0].source = best, best
				m.notes = append(m.notes, fmt.Sprintf("nothing found for %s; showing %s", clean(w, 200), best))
			}
		}
	}
	return nil
}

// nearest returns the word that most texts have among those of the vocabulary that are nearest to a word: they begin with the same letter and
// differ in one letter, or in two if the word is long. It returns "" if no word is near, or if the vocabulary has the word itself.
func (m *matcher) nearest(word string) (best string, err error) {
	most := 1
	if utf8.RuneCountInString(word) >= 8 {
		most = 2
	}
	found, err := m.similar(word, most)
	if err != nil {
		return "", err
	}
	for _, words := range found[1:] {
		texts := int64(0)
		for _, w := range words[:min(len(words), maxNear)] {
			var n int64
			switch err := m.tx.QueryRowContext(m.ctx, "SELECT doc FROM terms WHERE term = ?", w).Scan(&n); {
			case err != nil && !errors.Is(err, sql.ErrNoRows):
				return "", err
			case n > texts:
				best, texts = w, n
			}
		}
		if best != "" {
			return best, nil
		}
	}
	return "", nil
}
