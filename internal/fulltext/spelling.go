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
// few texts have, and none in its title or among its names and keywords, it suggests a near one that many have. A marked word is meant as it is, and so is a
// word with diacritics, unless a text has the near one with the same: "über" is no misspelt "user".
func (m *matcher) correct(p *parsed) (s spelling, err error) {
	rare, err := m.rareWords(p)
	if err != nil {
		return s, err
	}
	for _, r := range rare {
		best, texts, err := m.nearest(r.word)
		if err == nil && best != "" && hasDiacritics(r.word) {
			best, err = m.withDiacritics(best, r.word)
		}
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
			if !isName && !hasDiacritics(r.word) { // who writes its diacritics means it
				s.suggested = append(s.suggested, r.respelt(best)...)
				s.notes = append(s.notes, fmt.Sprintf("did you mean %s? %d texts have it; %s is in %d", best, texts, clean(r.word, 200), r.texts))
			}
		}
	}
	return s, nil
}

// hasDiacritics reports whether a folded word is written with diacritics.
func hasDiacritics(word string) bool { return text.Plain(word) != word }

// withDiacritics returns a word without diacritics with those of a word near it, if a text has it written so; "" if none has.
func (m *matcher) withDiacritics(near, word string) (string, error) {
	from, to := []rune(word), []rune(near)
	if len(from) != utf8.RuneCountInString(text.Plain(word)) { // a letter is two without diacritics: "ß"
		return "", nil
	}
	isSame := func(i, k int) bool { return text.Plain(string(from[i])) == string(to[k]) }
	start, end := 0, 0 // letters that both have, at the beginning and at the end
	for start < min(len(from), len(to)) && isSame(start, start) {
		start++
	}
	for end < min(len(from), len(to))-start && isSame(len(from)-1-end, len(to)-1-end) {
		end++
	}
	written := string(from[:start]) + string(to[start:len(to)-end]) + string(from[len(from)-end:])
	token := exactToken(written)
	if token == "" {
		return "", nil
	}
	texts, err := m.textsWith(token)
	if texts == 0 {
		return "", err
	}
	return written, err
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

// nearest returns the word that most texts have among those of the vocabulary that are nearest to a word, and their number: they begin with the same
// letter and differ in one letter, or in two if the word is long. It returns "" if no word is near.
func (m *matcher) nearest(word string) (best string, texts int64, err error) {
	most := 1
	if utf8.RuneCountInString(word) >= 8 {
		most = 2
	}
	found, err := m.similar(word, most)
	if err != nil {
		return "", 0, err
	}
	for _, words := range found[1:] {
		for _, w := range words[:min(len(words), maxNear)] {
			n, err := m.textsWith(w)
			if err != nil {
				return "", 0, err
			}
			if n > texts {
				best, texts = w, n
			}
		}
		if best != "" {
			return best, texts, nil
		}
	}
	return "", 0, nil
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
