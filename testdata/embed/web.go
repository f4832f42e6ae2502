package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
)

// serveWeb serves a small web on loopback, as a proxy for its hosts.
func serveWeb() *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, ok := pages[r.Host+r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		if strings.HasSuffix(r.URL.Path, ".tex") {
			w.Header().Set("Content-Type", "application/x-tex")
		}
		fmt.Fprint(w, body)
	}))
}

// pages are the bodies of the web, by host and path.
var pages = map[string]string{
	"www.example.org/":                  html("Home", "/people/ people", "/calendar/ calendar", "/publications/ our publications"),
	"www.example.org/people/":           html("People"),
	"www.example.org/calendar/":         html("Calendar", "/calendar/2026/ next year"),
	"www.example.org/publications/":     html("Publications", "/papers/order.tex The order of crawling", "/papers/focus.tex Focused crawling"),
	"www.example.org/papers/order.tex":  paper("The Order of Crawling", "Grace Miller", 1999, "ranks links by the number of pages that point to them", "mirrors", "servers"),
	"www.example.org/papers/focus.tex":  paper("Focused Crawling of Small Webs", "Ada Brown", 2003, "ranks links by the words around them", "topics", "classifiers"),
	"archive.example.net/":              html("Archive", "/freshness.tex A later paper"),
	"archive.example.net/freshness.tex": paper("Crawling for Freshness", "Alan Smith", 2007, "visits a page again when it is likely to have changed", "changes", "estimators"),
}

// html returns a page with links, each written as its target and its text.
func html(title string, links ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<html><title>%s</title><h1>%[1]s</h1>", title)
	for _, link := range links {
		url, text, _ := strings.Cut(link, " ")
		fmt.Fprintf(&b, "<p><a href=%q>%s</a></p>", url, text)
	}
	return b.String()
}

// paper returns a paper in LaTeX.
func paper(title, author string, year int, rule, subject, part string) string {
	return fmt.Sprintf(`\documentclass{article}
\title{%s}
\author{%s\\Department of Computer Science, Example University}
\date{%d}
\begin{document}
\maketitle
\begin{abstract}
We study a crawler that %[5]s.
Experiments on three crawls show that the order matters more than the number of pages.
\end{abstract}
\section{Introduction}
%[4]s
\section{Related Work}
%[4]s
\section{Method}
%[4]s
\section{Experiments}
%[4]s
\section{Conclusion}
%[4]s
\section*{Acknowledgements}
We thank the reviewers for their comments.
\begin{thebibliography}{9}
\bibitem{a} S. Chakrabarti, M. van den Berg, B. Dom. Focused crawling: a new approach to topic-specific resource discovery. Computer Networks, 1999.
\bibitem{b} J. Cho, H. Garcia-Molina, L. Page. Efficient crawling through URL ordering. Computer Networks, 1998.
\bibitem{c} A. McCallum, K. Nigam, J. Rennie, K. Seymore. Building domain-specific search engines. AAAI Spring Symposium, 1999.
\end{thebibliography}
\end{document}
`, title, author, year, strings.Repeat(strings.NewReplacer("RULE", rule, "SUBJECT", subject, "PART", part).Replace(paragraph), 4), rule)
}

const paragraph = `
Our crawler RULE~\cite{a}.
It keeps SUBJECT in memory, and its PART decide what is visited next~\cite{b}.
Earlier work on SUBJECT compares a few PART on a single site~\cite{c}, and we extend it to many.
Table 1 shows that a crawler that RULE finds most papers early.
The results agree with those of Chakrabarti et al.~\cite{a} within two per cent, except for SUBJECT.
We therefore propose PART that know more of SUBJECT.
`
