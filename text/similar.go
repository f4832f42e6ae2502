package text

// Print is what tells whether two documents are versions of one work: a preprint and what was printed, or the same in two
// formats. [NewPrint] makes one.
type Print struct {
	Title   string    // as [NormalTitle] gives it
	Authors []string  // as [NormalName] gives them
	Text    Signature // of the shingles of three words
}

// NewPrint gives the print of a document. Whatever is unknown is empty.
func NewPrint(title string, authors []string, body string) Print {
	p := Print{Title: NormalTitle(title), Text: MinHash(Shingles(body, 3))}
	for _, a := range authors[:min(len(authors), maxAuthors)] {
		if name := NormalName(a); name != "" {
			p.Authors = append(p.Authors, name)
		}
	}
	return p
}

const maxAuthors = 200 // of a document that are compared

// Versions is the likeness from which two documents are taken for versions of one work, see [Print.Like].
const Versions = 0.6

// How much each piece of evidence takes away of the doubt that the texts leave: chosen so that texts alone must be alike
// by 0.6, with a title by 0.3, with a title and authors by 0.15.
const (
	titleTells   = 0.43
	authorsTell  = 0.18
	unlikeOthers = 0.8  // of the texts' likeness where both title and authors speak against
	longTitle    = 20   // letters of a title that with the authors tells a work without text
	nearTitle    = 0.7  // likeness of titles of one work: "…", "… (extended abstract)"
	textless     = 0.65 // likeness of two documents of one long title and common authors, one of them without text
)

// Like tells, from 0 to 1, how likely two documents are versions of one work: from the likeness of their texts as
// [Signature.Like] estimates it, of their titles and of their authors.
func (p *Print) Like(other *Print) float64 {
	title, authors := alike(p.Title, other.Title), sameAuthors(p.Authors, other.Authors)
	if p.Text == (Signature{}) || other.Text == (Signature{}) {
		if title == 1 && authors > 0 && len(p.Title) >= longTitle {
			return textless
		}
		return 0
	}
	body := p.Text.Like(&other.Text)
	if p.Title != "" && other.Title != "" && title < nearTitle && len(p.Authors) > 0 && len(other.Authors) > 0 && authors == 0 {
		return body * unlikeOthers
	}
	if title < nearTitle {
		title = 0
	}
	return 1 - (1-body)*(1-titleTells*title)*(1-authorsTell*authors)
}

// alike is the Jaccard similarity of the sets of three letters in a row of two normal titles, which are a bounded length.
func alike(a, b string) float64 {
	if a == b {
		if a == "" {
			return 0
		}
		return 1
	}
	return Jaccard(trigrams(a), trigrams(b))
}

func trigrams(s string) []uint64 {
	letters := []rune(s)
	set := make([]uint64, 0, len(letters))
	for i := range len(letters) - 2 {
		set = append(set, uint64(letters[i])<<42|uint64(letters[i+1])<<21|uint64(letters[i+2]))
	}
	return Set(set)
}

// sameAuthors is how much of the shorter of two lists of normal names is in the other.
func sameAuthors(a, b []string) float64 {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) == 0 {
		return 0
	}
	same := 0
	for _, name := range a {
		for _, other := range b {
			if sameName(name, other) {
				same++
				break
			}
		}
	}
	return float64(same) / float64(len(a))
}
