package demo

import (
	"fmt"
	"slices"
	"strings"
)

// style is how a line is printed.
type style struct {
	font    byte // R roman, B bold, I italic
	size    int  // points
	leading int  // points to the next line
	length  int  // characters
}

var (
	running   = style{'R', 11, 15, 84}
	small     = style{'R', 9, 12, 104}
	slanted   = style{'I', 11, 15, 84}
	headline  = style{'B', 13, 20, 70}
	titled    = style{'B', 20, 26, 42}
	authored  = style{'R', 14, 20, 64}
	onSlide   = style{'R', 20, 30, 58}
	slideHead = style{'B', 30, 48, 38}
)

// line is one line of a printed page; one without a style begins a new page.
type line struct {
	text string
	style
}

// newPage is the line that begins a new page.
var newPage = line{}

// sheetSize is the size of a page and the area of its text, in points.
type sheetSize struct{ width, height, left, top, bottom int }

var (
	upright = sheetSize{595, 842, 72, 770, 72}
	screen  = sheetSize{720, 540, 56, 450, 40}
)

// size returns the size of the pages of a paper.
func (p *paper) size() sheetSize {
	if p.kind == slides {
		return screen
	}
	return upright
}

// typesetter breaks text into lines.
type typesetter []line

// put adds a text, broken into lines.
func (s *typesetter) put(st style, text string) {
	current := ""
	for word := range strings.FieldsSeq(text) {
		if current != "" && len(current)+1+len(word) > st.length {
			*s = append(*s, line{current, st})
			current = ""
		}
		current = strings.TrimSpace(current + " " + word)
	}
	*s = append(*s, line{current, st})
}

// skip adds empty lines.
func (s *typesetter) skip(lines int) {
	for range lines {
		*s = append(*s, line{"", running})
	}
}

// turn begins a new page.
func (s *typesetter) turn() { *s = append(*s, newPage) }

// paragraph adds a paragraph. If it begins with a bar, its lines stay as they are.
func (s *typesetter) paragraph(st style, text string) {
	if rows, kept := strings.CutPrefix(text, "| "); kept {
		for row := range strings.SplitSeq(rows, "\n") {
			*s = append(*s, line{strings.TrimPrefix(row, "| "), st})
		}
	} else {
		s.put(st, text)
	}
	s.skip(1)
}

// lines returns the typeset paper, each kind with its own layout.
func (p *paper) lines() []line {
	var s typesetter
	switch p.kind {
	case report:
		p.cover(&s)
		p.titleBlock(&s)
		p.body(&s)
	case essay:
		s.put(small, p.venue)
		s.skip(1)
		p.titleBlock(&s)
		p.body(&s)
	case thesis:
		p.thesisFront(&s)
		p.chapters(&s)
	case slides:
		p.talk(&s)
	default:
		s.put(titled, p.title)
		s.put(slanted, p.author()+", "+p.year)
		s.skip(1)
		for _, text := range p.paragraphs {
			if head, ok := strings.CutPrefix(text, "# "); ok {
				s.put(headline, head)
			} else {
				s.paragraph(running, text)
			}
		}
	}
	return s
}

// cover adds the cover of a report.
func (p *paper) cover(s *typesetter) {
	s.skip(2)
	s.put(authored, "University of Northbridge")
	s.put(authored, "Department of Computer Science")
	s.skip(6)
	s.put(headline, "Technical Report "+p.number)
	s.skip(2)
	s.put(titled, p.title)
	s.skip(1)
	s.put(authored, p.author())
	s.skip(2)
	s.put(running, p.year)
	s.skip(8)
	s.put(small, "Arrow Lane 14, Northbridge. Reports of the department may be copied and quoted, with their authors' names. They are kept by the University Library under http://library.northbridge.example/reports/.")
	s.turn()
}

// titleBlock adds title, authors, number and abstract.
func (p *paper) titleBlock(s *typesetter) {
	s.put(titled, p.title)
	s.skip(1)
	for _, a := range p.authors {
		s.put(authored, a)
		s.put(slanted, "Department of Computer Science, University of Northbridge")
		s.put(small, address(a))
		s.skip(1)
	}
	if p.kind == report {
		s.put(running, p.number+", "+p.year)
		s.skip(1)
	}
	s.put(headline, "Abstract")
	s.paragraph(running, p.abstract())
	if p.keywords != "" {
		s.paragraph(running, "Keywords: "+p.keywords)
	}
}

