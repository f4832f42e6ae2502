package demo

import (
	"bytes"
	"html/template"
)

// frames holds the name and the navigation of each site.
var frames = map[string]struct {
	Name string
	Nav  []link
}{
	"www.northbridge.example": {"University of Northbridge", []link{
		{"/", "Home"}, {"/history.html", "History"}, {"/visit.html", "Visit"}, {"/departments.html", "Departments"},
		{"http://library.northbridge.example/", "Library"},
	}},
	"www.cs.northbridge.example": {"Computer Science at Northbridge", []link{
		{"/", "Home"}, {"/about.html", "About"}, {"/groups/", "Research"}, {"/teaching/", "Teaching"}, {"/news/", "News"},
		{"/seminars/", "Seminars"}, {"http://people.cs.northbridge.example/", "People"}, {"/faq.html", "Questions"},
	}},
	"people.cs.northbridge.example": {"People in Computer Science", []link{
		{"/", "Everyone"}, {"http://www.cs.northbridge.example/", "Department"}, {"http://library.northbridge.example/reports/", "Reports"},
	}},
	"library.northbridge.example": {"Northbridge University Library", []link{
		{"/", "Home"}, {"/reports/", "Technical reports"}, {"/theses/", "Theses"}, {"/faq/", "Questions"}, {"http://www.northbridge.example/", "University"},
	}},
}

// link is a link of a navigation.
type link struct{ URL, Text string }

// meta is a meta element.
type meta struct{ Name, Content string }

// frameTemplate is the page around a body. Navigation and footer are the same on all pages of a
// site, as on real sites.
var frameTemplate = template.Must(template.New("frame").Parse(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{{.Title}} - {{.Name}}</title>
{{range .Metas}}<meta name="{{.Name}}" content="{{.Content}}">
{{end -}}
<style>body{font:1em/1.5 Georgia,serif;max-width:44em;margin:1em auto} nav a{margin-right:1em}</style>
</head>
<body>
<nav class="site">{{range .Nav}}<a href="{{.URL}}">{{.Text}}</a> {{end}}</nav>
<main>
<h1>{{.Title}}</h1>
{{.Body}}
</main>
<footer><p>{{.Name}}, Arrow Lane, Northbridge</p></footer>
</body>
</html>
`))

// frame returns the body of a page in the frame of its site.
func frame(host, title, body string, metas ...meta) []byte {
	var b bytes.Buffer
	f := frames[host]
	data := map[string]any{"Name": f.Name, "Nav": f.Nav, "Title": title, "Metas": metas, "Body": template.HTML(body)}
	if err := frameTemplate.Execute(&b, data); err != nil {
		panic(err) // writing to memory cannot fail, and the template is fixed
	}
	return b.Bytes()
}
