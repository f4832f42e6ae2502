package manual

// Topic returns a page about something that is no command: its sections in the order in which they are added.
func Topic(name, summary, description string) *Page {
	p := &Page{Name: name, Summary: summary}
	p.sections = parse(description)
	return p
}

// A Term is a word with its explanation and an example.
type Term struct{ Word, Explanation, Example string }

// Terms adds a section that begins with an introduction and explains terms.
func (p *Page) Terms(title, introduction string, terms []Term) {
	s := section{title: title}
	if introduction != "" {
		s.blocks = append(s.blocks, block{text: introduction})
	}
	for _, t := range terms {
		s.blocks = append(s.blocks, block{term: t.Word, text: t.Explanation, sample: t.Example})
	}
	p.sections = append(p.sections, s)
}
