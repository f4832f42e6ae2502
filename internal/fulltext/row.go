package fulltext

import (
	"cmp"
	"hash/fnv"
	"slices"
	"strings"

	"sluice/text"
)

// row is an entry as the tables hold it: clean, and of bounded size.
type row struct {
	Entry
	url, title, authors, abstract string
	language                      string
	work                          uint64
	sorted                        []byte // by it
	subjects                      []string
	columns                       []any    // of the table words, without its id
	vocabulary                    []string // words of them that there may not have been yet
	body                          []byte
	size                          int // of the body before it is compressed
}

const (
	maxValues   = 1000 // of authors, of keywords and of subjects
	maxSubjects = 20   // that are counted
	maxFacet    = 200  // bytes
)

// row returns the row of an entry. It may run in many goroutines: stemming and compression need
// most of the time of a Put.
func (x *Index) row(e *Entry) *row {
	l := x.lexicon()
	defer x.releaseLexicon(l)
	r := &row{Entry: *e, url: clean(e.URL, maxKey), title: clean(e.Title, maxField), abstract: clean(e.Abstract, maxField)}
	for _, name := range []*string{&r.Genre, &r.Type, &r.Site, &r.Language} {
		*name = strings.ToLower(strings.TrimSpace(clean(*name, maxFacet)))
	}
	body := clean(e.Text, MaxText)
	authors, keywords, subjects := values(e.Authors), values(e.Keywords), values(e.Subjects)
	if r.language = r.Language; r.language == "" {
		r.language, _ = text.Language(r.title + ". " + r.abstract)
	}
	r.work, r.sorted = hashOf(cmp.Or(r.Work, r.Key)), sortable(cmp.Or(r.title, r.url))
	r.authors = strings.Join(authors, "\n")
	for _, s := range subjects[:min(len(subjects), maxSubjects)] {
		if s = clean(s, maxFacet); !slices.Contains(r.subjects, s) {
			r.subjects = append(r.subjects, s)
		}
	}
	l.begin()
	r.columns = []any{l.column(r.language, r.title), l.column(noLanguage, authors...), l.column(r.language, keywords...),
		l.column(r.language, subjects...), l.column(r.language, r.abstract),
		l.column(r.language, values(e.Headings)...), l.column(r.language, values(e.Anchors)...), l.column(r.language, append([]string{body}, values(e.DOIs)...)...)}
	r.vocabulary = slices.Clone(l.vocabulary)
	if r.size = len(body); r.size > 0 {
		r.body = x.encoder.EncodeAll([]byte(body), nil)
	}
	return r
}

// sortable returns the beginning of a title by which it is sorted: without regard to case,
// marks and signs.
func sortable(title string) []byte {
	var b []byte
	for w := range text.Words(title) {
		if len(b) > 0 {
			b = append(b, ' ')
		}
		if b = append(b, plain(w)...); len(b) >= maxTitle {
			return b[:maxTitle]
		}
	}
	return b
}

// hashOf returns the hash by which documents of one work are recognised.
func hashOf(key string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(key))
	return h.Sum64()
}

// values returns values as single lines, in all of bounded length.
func values(all []string) []string {
	var out []string
	size := 0
	for _, v := range all[:min(len(all), maxValues)] {
		v = strings.TrimSpace(strings.ReplaceAll(clean(v, maxField), "\n", " "))
		if size += len(v); size > maxField {
			break
		}
		if v != "" {
			out = append(out, v)
		}
	}
	return out
}

// lexicon returns a lexicon that no other goroutine has, an idle one if there is any.
func (x *Index) lexicon() *lexicon {
	select {
	case l := <-x.lexicons:
		return l
	default:
		return newLexicon()
	}
}

// releaseLexicon makes a lexicon available to others. If enough are idle already, it is dropped.
func (x *Index) releaseLexicon(l *lexicon) {
	select {
	case x.lexicons <- l:
	default:
	}
}
