package tex

import (
	"strings"
	"unicode/utf8"
)

// command reads a control sequence and executes it.
func (t *tex) command() {
	f := t.frame()
	f.at++ // the backslash
	if f.at >= len(f.s) {
		return
	}
	end := f.at
	for end < len(f.s) && isLetter(f.s[end]) {
		end++
	}
	if end == f.at {
		_, size := utf8.DecodeRuneInString(f.s[f.at:])
		name := f.s[f.at : f.at+size]
		f.at += size
		t.symbol(name)
		return
	}
	name := f.s[f.at:end]
	f.at = end
	t.work -= len(name)
	t.do(name)
}

// do executes a command whose name was read: a known one, a skipped one, a
// macro, a symbol, an accent, in this order, else an unknown one.
func (t *tex) do(name string) {
	if f := commands[name]; f != nil {
		f(t)
		return
	}
	if n, ok := passedOver[name]; ok {
		t.star()
		t.options()
		for range n {
			t.arg()
		}
		return
	}
	if m, ok := t.defined[name]; ok {
		t.expand(m)
		return
	}
	if s, ok := texSymbols[name]; ok {
		if t.math == 0 { // in a formula, the space is how the writer has set it
			t.gobble()
		}
		t.emit(s)
		return
	}
	if mark, ok := letterAccents[name]; ok {
		t.accent(mark)
		return
	}
	t.unknown(name)
}

// builtin reports whether a command has a fixed meaning here.
func builtin(name string) bool {
	_, over := passedOver[name]
	return commands[name] != nil || over
}

// unknown reads an undefined command as a mark: in a formula its
// name is what a reader would say.
func (t *tex) unknown(name string) {
	if t.math > 0 {
		if t.gobble(); !isFont(name) {
			t.emit(" " + name + " ")
		}
		return
	}
	if strings.HasPrefix(name, "if") && len(name) > 2 { // an undecidable condition: the first branch is taken
		return
	}
	f := t.frame()
	if f == nil {
		return
	}
	if f.s[f.at] == '*' {
		f.at++
	}
	if f.at < len(f.s) && f.s[f.at] == '[' {
		t.option()
	} else if f.at < len(f.s) && (f.s[f.at] == '=' || f.s[f.at] == ' ' && strings.HasPrefix(f.s[f.at:], " =")) {
		t.dimension()
		return
	}
	t.gobble()
}

// isFont reports whether a command only chooses how a formula looks.
func isFont(name string) bool {
	switch name {
	case "rm", "bf", "it", "sf", "tt", "cal", "bm", "boldsymbol", "mathbin", "mathrel", "mathop", "mathopen", "mathclose", "emph", "scriptstyle",
		"scriptscriptstyle", "middle", "mathstrut", "strut", "hfill", "underbrace", "overbrace", "underline", "overline", "widehat", "widetilde",
		"stackrel", "overset", "underset", "boxed", "cancel", "allowbreak", "nobreak", "medspace", "substack":
		return true
	}
	return strings.HasPrefix(name, "math") || strings.HasPrefix(name, "text") || strings.HasPrefix(name, "big") || strings.HasPrefix(name, "Big")
}

// commands are those whose arguments are more than text. A source does not
// redefine them.
var commands map[string]func(*tex)

