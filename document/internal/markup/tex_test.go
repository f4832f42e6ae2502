package markup_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"sluice/document/content"
	"sluice/document/internal/markup"
)

func read(t *testing.T, format, in string) *content.Document {
	t.Helper()
	d, err := markup.ReadBytes(t.Context(), []byte(in), format, markup.Hint{URL: "http://example.org/dir/file"})
	if err != nil {
		t.Fatalf("%.200q: %v", in, err)
	}
	return d
}

func TestTeXBecomesText(t *testing.T) {
	for _, c := range []struct{ what, in, want string }{
		{"paragraphs and comments", "one % gone\n  and\ntwo\n\n\nthree\\par four", "one and two\n\nthree\n\nfour"},
		{"accents", `K\"onig, Erd\H{o}s, na\"{\i}ve, \c{c}a, \'{E}cole, \v{C}ech, \aa\ \o{} \ss`, "König, Erdős, naïve, ça, École, Čech, å ø ß"},
		{"ligatures", "``quoted'' --- 1--2 `x'", "“quoted” — 1–2 ‘x’"},
		{"marks around text", `{\bf Bold} \emph{stress} \textbf{\textit{both}} {\large\sc small}`, "Bold stress both small"},
		{"special characters", `100\% \& \$5 \#1 a\_b \{x\} a~b \LaTeX{} \S3`, "100% & $5 #1 a_b {x} a b LaTeX §3"},
		{"a formula", `where $x_{i}^2 \le \alpha\cdot\frac{a+b}{2}$ holds`, "where x_i^2 ≤ α·(a+b)/2 holds"},
		{"a display", "then\n\\begin{equation}\\label{e}\\sum_{i=1}^{n} \\sqrt{x_i} \\in \\mathbb{R}\\end{equation}\nso", "then ∑_(i=1)^n √x_i ∈ ℝ so"},
		{"macros", `\newcommand{\R}{\mathbb{R}}\newcommand{\co}[2][x]{#1 and #2}\def\who#1{by #1}\let\same=\who $\R^2$ \co{y} \co[z]{y} \same{Ann}`, "ℝ^2 x and y z and y by Ann"},
		{"sections", "\\section{First}\\subsection*{Bare}\\subsection[s]{Second}\\appendix\\section{More}", "1 First\n\nBare\n\n1.1 Second\n\nA More"},
		{"chapters", "\\chapter{One}\\section{Two}", "1 One\n\n1.1 Two"},
		{"lists", "\\begin{itemize}\\item a\\item[b:] c\\end{itemize}\\begin{enumerate}\\item d\n\\item e\\end{enumerate}", "a\nb: c\n\n1. d\n2. e"},
		{"a table", "\\begin{tabular}{|l|r|}\\hline a & b \\\\\nc & d \\\\[2pt] \\end{tabular}", "a b\nc d"},
		{"citations", "as \\cite{k2} and \\citep[p.~3]{k1,other}\n\\begin{thebibliography}{9}\\bibitem{k1} Ann, \\newblock {\\em Title}.\n\\bibitem[B]{k2} Bob.\\end{thebibliography}",
			"as [2] and [1, other, p. 3]\n\nReferences\n\n[1] Ann, Title.\n[2] Bob."},
		{"what is not text", "\\documentclass{article}\\usepackage{x}a\\label{l}\\vspace{2cm}\\input{other}\\includegraphics[width=3cm]{f.eps}\\hskip 2pt plus 1fil b", "ab"},
		{"drawings", "a\\begin{tikzpicture}\\node at (0,0) {gone};\\end{tikzpicture} b \\begin{comment}gone\\end{comment}", "a b"},
		{"verbatim", "\\begin{verbatim}\n\\x{1} % kept\n\\end{verbatim} \\verb|a_b|", "\\x{1} % kept\n\na_b"},
		{"theorems", "\\newtheorem{thm}{Satz}\\begin{thm}[Euler]It holds.\\end{thm}\\begin{proof}Easy.\\end{proof}", "Satz (Euler). It holds.\n\nProof. Easy."},
		{"footnotes", "Text\\footnote{A note.} goes on.", "Text goes on.\n\nA note."},
		{"conditions", "\\iffalse gone\\else kept\\fi \\iftrue also\\else not\\fi.", "kept also."},
		{"references elsewhere", "\\href{http://example.org/a}{here} \\url{http://example.org/b_c}", "here http://example.org/b_c"},
		{"plain TeX", "\\magnification=1200 \\parindent=0pt\n\\centerline{\\bf Head}\nWords\\bye gone", "Head\n\nWords"},
	} {
		d := read(t, "tex", c.in)
		if got := strings.TrimSpace(d.Text); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}

func TestTeXSaysWhatItIs(t *testing.T) {
	d := read(t, "tex", `\documentclass[a4paper]{llncs}
\title{On {\em Words}\thanks{Supported.} and\\ Things}
\author{Ann Author\inst{1} \and Bob B. Writer$^{2}$\\ Dept.\ of Things, University of X\\ {\tt bob@example.org}}
\institute{Place One}
\keywords{alpha, beta}
\begin{document}\maketitle
\begin{abstract}We show $x$.\end{abstract}
\section{Introduction}\end{document} after`)
	got := fmt.Sprintf("%s|%q|%q|%q|%s|%s", d.Get("title"), d.All("author"), d.All("affiliation"), d.All("keyword"), d.Get("abstract"), d.Get("class"))
	want := `On Words and Things|["Ann Author" "Bob B. Writer"]|["Dept. of Things, University of X" "Place One"]|["alpha" "beta"]|We show x.|llncs`
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if d.Lines[0].Style != "title" || d.Lines[1].Style != "author" || strings.Contains(d.Text, "after") {
		t.Errorf("%+v", d.Lines)
	}
}

func TestHostileTeXIsBounded(t *testing.T) {
	for _, c := range []struct{ what, in string }{
		{"macros that double", `\def\a{\b\b}\def\b{\c\c}` + doubling() + `\a`},
		{"a macro that calls itself", `\def\a#1{\b{#1#1}}\def\b#1{\a{#1#1}}\a{xx}`},
		{"groups without end", strings.Repeat(`\footnote{`, 100_000)},
		{"groups in groups", strings.Repeat(`\section{`, 20_000) + strings.Repeat("}", 20_000)},
		{"formulas", strings.Repeat(`$x^{`, 100_000)},
		{"fractions", strings.Repeat(`\frac{`, 5000) + strings.Repeat("}{}", 5000)},
		{"environments", strings.Repeat(`\begin{itemize}\item `, 50_000)},
		{"options", `\x` + strings.Repeat(`[`, 200_000)},
		{"conditions", strings.Repeat(`\iffalse `, 50_000)},
		{"definitions", strings.Repeat(`\newcommand{\x}{`, 50_000)},
	} {
		began := time.Now()
		_, err := markup.ReadBytes(t.Context(), []byte(c.in), "tex", markup.Hint{})
		if err != nil && !errors.Is(err, content.ErrNoText) && !errors.Is(err, content.ErrTooLarge) {
			t.Errorf("%s: %v", c.what, err)
		}
		if time.Since(began) > 20*time.Second {
			t.Errorf("%s took %v", c.what, time.Since(began))
		}
	}
}

// doubling defines macros each of which is twice the next.
func doubling() string {
	var b strings.Builder
	for c := 'c'; c < 'z'; c++ {
		fmt.Fprintf(&b, `\def\%c{\%c\%c}`, c, c+1, c+1)
	}
	return b.String()
}

func TestReadingEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, format := range []string{"tex", "xml", "jats", "text", "markdown", "html"} {
		if _, err := markup.ReadBytes(ctx, []byte("<a>words</a>"), format, markup.Hint{}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", format, err)
		}
	}
}

func FuzzTeX(f *testing.F) {
	seeds(f, func(ending string, b []byte) {
		if ending == "tex" {
			f.Add(string(b))
		}
	})
	f.Add(`\title{a\thanks{b}}\author{A \and B\\C}\begin{document}\section{x}$\frac{a}{b}^{c}$\begin{enumerate}\item x\end{enumerate}\bibitem{k} z`)
	f.Add(`\newcommand{\x}[2][d]{#1\y#2}\def\y#1{\x{#1}}\x[a]{b}\let\z=\x \iffalse a\else b\fi\verb|x|\char"41`)
	f.Add("\\begin{verbatim}\n%\n\\end{verbatim}\\begin{tabular}{ll}a&b\\\\\\end{tabular}\\'\\i\\c{}")
	f.Fuzz(func(t *testing.T, in string) {
		if d, err := markup.ReadBytes(t.Context(), []byte(in), "tex", markup.Hint{}); d == nil && err == nil {
			t.Fatal("neither a document nor an error")
		}
	})
}
