package page_test

import (
	"fmt"

	"sluice/page"
	"sluice/weburl"
)

func Example() {
	u, _ := weburl.Parse("http://www.example.edu/people/")
	body := []byte(`<html lang=en><title>People</title><body>
		<h1>Our group</h1><p>Read the <a href="ada/thesis.pdf">thesis</a> of Ada first.
		<p><a href="mailto:office@example.edu">Write to us</a></html>`)

	var p page.Parser // one a goroutine
	pg := p.Parse(body, page.Source{URL: u, ContentType: "text/html; charset=utf-8"})
	defer pg.Release()

	fmt.Println(pg.Title, pg.Lang)
	for i := range pg.Links {
		l := &pg.Links[i]
		fmt.Printf("%s %q around %q under %q in %q\n", l.URL, pg.Anchor(l), pg.Around(l, 2), pg.Heading(l), l.Path)
	}
	fmt.Println("not followed:", pg.BadLinks)
	// Output:
	// People en
	// http://www.example.edu/people/ada/thesis.pdf "thesis" around "Read the of Ada" under "Our group" in "html body p a"
	// not followed: map[mailto:1]
}

func ExampleDecode() {
	text, charset, from := page.Decode([]byte("caf\xe9"), "text/plain; charset=ISO-8859-1")
	fmt.Printf("%s, %s from %s\n", text, charset, from)
	// Output: café, windows-1252 from http
}
