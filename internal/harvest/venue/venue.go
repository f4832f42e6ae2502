// Package venue compares the names of journals and conferences, which bibliographies write in many ways: "ICML", "ICML '01", "Proc. 18th Int. Conf. on Machine
// Learning", "Proceedings of the Eighteenth International Conference on Machine Learning (ICML 2001), Williamstown".
//
// [Parse] a name, and compare it with [Name.Same]. A [Filter] chooses the records of venues and years.
//
// # Rules
//
// A name is divided into parts at commas and brackets. Of each part the words count that tell venues apart: no years, numbers, months, "proceedings",
// "international", "annual", "the". Two names are the same if parts of theirs have the same words, where an abbreviated word ("Artif.") stands for each that
// begins so, or if one is the other's acronym: one that it states, or the first letters of its words. Some venues whose acronyms are no first letters are
// in a table. A workshop at a conference is not the conference, and "SIGMOD Record" is not SIGMOD.
package venue

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/internal/lazyregexp"
	"sluice/text"
)

// Name is the name of a venue.
type Name struct {
	parts    [][]word
	acronyms []string // stated ones, and the first letters of the words, in small letters
}

// word is a word of a name.
type word struct {
	text  string // in small letters
	isCut bool   // an abbreviation of words that begin so
}

const (
	maxName  = 500 // bytes
	maxParts = 3
	leastAcr = 3 // letters of an acronym that first letters make
)

// noise are words that do not tell venues apart.
var noise = set(`proceedings proc proceeding of the in on and for a an to at annual national international intl int held
	volume vol number no issue part series january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept
	oct nov dec spring summer fall winter edition first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
	fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty thirtieth thirty fortieth forty fiftieth fifty sixtieth sixty seventieth seventy joint et und de la des les der die das und
	long short papers main track full technical`)

// publishers are words that tell venues apart only if no others do, such as those of "ACL 2001".
var publishers = set("acm ieee acl usenix springer elsevier aaai-press")

// kinds are the words that name a kind of venue, in their full form.
var kinds = map[string]string{"conf": "conference", "conference": "conference", "symp": "symposium", "symposium": "symposium", "workshop": "workshop", "workshops": "workshop",
	"wkshp": "workshop", "wksh": "workshop", "ws": "workshop", "j": "journal", "journal": "journal", "trans": "transactions", "transactions": "transactions",
	"lett": "letters", "letters": "letters", "mag": "magazine", "magazine": "magazine", "rev": "review", "review": "review", "rec": "record", "record": "record", "meeting": "meeting"}

// aliases are venues that have names which no rule joins: one venue a line, its names between bars.
const aliases = `neurips | nips | advances in neural information processing systems | conference on neural information processing systems | neural information processing systems
vldb | very large data bases | international conference on very large data bases | international conference on very large databases
vldb journal | vldb j. | the international journal on very large data bases
pvldb | proceedings of the vldb endowment | proc. vldb endow.
sigmod | sigmod conference | acm sigmod international conference on management of data | international conference on management of data
sigir | acm sigir conference on research and development in information retrieval | research and development in information retrieval
pods | symposium on principles of database systems | acm sigmod-sigact-sigart symposium on principles of database systems
kdd | sigkdd | acm sigkdd conference on knowledge discovery and data mining | conference on knowledge discovery and data mining | knowledge discovery and data mining
www | the web conference | world wide web conference | international world wide web conference
aistats | international conference on artificial intelligence and statistics | artificial intelligence and statistics
colt | conference on learning theory | conference on computational learning theory | workshop on computational learning theory | annual conference on computational learning theory
mlj | machine learning | machine learning journal | mach. learn.
jmlr | journal of machine learning research
uai | conference on uncertainty in artificial intelligence | uncertainty in artificial intelligence
webdb | international workshop on the web and databases
tods | acm transactions on database systems | acm trans. database syst.
tois | acm transactions on information systems | acm trans. inf. syst.
jasis | journal of the american society for information science | j. am. soc. inf. sci.
jasist | journal of the american society for information science and technology | j. assoc. inf. sci. technol. | journal of the association for information science and technology
ecml | european conference on machine learning | european working session on learning
emnlp | empirical methods in natural language processing | conference on empirical methods in natural language processing
naacl | conference of the north american chapter of the association for computational linguistics
acl | annual meeting of the association for computational linguistics | meeting of the association for computational linguistics
jcdl | joint conference on digital libraries | acm/ieee-cs joint conference on digital libraries`

// canonical has the first name of the venue of each alias, by its words.
var canonical = func() map[string]string {
	m := map[string]string{}
	for line := range strings.Lines(aliases) {
		first := ""
		for name := range strings.SplitSeq(line, "|") {
			words := wordsOf(strings.TrimSpace(name))
			if first == "" {
				first = joined(words)
			}
			m[joined(words)] = first
		}
	}
	return m
}()

// set returns the set of the words of a text.
func set(words string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}

var (
	separators = lazyregexp.New(`[,;:()\[\]]| [-–—] `)
	ordinal    = lazyregexp.New(`^\d+(?:st|nd|rd|th)$`)
	withYear   = lazyregexp.New(`^([a-z]{2,})(?:'|’|-)?(?:\d{2}|(?:19|20)\d{2})$`)
	ofWorkshop = lazyregexp.New(`(?i)\b(?:workshops?|satellite|companion|tutorials?|adjunct)\b`)
)