// init fills the table of commands. A literal would be an initialization cycle.
func init() { // the functions refer to the table
	commands = map[string]func(*tex){
		"begin": (*tex).begin, "end": (*tex).endEnvironment, "par": (*tex).par, "item": (*tex).item, "bibitem": (*tex).bibitem,
		"newcommand": (*tex).newCommand, "renewcommand": (*tex).newCommand, "providecommand": (*tex).newCommand,
		"DeclareRobustCommand": (*tex).newCommand, "def": (*tex).def, "gdef": (*tex).def, "edef": (*tex).def, "xdef": (*tex).def, "let": (*tex).let,
		"newtheorem": (*tex).newTheorem, "newenvironment": (*tex).newEnvironment, "renewenvironment": (*tex).newEnvironment,
		"DeclareMathOperator": func(t *tex) { t.star(); t.define(t.arg(), macro{body: " " + t.arg() + " "}) },
		"title":               (*tex).title, "subtitle": func(t *tex) { t.block("subtitle", t.line()) }, "author": (*tex).author,
		"affil": (*tex).affiliation, "affiliation": (*tex).affiliation, "institute": (*tex).affiliation, "address": (*tex).affiliation,
		"institution": (*tex).affiliation, "IEEEauthorblockA": (*tex).affiliation, "IEEEauthorblockN": (*tex).author,
		"keywords": (*tex).keywords, "keyword": (*tex).keywords, "IEEEkeywords": (*tex).keywords, "abstract": (*tex).abstractArgument,
		"date":          func(t *tex) { t.options(); t.draft.Field("date", t.line()) },
		"doi":           func(t *tex) { s := t.line(); t.draft.Field("doi", s); t.emit(s) },
		"subjclass":     func(t *tex) { t.options(); t.draft.Field("subject", t.line()) },
		"documentclass": (*tex).class, "documentstyle": (*tex).class,
		"section": func(t *tex) { t.heading(1) }, "subsection": func(t *tex) { t.heading(2) }, "subsubsection": func(t *tex) { t.heading(3) },
		"chapter": func(t *tex) { t.heading(0) }, "part": func(t *tex) { t.heading(-1) },
		"paragraph": func(t *tex) { t.heading(4) }, "subparagraph": func(t *tex) { t.heading(5) },
		"appendix": func(t *tex) { t.appendix = true; t.counts = [8]int{} },
		"caption":  func(t *tex) { t.star(); t.options(); t.block("caption", t.line()) },
		"footnote": (*tex).footnote, "thanks": (*tex).footnote, "footnotetext": (*tex).footnote, "marginpar": (*tex).footnote,
		"cite": (*tex).cite, "citep": (*tex).cite, "citet": (*tex).cite, "citeauthor": (*tex).cite, "citeyear": (*tex).cite, "parencite": (*tex).cite,
		"textcite": (*tex).cite, "autocite": (*tex).cite, "citealp": (*tex).cite, "citealt": (*tex).cite, "shortcite": (*tex).cite,
		"href": func(t *tex) { t.options(); t.draft.Link(clean(t.arg())) }, "url": (*tex).url, "path": (*tex).url, "nolinkurl": (*tex).url,
		"verb": (*tex).verb, "lstinline": (*tex).verb, "includegraphics": (*tex).picture, "epsfig": (*tex).picture, "epsfbox": (*tex).picture,
		"psfig": (*tex).picture, "frac": (*tex).fraction, "dfrac": (*tex).fraction, "tfrac": (*tex).fraction, "cfrac": (*tex).fraction,
		"sqrt": (*tex).root, "binom": func(t *tex) { t.emit("(" + t.formula() + " choose " + t.formula() + ")") },
		"text": (*tex).words, "mbox": (*tex).words, "hbox": (*tex).words, "textrm": (*tex).words, "textnormal": (*tex).words, "intertext": (*tex).words,
		"ensuremath": func(t *tex) { t.emit(t.formula()) }, "operatorname": func(t *tex) { t.star(); t.emit(" " + t.formula() + " ") },
		"mathbb": func(t *tex) { t.emit(doubleStruck(t.formula())) }, "bbold": func(t *tex) { t.emit(doubleStruck(t.formula())) },
		"textcolor": func(t *tex) { t.options(); t.arg() }, "colorbox": func(t *tex) { t.arg() }, "scalebox": func(t *tex) { t.arg() },
		"resizebox": func(t *tex) { t.star(); t.arg(); t.arg() }, "raisebox": func(t *tex) { t.arg(); t.options() },
		"parbox": func(t *tex) { t.options(); t.arg() }, "makebox": func(t *tex) { t.options() }, "framebox": func(t *tex) { t.options() },
		"multicolumn": func(t *tex) { t.arg(); t.arg() }, "multirow": func(t *tex) { t.options(); t.arg(); t.options(); t.arg() },
		"hyperref": func(t *tex) { t.options() }, "texorpdfstring": func(t *tex) { s := t.arg(); t.arg(); t.push(s) },
		"iffalse": func(t *tex) { t.skipBranch(true) }, "else": func(t *tex) { t.skipBranch(false) }, "fi": func(*tex) {},
		"char": (*tex).char, "symbol": (*tex).char, "kern": (*tex).dimension, "hskip": (*tex).dimension, "vskip": (*tex).dimension, "mskip": (*tex).dimension,
		"lower": (*tex).dimension, "raise": (*tex).dimension, "hrule": (*tex).rule, "vrule": (*tex).rule,
		"verbatiminput": func(t *tex) { t.arg() }, "bye": func(t *tex) { t.finish() }, "hypersetup": (*tex).setup,
		"beginsection": (*tex).plainSection, "centerline": func(t *tex) { t.par(); s := t.line(); t.block("", s) },
	}
	for _, name := range []string{"newpage", "clearpage", "cleardoublepage", "pagebreak", "bigskip", "medskip", "smallskip", "maketitle", "vfill", "vfil"} {
		commands[name] = (*tex).par
	}
	for _, name := range []string{"newline", "linebreak", "cr", "tabularnewline", "hfill"} {
		commands[name] = func(t *tex) { t.options(); t.emit("\n") }
	}
	for _, name := range []string{"parskip", "parindent", "baselineskip", "hsize", "vsize", "textwidth", "textheight", "topmargin", "oddsidemargin",
		"evensidemargin", "hoffset", "voffset", "magnification", "columnsep", "headheight", "headsep", "footskip", "tolerance", "hyphenpenalty",
		"penalty", "topskip", "leftskip", "rightskip", "tabcolsep", "arraycolsep", "abovedisplayskip", "belowdisplayskip", "itemsep", "parsep"} {
		commands[name] = (*tex).dimension
	}
}

