package corpus

import (
	"sluice/page"
	"sluice/text/vector"
)

// TitleWeight is how often each word of a title counts. What a title says in few words is what the text is about.
const TitleWeight = 2

// fields returns the parts of a text that a row has in a field: a title counts more, and of HTML the visible text counts.
func fields(name, value string) []vector.Field {
	switch name {
	case "title":
		return []vector.Field{Title(value)}
	case "html":
		return HTML([]byte(value), "text/html; charset=utf-8")
	}
	return []vector.Field{{Name: name, Text: value}}
}

// Title returns a title as a part of a text.
func Title(text string) vector.Field {
	return vector.Field{Name: "title", Text: text, Weight: TitleWeight}
}

// HTML returns the parts of a page: its title and its visible text. The content type is that of the HTTP header; it may be empty.
func HTML(body []byte, contentType string) []vector.Field {
	var parser page.Parser
	p := parser.Parse(body, page.Source{ContentType: contentType})
	defer p.Release()
	return Page(p)
}

// Page returns the parts of a page that was parsed: its title and its visible text.
func Page(p *page.Page) []vector.Field {
	return []vector.Field{Title(p.Title), {Text: string(p.Text)}}
}