// unnumbered are the headings without a number.
var unnumbered = []string{"Acknowledgements", "References", "Note", "Appendix"}

// body adds what follows the abstract: numbered sections and references.
func (p *paper) body(s *typesetter) {
	n := 0
	for _, text := range p.paragraphs[1:] {
		head, isHead := strings.CutPrefix(text, "# ")
		switch {
		case isHead && slices.Contains(unnumbered, head):
			s.put(headline, head)
		case isHead:
			n++
			s.put(headline, fmt.Sprintf("%d. %s", n, head))
		default:
			s.paragraph(running, text)
		}
	}
	p.list(s, "References")
}

// list adds the references.
func (p *paper) list(s *typesetter, heading string) {
	if len(p.entries) == 0 {
		return
	}
	s.put(headline, heading)
	for _, e := range p.entries {
		s.put(small, e)
	}
}

// thesisFront adds title page, acknowledgements, abstract and contents of a thesis.
func (p *paper) thesisFront(s *typesetter) {
	s.skip(4)
	s.put(titled, p.title)
	s.skip(3)
	s.put(authored, "by")
	s.put(authored, p.author())
	s.skip(4)
	s.put(running, "A thesis submitted in partial fulfilment of the requirements for the degree of "+p.degree)
	s.skip(2)
	s.put(running, "Department of Computer Science")
	s.put(running, "University of Northbridge")
	s.put(running, p.year)
	s.turn()
	n := slices.Index(p.paragraphs, "# Acknowledgements")
	for _, text := range p.paragraphs[n+1:] {
		if strings.HasPrefix(text, "# ") {
			break
		}
		if text == p.paragraphs[n+1] {
			s.put(headline, "Acknowledgements")
		}
		s.paragraph(running, text)
	}
	s.turn()
	s.put(headline, "Abstract")
	s.paragraph(running, p.abstract())
	s.turn()
	s.put(headline, "Table of Contents")
	page := 1
	for _, text := range p.paragraphs {
		if head, ok := strings.CutPrefix(text, "# "); ok && head != "Acknowledgements" {
			s.put(running, head+" "+strings.Repeat(". ", (80-len(head))/2)+fmt.Sprint(page))
			page++
		}
	}
	s.put(running, "Bibliography "+strings.Repeat(". ", 34)+fmt.Sprint(page))
}

// chapters adds the chapters of a thesis, each on a new page.
func (p *paper) chapters(s *typesetter) {
	inAcknowledgements := false
	for _, text := range p.paragraphs[1:] {
		head, isHead := strings.CutPrefix(text, "# ")
		switch {
		case isHead && head == "Acknowledgements":
			inAcknowledgements = true
		case isHead:
			inAcknowledgements = false
			chapter, name, _ := strings.Cut(head, ". ")
			s.turn()
			s.put(headline, chapter)
			s.put(titled, name)
			s.skip(1)
		case !inAcknowledgements:
			s.paragraph(running, text)
		}
	}
	s.turn()
	p.list(s, "Bibliography")
}

// talk adds the slides of a talk.
func (p *paper) talk(s *typesetter) {
	s.skip(3)
	s.put(slideHead, p.title)
	s.put(onSlide, p.author())
	s.put(onSlide, "University of Northbridge, "+p.year)
	for _, text := range p.paragraphs {
		if head, ok := strings.CutPrefix(text, "# "); ok {
			s.turn()
			s.put(slideHead, head)
			continue
		}
		for row := range strings.SplitSeq(strings.TrimPrefix(text, "| "), "\n") {
			s.put(onSlide, strings.TrimPrefix(row, "| "))
		}
	}
}

// pages returns the paper's lines page by page.
func (p *paper) pages() [][]line {
	size := p.size()
	var pages [][]line
	var page []line
	at := size.top
	for _, l := range p.lines() {
		if l == newPage || at < size.bottom {
			pages, page, at = append(pages, page), nil, size.top
		}
		if l != newPage {
			page, at = append(page, l), at-l.leading
		}
	}
	return append(pages, page)
}