// passedOver are the commands that say nothing to a reader, with the number of
// their arguments.
var passedOver = map[string]int{
	"label": 1, "ref": 1, "pageref": 1, "eqref": 1, "cref": 1, "Cref": 1, "autoref": 1, "nameref": 1, "vref": 1, "nocite": 1, "usepackage": 1,
	"RequirePackage": 1, "input": 1, "include": 1, "bibliography": 1, "bibliographystyle": 1, "addbibresource": 1, "vspace": 1, "hspace": 1,
	"pagestyle": 1, "thispagestyle": 1, "pagenumbering": 1, "setlength": 2, "addtolength": 2, "setcounter": 2, "addtocounter": 2, "color": 1,
	"definecolor": 3, "newcounter": 1, "newlength": 1, "stepcounter": 1, "refstepcounter": 1, "selectlanguage": 1, "fontsize": 2, "rule": 2,
	"hyphenation": 1, "graphicspath": 1, "theoremstyle": 1, "numberwithin": 2, "includeonly": 1, "index": 1, "glossary": 1, "markboth": 2,
	"markright": 1, "addcontentsline": 3, "cline": 1, "cmidrule": 1, "hline": 0, "newsavebox": 1, "sbox": 2, "usetikzlibrary": 1,
	"pgfplotsset": 1, "tikzset": 1, "lstset": 1, "captionsetup": 1, "geometry": 1, "titleformat": 5, "titlespacing": 4, "fancyhead": 1,
	"fancyfoot": 1, "lhead": 1, "rhead": 1, "chead": 1, "lfoot": 1, "rfoot": 1, "cfoot": 1, "footnotemark": 0, "inst": 1, "orcid": 1, "orcidID": 1,
	"phantom": 1, "hphantom": 1, "vphantom": 1, "settowidth": 2, "newif": 1, "enlargethispage": 1, "email": 1, "ead": 1, "corref": 1, "fnref": 1,
	"authorrunning": 1, "titlerunning": 1, "thanksref": 1, "altaffiliation": 1, "setbeamertemplate": 2, "usetheme": 1, "usecolortheme": 1,
	"ccsdesc": 1, "acmConference": 4, "setcopyright": 1, "copyrightyear": 1, "acmDOI": 1, "received": 1, "pacs": 1, "tag": 1, "notag": 0, "nonumber": 0,
	"limits": 0, "nolimits": 0, "displaystyle": 0, "textstyle": 0, "left": 0, "right": 0, "big": 0, "Big": 0, "bigg": 0, "Bigg": 0, "bigl": 0, "bigr": 0,
	"Bigl": 0, "Bigr": 0, "biggl": 0, "biggr": 0, "relax": 0, "protect": 0, "begingroup": 0, "endgroup": 0, "bgroup": 0, "egroup": 0, "null": 0,
	"addtocontents": 2, "special": 1, "write": 1, "message": 1, "typeout": 1, "PassOptionsToPackage": 2, "DeclareGraphicsExtensions": 1,
}

// setup reads the metadata that hyperref sets: pdftitle={…}.
func (t *tex) setup() {
	source := t.arg()
	for _, name := range []string{"pdftitle", "pdfauthor", "pdfsubject", "pdfkeywords"} {
		_, after, ok := strings.Cut(source, name)
		after = strings.TrimLeft(after, " \t\n=")
		if !ok || !strings.HasPrefix(after, "{") {
			continue
		}
		inner := &frame{s: after}
		value := t.group(inner, '{', '}')
		t.draft.Field(strings.TrimSuffix(strings.TrimPrefix(name, "pdf"), "s"), t.capture(value, false))
	}
}

// class reads the document class, which shows what kind of work it is.
func (t *tex) class() {
	t.options()
	t.draft.Field("class", t.arg())
}
