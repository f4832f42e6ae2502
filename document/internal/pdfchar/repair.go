package pdfchar

// Repair restores words of a document by all of its words: letters that are read in the wrong code page, spaces that are
// read as signs, ligatures that are lost, and words that are run together.
type Repair struct {
	misread   *misread // nil if nothing is
	cork      bool     // letters of TeX's fonts are signs
	spaces    signSpaces
	words     *words
	glyphs    *lostGlyphs
	ligatures *lostLigatures // nil if none are lost
}

// NewRepair returns what repairs a document with a text: its pages as [CleanPage] leaves them, without the marks of [JoinWords].
func NewRepair(s string) *Repair {
	r := &Repair{misread: newMisread(s)}
	if r.misread != nil {
		s = r.misread.read(s)
	}
	if r.cork = hasCork(s); r.cork {
		s = restoreCork(s)
	}
	r.spaces = newSignSpaces(s)
	s = r.spaces.restore(restoreNamedLigatures(s))
	r.words = &words{text: s}
	if hasMark(s) {
		r.glyphs = newLostGlyphs(s, r.words)
	}
	r.ligatures = newLostLigatures(s, r.words)
	return r
}

// Mend returns the text of the document, or a part of it such as a line, repaired.
func (r *Repair) Mend(s string) string {
	if r.misread != nil {
		s = r.misread.read(s)
	}
	if r.cork {
		s = restoreCork(s)
	}
	s = r.spaces.restore(restoreNamedLigatures(s))
	if r.glyphs != nil {
		s = r.glyphs.restore(s)
	} else {
		s = withoutMarks(s)
	}
	if r.ligatures != nil {
		s = r.ligatures.restore(s)
	}
	if HasGluedWords(s) && r.words.areEnglish() {
		s = r.words.splitGlued(s)
	}
	return s
}
