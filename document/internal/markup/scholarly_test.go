package markup_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sluice/document/content"
)

const article = `<?xml version="1.0"?><!DOCTYPE article PUBLIC "-//NLM//DTD JATS v1.2//EN" "j.dtd">
<article article-type="research-article" xml:lang="en"><front><journal-meta><journal-title-group><journal-title>J. of Things</journal-title></journal-title-group>
<issn>1234-5678</issn><publisher><publisher-name>Press</publisher-name></publisher></journal-meta>
<article-meta><article-id pub-id-type="doi">10.1000/x.1</article-id><article-categories><subj-group><subject>Things</subject></subj-group></article-categories>
<title-group><article-title>On <italic>Things</italic><xref>*</xref></article-title><subtitle>A study</subtitle></title-group>
<contrib-group><contrib contrib-type="author"><name><surname>Author</surname><given-names>Ann B.</given-names></name><xref ref-type="aff" rid="a1">1</xref></contrib>
<contrib contrib-type="author"><collab>The Group</collab></contrib><contrib contrib-type="editor"><name><surname>Editor</surname></name></contrib></contrib-group>
<aff id="a1"><label>1</label><institution>University of X</institution>, Town</aff>
<pub-date><day>3</day><month>4</month><year>2009</year></pub-date><volume>7</volume><issue>2</issue><fpage>10</fpage><lpage>19</lpage>
<abstract><p>We show it.</p></abstract><kwd-group><kwd>alpha</kwd><kwd>beta</kwd></kwd-group></article-meta></front>
<body><sec><label>1</label><title>Introduction</title><p>Text with <xref>[1]</xref> and a <fn><p>note</p></fn>formula
<alternatives><tex-math>x</tex-math><math>x</math></alternatives>.</p><sec><title>Deeper</title><p>More.</p>
<table-wrap><label>Table 1</label><caption><p>Numbers</p></caption><table><tr><td>a</td><td>b</td></tr></table></table-wrap></sec></sec></body>
<back><ack><p>Thanks.</p></ack><ref-list><title>References</title>
<ref id="r1"><label>1.</label><mixed-citation>Writer B. <italic>Old things</italic>. 1999.</mixed-citation></ref>
<ref><element-citation><person-group><name><surname>Maker</surname><given-names>C</given-names></name></person-group><year>2001</year><article-title>New things</article-title><source>J</source><volume>1</volume><fpage>2</fpage><lpage>3</lpage></element-citation></ref></ref-list></back></article>`

const teiText = `<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><title type="sub">no</title><title type="main">On Texts</title></titleStmt>
<publicationStmt><publisher>Press</publisher><date when="2011-05">May</date><idno type="DOI">10.1/t</idno></publicationStmt>
<sourceDesc><biblStruct><analytic><author><persName><forename>Ann</forename><surname>Author</surname></persName><affiliation><orgName>University</orgName>, <country>X</country></affiliation></author></analytic>
<monogr><title level="j">Journal</title><imprint><biblScope unit="volume">3</biblScope><biblScope unit="page" from="5" to="9"/></imprint></monogr></biblStruct></sourceDesc></fileDesc>
<profileDesc><langUsage><language ident="en"/></langUsage><textClass><keywords><term>alpha</term></keywords></textClass><abstract><p>Shown.</p></abstract></profileDesc></teiHeader>
<text><body><div><head>Part</head><p>Words<note>a note</note> here.</p><lg><l>verse one</l><l>verse two</l></lg></div></body>
<back><listBibl><biblStruct><analytic><title>Cited</title><author><persName><surname>Writer</surname></persName></author></analytic><monogr><title>Book</title><imprint><date when="1999"/></imprint></monogr></biblStruct></listBibl></back></text></TEI>`

// fields writes those fields that are asked for.
func fields(d *content.Document, names ...string) string {
	var b strings.Builder
	for _, n := range names {
		fmt.Fprintf(&b, "%s=%s; ", n, strings.Join(d.All(n), " + "))
	}
	return b.String()
}

func styles(d *content.Document) string {
	var s []string
	for _, l := range d.Lines {
		if l.Style != "" && (len(s) == 0 || s[len(s)-1] != l.Style) {
			s = append(s, l.Style)
		}
	}
	return strings.Join(s, ", ")
}

func TestArticleInJATS(t *testing.T) {
	d := read(t, "jats", article)
	got := fields(d, "title", "author", "affiliation", "abstract", "keyword", "doi", "venue", "publisher", "volume", "number", "pages", "date", "subject", "type", "language", "reference")
	want := "title=On Things: A study; author=Ann B. Author + The Group; affiliation=University of X, Town; abstract=We show it.; keyword=alpha + beta; doi=10.1000/x.1; " +
		"venue=J. of Things; publisher=Press; volume=7; number=2; pages=10-19; date=2009-04-03; subject=Things; type=research-article; language=en; " +
		"reference=Writer B. Old things. 1999. + C Maker. (2001). New things. J. 1:2-3; "
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	text := "On Things\n\nA study\n\nAnn B. Author, The Group\n\nUniversity of X, Town\n\nAbstract\n\nWe show it.\n\nKeywords: alpha, beta\n\n1 Introduction\n\n" +
		"Text with [1] and a formula x.\n\nnote\n\nDeeper\n\nMore.\n\nTable 1 Numbers\n\na b\n\nAcknowledgements\n\nThanks.\n\nReferences\n\n" +
		"1. Writer B. Old things. 1999.\nC Maker. (2001). New things. J. 1:2-3\n"
	if d.Text != text {
		t.Errorf("%q\nwant\n%q", d.Text, text)
	}
	if got := styles(d); got != "title, subtitle, author, affiliation, heading 1, keyword, heading 1, footnote, heading 2, caption, heading 1, reference" {
		t.Error(got)
	}
}

func TestTextInTEI(t *testing.T) {
	d := read(t, "tei", teiText)
	got := fields(d, "title", "author", "affiliation", "abstract", "keyword", "doi", "venue", "publisher", "volume", "pages", "date", "language", "reference")
	want := "title=On Texts; author=Ann Author; affiliation=University, X; abstract=Shown.; keyword=alpha; doi=10.1/t; venue=Journal; publisher=Press; volume=3; pages=5-9; " +
		"date=2011-05; language=en; reference=Writer. (1999). Cited. Book; "
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	for _, words := range []string{"Part\n", "Words here.\n", "a note", "verse one verse two", "Writer. (1999). Cited. Book"} {
		if !strings.Contains(d.Text, words) {
			t.Errorf("%q is not in %q", words, d.Text)
		}
	}
	if strings.Count(d.Text, "Cited") != 1 || !slices.Contains(strings.Split(styles(d), ", "), "reference") {
		t.Errorf("%q, %s", d.Text, styles(d))
	}
}
