package page_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
)

// samplePage writes a page like those of a university's site: about 15.5 kB, 51 links, some 600 words.
func samplePage(seed uint64) []byte {
	r := rand.New(rand.NewPCG(seed, 1))
	vocabulary := strings.Fields(`the of and to in a is that for it as was with be by on not he at from are this have an
		research crawler library thesis report department faculty student archive query index network model data system
		learning language parallel compiler theorem proof lecture seminar course paper results method analysis structure`)
	words := func(n int) string {
		list := make([]string, n)
		for i := range list {
			list[i] = vocabulary[r.IntN(len(vocabulary))]
		}
		return strings.Join(list, " ")
	}
	links := 0
	href := func() string {
		links++
		path := fmt.Sprintf("/people/%s/%s-%d.html", vocabulary[r.IntN(len(vocabulary))], vocabulary[r.IntN(len(vocabulary))], r.IntN(500))
		switch r.IntN(8) {
		case 0:
			return "http://www.example.edu" + path
		case 1:
			return path + "#s3"
		case 2:
			return ".." + path
		case 3:
			return fmt.Sprintf("http://host%d.example.org%s", r.IntN(90), path)
		}
		return path
	}
	var b bytes.Buffer
	title := words(6)
	fmt.Fprintf(&b, `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>%s | Example</title>
<meta name="description" content="%s">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="canonical" href="http://www.example.edu/self.html">
<link rel="stylesheet" href="/style.css">
<style>
%s</style>
<script>
%s</script>
</head>
<body class="page topic-4" id="top">
<header class="site-header"><div class="brand"><strong>Example</strong></div>
<nav class="site-nav" aria-label="Main">
<ul>
`, title, words(20), strings.Repeat(".card .meta{color:var(--muted);font-size:.85rem;margin:0 auto;padding:1rem}\n", 18),
		strings.Repeat(`if(n[i].offsetTop<w.innerHeight&&i<50){n[i].setAttribute("data-seen","1");}`+"\n", 10))
	for range 8 {
		fmt.Fprintf(&b, "<li class=\"nav-item\"><a class=\"nav-link\" href=\"%s\">%s &amp; more</a></li>\n", href(), words(1))
	}
	fmt.Fprintf(&b, "</ul>\n</nav>\n</header>\n<div class=\"layout\">\n<main class=\"article\">\n<h1>%s</h1>\n", title)
	for i := range 8 {
		if i%3 == 2 {
			fmt.Fprintf(&b, "<h2 id=\"s%d\">%s</h2>\n", i, words(4))
		}
		b.WriteString(`<p class="body-text">`)
		for range 3 {
			fmt.Fprintf(&b, "%s <a class=\"inline\" href=\"%s\">%s</a> %s. ", words(13), href(), words(3), words(9))
		}
		b.WriteString("</p>\n")
	}
	b.WriteString("</main>\n<aside class=\"related\">\n")
	for i := range 17 {
		fmt.Fprintf(&b, `<div class="card" data-rank="%d"><h3 class="card-title"><a class="related-link" href="%s">%s</a></h3><p class="meta">%s <time datetime="2024-01-02">2 January 2024</time></p></div>`+"\n", i, href(), words(3), words(18))
	}
	fmt.Fprintf(&b, "</aside>\n</div>\n<footer class=\"site-footer\">\n<p><a class=\"footer-link\" href=\"%s\">Home</a> &copy; 2024 Example</p>\n<!-- generated -->\n</footer>\n</body>\n</html>\n", href())
	if links != 50 {
		panic(links)
	}
	return b.Bytes()
}
