package describe

import (
	"strings"

	"sluice/document/content"
	"sluice/document/describe/internal/reference"
	"sluice/internal/lazyregexp"
	"sluice/text"
)

// citationLabel matches what reports print before the reference by which they want to be cited.
var citationLabel = lazyregexp.New(`(?im)^[\s\pP]{0,4}(?:(?:suggested|recommended|preferred) citation|(?:please )?cite (?:this \pL+ )?as|how to cite(?: this \pL+)?|to cite this \pL+|citation|zitiervorschlag|(?:empfohlene )?zitierweise|cómo citar(?: este \pL+)?|cita (?:sugerida|recomendada)|como citar(?: este \pL+)?|citação sugerida|pour citer (?:ce|cet|cette) \pL+|citation (?:suggérée|recommandée)|come citare|citeren als|citera som)\s*[:.]?\s+`)

// suggestedAuthors returns the authors of the reference by which a document wants to be cited, if the reference has a title that
// the document is known to have.
func (w *collector) suggestedAuthors() []string {
	const most, longest = 20_000, 800 // bytes that are searched, and of a reference
	opening := w.document.Text
	opening = strings.ToValidUTF8(opening[:min(len(opening), most)], "")
	for _, at := range citationLabel.FindAllStringIndex(opening, 5) {
		entry, _, _ := strings.Cut(strings.TrimSpace(opening[at[1]:min(len(opening), at[1]+longest)]), "\n\n")
		if r, ok := reference.Parse(strings.Join(strings.Fields(entry), " ")); ok && w.hasTitle(r) {
			return r.Authors
		}
	}
	return nil
}

// hasTitle reports whether a source says that the document has the title of a reference, or the beginning of it.
func (w *collector) hasTitle(r content.Reference) bool {
	const least = 8 // bytes of a title that says which work it is
	cited := text.NormalTitle(r.Title)
	for _, c := range w.claims {
		if c.name != "title" || len(cited) < least {
			continue
		}
		if title := text.NormalTitle(c.values[0]); len(title) >= least && (strings.HasPrefix(cited, title) || strings.HasPrefix(title, cited)) {
			return true
		}
	}
	return false
}