// Parse returns a name. One of another language is compared by its words.
func Parse(s string) Name {
	s = strings.ToValidUTF8(s[:min(len(s), maxName)], "")
	var n Name
	isWorkshop := false
	for i, part := range separators.Split(s, -1) {
		if len(n.parts) == maxParts || isWorkshop && !strings.HasPrefix(strings.ToLower(strings.TrimSpace(part)), "proc") {
			break
		}
		isWorkshop = isWorkshop || ofWorkshop.MatchString(part)
		words := wordsOf(part)
		if len(words) == 0 {
			continue
		}
		if i > 0 && len(n.parts) > 0 && len(words) > 1 && !hasKind(words) { // a place, or a series
			continue
		}
		n.parts = append(n.parts, words)
		n.acronyms = append(n.acronyms, acronymsOf(part, words)...)
	}
	return n
}

// hasKind reports whether words name a kind of venue.
func hasKind(words []word) bool {
	return slices.ContainsFunc(words, func(w word) bool { return slices.Contains(mainKinds, w.text) })
}

var mainKinds = []string{"conference", "symposium", "workshop", "journal", "transactions", "meeting"}

// wordsOf returns the words of a part that tell venues apart.
func wordsOf(part string) (words []word) {
	for raw := range strings.FieldsFuncSeq(strings.ReplaceAll(part, "/", " "), unicode.IsSpace) {
		isCut := strings.HasSuffix(raw, ".")
		w := strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '\'' || r == '’' || r == '-' {
				return r
			}
			return -1
		}, text.Plain(raw))
		w = strings.Trim(w, "'’-")
		if m := withYear.FindStringSubmatch(w); m != nil {
			w = m[1]
		}
		if full := kinds[w]; full != "" {
			w, isCut = full, false
		}
		switch {
		case w == "", noise[w], ordinal.MatchString(w), strings.Trim(w, "0123456789-'’") == "":
		default:
			for _, one := range strings.FieldsFunc(w, func(r rune) bool { return r == '-' }) {
				if !noise[one] && strings.Trim(one, "0123456789") != "" {
					words = append(words, word{one, isCut})
				}
			}
		}
	}
	named := slices.DeleteFunc(slices.Clone(words), func(w word) bool { return publishers[w.text] })
	if slices.ContainsFunc(named, func(w word) bool { return kinds[w.text] == "" }) {
		return named
	}
	return words
}

// acronymsOf returns the acronyms of a part: itself if it is one, and the first letters of its words, with and without those that do not count.
func acronymsOf(part string, words []word) (all []string) {
	if len(words) == 1 || len(words) == 2 && words[1].text == "conference" {
		all = append(all, words[0].text)
	}
	var long, short strings.Builder
	for w := range strings.FieldsSeq(text.Plain(part)) {
		w = strings.Trim(w, ".'’\"")
		if w == "international" || w == "int" || w == "intl" {
			long.WriteByte('i')
		}
		first, _ := utf8.DecodeRuneInString(w)
		if noise[w] || publishers[w] || !unicode.IsLetter(first) || strings.Contains(w, "-") || withYear.MatchString(w) {
			continue
		}
		long.WriteRune(first)
		if kinds[w] != "conference" && kinds[w] != "meeting" {
			short.WriteRune(first)
		}
	}
	if len(words) > 2 {
		for _, b := range []string{long.String(), short.String()} {
			if len(b) >= leastAcr && !slices.Contains(all, b) {
				all = append(all, b)
			}
		}
	}
	return all
}

// joined returns words as one text.
func joined(words []word) string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.text
	}
	return strings.Join(texts, " ")
}

// IsEmpty reports whether nothing is left of a name.
func (n *Name) IsEmpty() bool { return len(n.parts) == 0 }

// Same reports whether two names are of one venue.
func (n *Name) Same(other *Name) bool {
	for _, a := range n.parts {
		for _, b := range other.parts {
			if sameWords(a, b) || sameVenue(a, b) {
				return true
			}
		}
	}
	return n.isAcronymOf(other) || other.isAcronymOf(n)
}

// sameVenue reports whether the table says that two parts name one venue.
func sameVenue(a, b []word) bool {
	x, y := canonical[joined(a)], canonical[joined(b)]
	return x != "" && x == y
}

// isAcronymOf reports whether a part of a name is one word that is an acronym of the other name.
func (n *Name) isAcronymOf(other *Name) bool {
	for _, p := range n.parts {
		if len(p) == 1 || len(p) == 2 && p[1].text == "conference" {
			if slices.Contains(other.acronyms, p[0].text) && !isAnother(p[0].text, other) {
				return true
			}
		}
	}
	return false
}

// isAnother reports whether the table has another venue for an acronym than for a name: first letters may be the same by chance.
func isAnother(acronym string, n *Name) bool {
	venue := canonical[acronym]
	if venue == "" {
		return false
	}
	for _, p := range n.parts {
		if v := canonical[joined(p)]; v != "" && v != venue {
			return true
		}
	}
	return false
}

// sameWords reports whether parts have the same words, abbreviated or not. "Conference" does not count before three other words.
func sameWords(a, b []word) bool {
	if len(a) != len(b) {
		a, b = withoutKind(a), withoutKind(b)
	}
	if len(a) != len(b) || len(a) == 0 {
		return false
	}
	for i := range a {
		x, y := a[i], b[i]
		switch {
		case x.text == y.text:
		case x.isCut && strings.HasPrefix(y.text, x.text), y.isCut && strings.HasPrefix(x.text, y.text):
		case strings.TrimSuffix(x.text, "s") == strings.TrimSuffix(y.text, "s"):
		default:
			return false
		}
	}
	return true
}

// withoutKind returns words without a first one that says that they name a conference, if enough are left.
func withoutKind(words []word) []word {
	if len(words) > 3 && (words[0].text == "conference" || words[0].text == "symposium" || words[0].text == "meeting") {
		return words[1:]
	}
	return words
}
