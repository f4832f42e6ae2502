package fulltext

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"sluice/search"
	"sluice/text"
)

const (
	minCorrected = 4  // letters of a word that may be misspelt: of shorter ones too many are near
	fewTexts     = 5  // have a word that may be misspelt in them, too
	muchMore     = 20 // times as many have the word that is suggested for it
	maxSuggested = 3  // words of a query for which near ones are suggested
)

// spelling is what is made of misspelt words of a query.
type spelling struct {
	corrected []respelling // words that no text has, with those that are looked for in their place
	suggested []respelling // rare words, with frequent ones that may be meant
	notes     []string
}

// respelling is another word in the place of one of the query.
type respelling struct {
	search.Span
	word string
}

// correct looks for misspelt words among the plain words of a query. It puts the nearest word of the index in the place of one that no text has. For one that
// few texts have, and none in its title or among its names and keywords, it suggests a near one that many have. A marked word is meant as it is. To a word with
// diacritics only those are near that texts have with the same: "über" is no misspelt "user".
func (m *matcher) correct(p *parsed) (s spelling, err error) {
	rare, err := m.rareWords(p)
	if err != nil {
		return s, err
	}
	for _, r := range rare {
		best, texts, err := m.nearest(r.word, maxWritings/len(rare))
		switch {
		case err != nil:
			return s, err
		case best == "":
		case r.texts == 0:
			s.corrected = append(s.corrected, r.respelt(best)...)
			for _, w := range r.places {
				w.term.words[w.i] = best
			}
			s.notes = append(s.notes, fmt.Sprintf("nothing found for %s; showing %s", clean(r.word, 200), best))
		case texts >= muchMore*r.texts:
			isName, err := m.isName(r.word)
			if err != nil {
				return s, err
			}
			if !isName {
				s.suggested = append(s.suggested, r.respelt(best)...)
				s.notes = append(s.notes, fmt.Sprintf("did you mean %s? %d texts have it; %s is in %d", best, texts, clean(r.word, 200), r.texts))
			}
		}
	}
	return s, nil
}

// rareWord is a plain word of a query that may be misspelt.
type rareWord struct {
	word   string
	texts  int64 // that have it
	places []*sequenceWord
}

// respelt puts a word in each place of another.
func (r *rareWord) respelt(word string) (all []respelling) {
	for _, w := range r.places {
		all = append(all, respelling{w.span(), word})
	}
	return all
}

// rareWords returns the words of a query that may be misspelt, the rarest first: those that no text has, and a few others, because the whole vocabulary is
// held against each.
func (m *matcher) rareWords(p *parsed) (rare []*rareWord, err error) {
	if !p.isQuery() {
		return nil, nil
	}
	seen := map[string]*rareWord{}
	language := text.PhraseLanguage(p.query)
	for i := range p.clauses {
		c := &p.clauses[i]
		if c.not || !c.isWord() || c.terms[0].must {
			continue
		}
		for k, w := range c.terms[0].words {
			if utf8.RuneCountInString(w) < minCorrected || !inVocabulary(plain(w)) || m.isStop(w) || text.Stop(w, language) {
				continue
			}
			if seen[w] == nil {
				r := &rareWord{word: w}
				if r.texts, err = m.frequency(w); err != nil {
					return nil, err
				}
				if seen[w] = r; r.texts <= fewTexts {
					rare = append(rare, r)
				}
			}
			seen[w].places = append(seen[w].places, &sequenceWord{&c.terms[0], k})
		}
	}
	slices.SortStableFunc(rare, func(a, b *rareWord) int { return cmp.Compare(a.texts, b.texts) })
	unknown := 0
	for unknown < len(rare) && rare[unknown].texts == 0 {
		unknown++
	}
	return rare[:min(len(rare), unknown+maxSuggested)], nil
}

// isName reports whether a text has the word in its title or among its authors, keywords and subjects, where few words are misspelt.
func (m *matcher) isName(w string) (bool, error) {
	var one int
	err := m.tx.QueryRowContext(m.ctx, "SELECT 1 FROM words WHERE words MATCH ? LIMIT 1", "{title authors keywords subjects} : ("+m.stemmed(w)+")").Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// respell returns a query with other words in the place of some, as it was written otherwise; "" without any.
func respell(query string, words []respelling) string {
	if len(words) == 0 {
		return ""
	}
	slices.SortFunc(words, func(a, b respelling) int { return cmp.Compare(a.Start, b.Start) })
	var b []byte
	at := 0
	for _, w := range words {
		b = append(append(b, query[at:w.Start]...), w.word...)
		at = w.End
	}
	return string(append(b, query[at:]...))
}

// put writes to a result what the query is with the words in their place.
func (s *spelling) put(query string, r *search.Result) {
	r.Corrected = respell(query, s.corrected)
	if len(s.suggested) > 0 {
		r.Suggestion = respell(query, slices.Concat(s.corrected, s.suggested))
	}
}
