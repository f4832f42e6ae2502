package landing

import (
	"slices"
	"strings"
	"testing"

	"sluice/document/bibliography"
)

// TestRepositoryPages reads pages of repositories by the layouts that their software documents, without metas.
func TestRepositoryPages(t *testing.T) {
	run(t, []pageTest{
		{name: "EPrints", url: "https://eprints.u.example/1234/", html: `<title>Waves in shallow water - Eprints</title>
			<h1>Waves in shallow water</h1>
			<table><tr><td><a class="ep_document_link" href="https://eprints.u.example/1234/1/waves.pdf"><img src="/style/images/fileicons/application_pdf.png" alt="PDF"></a></td>
			<td><span class="ep_document_citation">Text</span> - Accepted Version <a href="https://eprints.u.example/1234/1/waves.pdf">Download (1MB)</a></td></tr>
			<tr><td><a class="ep_document_link" href="https://eprints.u.example/1234/2/indexcodes.txt">Index</a></td></tr>
			<tr><td><a class="ep_document_link" href="https://eprints.u.example/1234/3/waves_slides.pdf">Slides</a></td></tr></table>
			<h2>Related</h2><a href="https://eprints.u.example/99/1/other.pdf">Another work (PDF)</a>`,
			want: []string{"paper https://eprints.u.example/1234/1/waves.pdf (EPrints document)"}},
		{name: "EPrints, restricted", url: "https://eprints.u.example/id/eprint/77/", html: `<h1>A report</h1>
			<p>Restricted to Registered users only <a href="/cgi/request_doc?docid=77">Request a copy</a></p>`},
		{name: "Pure", url: "https://research.u.example/en/publications/waves-in-shallow-water", html: `<h1>Waves in shallow water</h1>
			<ul class="relations documents"><li class="available-file"><div class="file"><a class="link document-link" href="https://research.u.example/ws/portalfiles/portal/98765432/waves.pdf" title="waves.pdf"><span>Accepted author manuscript, 1.2 MB</span></a>
			Licence: <a href="https://research.u.example/files/licence.pdf">CC BY</a></div></li></ul>
			<ul class="relations persons"><li><a href="/en/persons/a">A. Author</a></li></ul>`,
			want: []string{"paper https://research.u.example/ws/portalfiles/portal/98765432/waves.pdf (Pure file)"}},
		{name: "Pure, older portal", url: "http://pure.u.example/portal/en/publications/waves(3f2a).html", html: `<ul class="documents"><li class="open-access"><a class="document-link" href="http://pure.u.example/portal/files/5551234/waves.pdf">waves.pdf</a></li></ul>`,
			want: []string{"paper http://pure.u.example/portal/files/5551234/waves.pdf (Pure file)"}},
		{name: "Invenio", url: "https://cds.lab.example/record/4711", html: `<div id="detailedrecordminipanelfile"><a href="/record/4711/files/thesis.pdf">Fulltext</a>
			<a href="/record/4711/files/thesis.pdf?subformat=pdfa">PDF/A</a></div><a href="/record/4712/files/next.pdf">PDF</a>`,
			want: []string{"paper https://cds.lab.example/record/4711/files/thesis.pdf (Invenio file)", "paper https://cds.lab.example/record/4711/files/thesis.pdf?subformat=pdfa (Invenio file)"}},
		{name: "InvenioRDM", url: "https://zenodo.repo.example/records/100200", html: `<iframe src="/records/100200/preview/paper.pdf?include_deleted=0"></iframe>
			<table class="files"><tr><td><a href="/records/100200/files/paper.pdf?download=1">Download</a></td></tr>
			<tr><td><a href="/records/100200/files/data.zip?download=1">Download</a></td></tr></table>`,
			want: []string{"paper https://zenodo.repo.example/records/100200/files/paper.pdf?download=1 (Invenio file)", "wrapper https://zenodo.repo.example/records/100200/preview/paper.pdf?include_deleted=0 (frame)"}},
		{name: "DSpace 5 and 6, XMLUI", url: "http://repo.u.example/handle/123/45", html: `<div class="file-list"><a href="/bitstream/handle/123/45/thesis.pdf?sequence=1&amp;isAllowed=y">View/Open</a>
			<a href="/bitstream/handle/123/45/license.txt?sequence=2">license.txt</a><a href="/bitstream/handle/123/45/data.xlsx?sequence=3">View/Open</a></div>
			<a href="/bitstream/handle/123/99/other.pdf?sequence=1">Another</a>`,
			want: []string{"paper http://repo.u.example/bitstream/handle/123/45/thesis.pdf?sequence=1&isAllowed=y (DSpace bitstream)"}},
		{name: "DSpace, JSPUI", url: "http://repo.u.example/jspui/handle/123/45", html: `<table class="miscTable"><tr><td headers="t1"><a href="/jspui/bitstream/123/45/1/Tese%20final.pdf">Tese final.pdf</a></td><td>Adobe PDF</td><td><a href="/jspui/bitstream/123/45/1/Tese%20final.pdf">Visualizar/Abrir</a></td></tr></table>`,
			want: []string{"paper http://repo.u.example/jspui/bitstream/123/45/1/Tese%20final.pdf (DSpace bitstream)"}},
		{name: "DSpace 7", url: "https://repo.u.example/items/0b5c6fd2-4d6f-4a0b-8f0e-7a1c2d3e4f50", html: `<ds-app><ds-file-download-link><a href="/bitstreams/7c0f1f0e-1111-4222-8333-944445555666/download"><span>thesis.pdf (2.1 MB)</span></a></ds-file-download-link>
			<a href="/bitstreams/8c0f1f0e-1111-4222-8333-944445555666/download">license.txt</a></ds-app>`,
			want: []string{"paper https://repo.u.example/bitstreams/7c0f1f0e-1111-4222-8333-944445555666/download (DSpace 7 bitstream)"}},
		{name: "DSpace 7, script only", url: "https://repo.u.example/entities/publication/0b5c6fd2-4d6f-4a0b-8f0e-7a1c2d3e4f50", html: `<ds-app></ds-app><script>{"rest":"https://api.u.example/server/api/core/sites"}</script>`,
			want: []string{"interface? https://api.u.example/server/api/core/items/0b5c6fd2-4d6f-4a0b-8f0e-7a1c2d3e4f50/bundles?embed=bitstreams (DSpace 7 REST)"}},
		{name: "DSpace without files in the page", url: "http://repo.u.example/xmlui/handle/123/45", html: `<meta name="Generator" content="DSpace 6.3"><p>No files shown.</p>`,
			want: []string{"interface? http://repo.u.example/rest/handle/123/45?expand=bitstreams (DSpace REST)"}},
		{name: "Islandora", url: "https://dl.u.example/islandora/object/thesis%3A12", html: `<a href="/islandora/object/thesis%3A12/datastream/PDF/view">Open</a><a href="/islandora/object/thesis%3A12/datastream/TN/view">Thumbnail</a><a href="/islandora/object/thesis%3A12/datastream/MODS/download">MODS</a>
			<a href="/islandora/object/thesis%3A13/datastream/OBJ/download">Next: download</a>`,
			want: []string{"paper https://dl.u.example/islandora/object/thesis%3A12/datastream/PDF/view (Islandora datastream)"}},
		{name: "HAL", url: "https://hal.example/hal-01234567v2", html: `<a href="/hal-01234567v2/file/paper.pdf">Télécharger le fichier</a><a href="/hal-07654321/document">Autre travail</a>`,
			want: []string{"paper https://hal.example/hal-01234567v2/file/paper.pdf (HAL file)"}},
		{name: "Plone", url: "http://inst.example/reports/r12", html: `<a class="internal-link" href="http://inst.example/reports/r12/report.pdf/view">Report 12</a><a href="http://inst.example/reports/r12/annex.pdf/at_download/file">Annex</a>`,
			want: []string{"paper http://inst.example/reports/r12/report.pdf (Plone file)", "wrapper http://inst.example/reports/r12/report.pdf/view (link to a reader)"}},
		{name: "ETD-db", url: "http://scholar.lib.example/theses/available/etd-02122009-123456/", html: `<table class="file-table"><tr><td><a href="unrestricted/dissertation.pdf">dissertation.pdf</a></td><td>3.1 Mb</td></tr><tr><td><a href="unrestricted/AppendixA.pdf">AppendixA.pdf</a></td></tr></table>`,
			want: []string{"paper http://scholar.lib.example/theses/available/etd-02122009-123456/unrestricted/dissertation.pdf (ETD-db file)", "paper http://scholar.lib.example/theses/available/etd-02122009-123456/unrestricted/AppendixA.pdf (ETD-db file)"}},
		{name: "Digital Commons", url: "https://commons.u.example/lawfac/12", html: `<a id="pdf" href="https://commons.u.example/cgi/viewcontent.cgi?article=1011&amp;context=lawfac">Download Full Text (300 KB)</a>`,
			want: []string{"paper https://commons.u.example/cgi/viewcontent.cgi?article=1011&context=lawfac (Digital Commons file)"}},
		{name: "MyCoRe viewer without script", url: "https://mycore.u.example/receive/doc_0001", html: `<noscript><iframe src="/servlets/MCRFileNodeServlet/doc_derivate_1/Arbeit.pdf"></iframe></noscript>`,
			want: []string{"paper https://mycore.u.example/servlets/MCRFileNodeServlet/doc_derivate_1/Arbeit.pdf (frame)"}},
		{name: "Hyrax", url: "https://scholars.u.example/concern/theses/9s161", html: `<a id="file_download" data-label="9s161" href="/downloads/v405s9404?locale=en">Download PDF</a>`,
			want: []string{"paper https://scholars.u.example/downloads/v405s9404?locale=en (Hyrax download)"}},
		{name: "Dataverse", url: "https://data.u.example/dataset.xhtml?persistentId=doi:10.1/X", html: `<a href="/api/access/datafile/17">Download</a><a href="/file.xhtml?fileId=17">table.tab</a>`,
			want: []string{"interface? https://data.u.example/api/datasets/:persistentId/?persistentId=doi:10.1/X (Dataverse REST)"}},
		{name: "Dataverse, page of a paper's file", url: "https://data.u.example/file.xhtml?fileId=18&version=1.0", html: `<title>report.pdf - A Report</title><h1>report.pdf</h1>`,
			want: []string{"paper? https://data.u.example/api/access/datafile/18 (Dataverse file)"}},
		{name: "Dataverse, page of a table", url: "https://data.u.example/file.xhtml?fileId=17", html: `<title>table.tab - A Report</title>`},
	})
}

// TestJournalPages reads pages of journal systems, without metas.
func TestJournalPages(t *testing.T) {
	run(t, []pageTest{
		{name: "OJS 3", url: "https://j.example/index.php/j/article/view/31", html: `<ul class="galleys_links"><li><a class="obj_galley_link pdf" href="https://j.example/index.php/j/article/view/31/57">PDF</a></li><li><a class="obj_galley_link file" href="https://j.example/index.php/j/article/view/31/58">HTML</a></li></ul>
			<ul class="supplementary_galleys_links"><li><a class="obj_galley_link_supplementary" href="https://j.example/index.php/j/article/view/31/59">Supplementary file (PDF)</a></li></ul>
			<div class="block_latest"><a class="obj_galley_link pdf" href="https://j.example/index.php/j/article/view/30/55">PDF</a></div>`,
			want: []string{"paper https://j.example/index.php/j/article/download/31/57 (OJS galley)", "wrapper https://j.example/index.php/j/article/view/31/57 (OJS galley)", "text https://j.example/index.php/j/article/view/31/58 (OJS galley)"}},
		{name: "OJS 3, page of a galley", url: "https://j.example/article/view/31/57", html: `<header class="header_view"><a class="return" href="https://j.example/article/view/31">A work</a><a class="download" href="https://j.example/article/download/31/57">Download PDF</a></header>
			<iframe src="https://j.example/plugins/generic/pdfJsViewer/pdf.js/web/viewer.html?file=https%3A%2F%2Fj.example%2Farticle%2Fdownload%2F31%2F57%2F"></iframe>`,
			want: []string{"paper https://j.example/article/download/31/57 (OJS galley)", "paper https://j.example/article/download/31/57/ (viewer)"}},
		{name: "OJS 2", url: "http://j.example/index.php/j/article/view/8", html: `<div id="articleFullText"><a href="http://j.example/index.php/j/article/view/8/5" class="file" target="_parent">Texto completo: PDF (Português)</a></div>`,
			want: []string{"paper http://j.example/index.php/j/article/download/8/5 (OJS galley)", "wrapper http://j.example/index.php/j/article/view/8/5 (OJS galley)"}},
		{name: "OJS without rewritten paths", url: "http://j.example/index.php?journal=j&page=article&op=view&path[]=8", html: `<a class="file" href="http://j.example/index.php?journal=j&amp;page=article&amp;op=view&amp;path%5B%5D=8&amp;path%5B%5D=5">PDF</a>`,
			want: []string{"paper http://j.example/index.php?journal=j&page=article&op=download&path%5B%5D=8&path%5B%5D=5 (OJS galley)", "wrapper http://j.example/index.php?journal=j&page=article&op=view&path%5B%5D=8&path%5B%5D=5 (OJS galley)"}},
		{name: "page that wraps the file", url: "https://h.example/content/28/22/2891.abstract", html: `<ul><li><a href="/content/28/22/2891.full.pdf+html">Full Text (PDF)</a></li><li><a href="/content/28/22/2891.full">Full Text</a></li></ul>`,
			want: []string{"wrapper https://h.example/content/28/22/2891.full.pdf+html (link to a reader)", "text https://h.example/content/28/22/2891.full (link to the full text)"}},
		{name: "Google's viewer", url: "https://b.example/paper7", html: `<iframe src="https://docs.google.com/viewer?url=http%3A%2F%2Fb.example%2Ffiles%2Fpaper7.pdf&amp;embedded=true"></iframe>`,
			want: []string{"paper http://b.example/files/paper7.pdf (viewer)"}},
		{name: "embed element", url: "https://b.example/paper7", html: `<embed src="/x/paper7.pdf" type="application/pdf"><object data="/logo.svg"></object>`,
			want: []string{"paper https://b.example/x/paper7.pdf (frame)"}},
		{name: "refresh to the file", url: "https://b.example/get/7", html: `<meta http-equiv="refresh" content="0; url=/files/7.pdf">`,
			want: []string{"paper https://b.example/files/7.pdf (refresh)"}},
		{name: "refresh to another page", url: "https://b.example/get/7", html: `<meta http-equiv="refresh" content="2; url=/show/7">`,
			want: []string{"wrapper https://b.example/show/7 (refresh)"}},
		{name: "refresh to the home page", url: "https://b.example/get/7", html: `<meta http-equiv="refresh" content="0; url=/">`},
		{name: "download of an unnamed format", url: "https://theses.example/2019PA0123", html: `<a href="/2019PA0123/document">Texte intégral</a><a href="/2019PA0123/export/download">Télécharger la notice</a>`,
			want: []string{"paper https://theses.example/2019PA0123/document (link to download)"}},
		{name: "PDF before PostScript", url: "https://ar.example/abs/1201.1234", html: `<a href="/ps/1201.1234">PostScript</a> <a href="/pdf/1201.1234">PDF</a>`,
			want: []string{"paper https://ar.example/pdf/1201.1234 (link has the identifier)", "paper https://ar.example/ps/1201.1234 (link has the identifier)"}},
		{name: "reader without a frame", url: "https://h.example/content/28/22/2891.full.pdf+html", html: `<p>Loading</p>`,
			want: []string{"paper? https://h.example/content/28/22/2891.full.pdf (address: HighWire reader)"}},
		{name: "script", url: "https://x.example/document/8600001", html: `<script>var meta={"title":"A","pdfUrl":"\/stamp\/stamp.jsp?tp=&arnumber=8600001","pdfPath":"/iel7/6287639/8600001.pdf"};</script>`,
			want: []string{"wrapper https://x.example/stamp/stamp.jsp?tp=&arnumber=8600001 (script)", "paper https://x.example/iel7/6287639/8600001.pdf (script)"}},
		{name: "address in an attribute", url: "https://x.example/work/8600001", html: `<div data-pdf="/store/w8600001.pdf"></div><div data-pdf="/store/w8600002.pdf"></div>`,
			want: []string{"paper https://x.example/store/w8600001.pdf (address in a script)"}},
		{name: "address in a script", url: "https://x.example/work/8600001", html: `<script>open('https:\/\/x.example\/store\/w8600001.pdf')</script>`,
			want: []string{"paper https://x.example/store/w8600001.pdf (address in a script)"}},
		{name: "form", url: "https://x.example/work/8600001", html: `<form action="/store/a.pdf"><input type="submit" value="Go"></form>`,
			want: []string{"paper https://x.example/store/a.pdf (form)"}},
		{name: "script that names files of others", url: "https://x.example/document/8600001", html: `<script>var related=[{"pdfUrl":"/pdf/8600002.pdf"},{"pdfUrl":"/pdf/8600003.pdf"}];</script>`},
		{name: "address of a publisher", url: "https://p.example/doi/abs/10.1000/xyz12", html: `<p>Abstract</p>`,
			want: []string{"paper? https://p.example/doi/pdf/10.1000/xyz12 (address: doi in URL)"}},
	})
}

// TestLinkTexts reads links in many languages to addresses that say little.
func TestLinkTexts(t *testing.T) {
	for _, text := range []string{
		"Download PDF", "Full text (pdf)", "PDF", "Télécharger le PDF", "Volltext (PDF)", "Descargar PDF", "Texto completo: PDF", "Baixar PDF", "Scarica il PDF", "Полный текст (PDF)", "Скачать PDF", "全文 PDF", "PDF下载",
		"本文PDF", "PDF 다운로드", "Tam metin PDF", "Pełny tekst: PDF", "Stáhnout PDF", "Πλήρες κείμενο: PDF", "تحميل PDF", "Unduh PDF", "Tải về PDF", "Last ned PDF", "Lataa PDF", "Preuzmi PDF",
	} {
		a := answer(t, "https://j.example/work/1234567", `<p>Abstract</p><div class="tools"><a href="/get?item=1234567&amp;v=2">`+text+`</a></div>`)
		got := describe(Candidates(a))
		if len(got) != 1 || !strings.HasPrefix(got[0], "paper https://j.example/get?item=1234567&v=2 ") {
			t.Errorf("%q: candidates %q, want the link", text, got)
		}
	}
}

// TestLinksThatAreNotThePaper reads pages whose only files are something else.
func TestLinksThatAreNotThePaper(t *testing.T) {
	for _, tt := range []struct{ name, html string }{
		{"references", `<ol class="references"><li><a href="http://o.example/a.pdf">Download PDF</a></li></ol>`},
		{"supplement by its text", `<a href="/files/1234567.pdf">Supplementary material (PDF)</a>`},
		{"supplement by its name", `<a href="/files/1234567-s1.pdf">PDF</a>`},
		{"supplement by its section", `<div id="supplementary-information"><a href="/files/1234567.pdf">PDF</a></div>`},
		{"slides", `<a href="/files/1234567.pdf">Slides (PDF)</a>`},
		{"slides by their name", `<a href="/files/1234567-slides.pdf">PDF</a>`},
		{"poster", `<a href="/files/1234567_poster.pdf">Download PDF</a>`},
		{"licence", `<a href="/files/license-1234567.pdf">Licence agreement (PDF)</a>`},
		{"contents of the issue", `<a href="/files/toc.pdf">Table of contents (PDF)</a>`},
		{"guide for authors", `<a href="/files/authors.pdf">Instructions for authors (PDF)</a>`},
		{"related works", `<div class="related-articles"><a href="/work/7654321.pdf">Download PDF</a></div>`},
		{"purchase", `<a href="/buy/1234567/pdf">Purchase PDF</a>`},
		{"login that leads to the paper", `<a href="/action/showLogin?uri=/work/1234567.pdf">PDF</a>`},
		{"login at another path", `<a href="/login/1234567.pdf?next=/pdf/1234567">Full text PDF</a>`},
		{"help", `<a href="/help/pdf">Help with PDF</a>`},
		{"reader program", `<a href="https://get.adobe.example/reader.pdf">Get Adobe Acrobat Reader</a>`},
		{"citation", `<a href="/download/citation?item=1234567">Download citation</a>`},
		{"figures", `<a href="/files/1234567-figures.pdf">Figures PDF</a>`},
		{"peer review file", `<a href="/files/1234567r.pdf">Peer Review File (PDF)</a>`},
		{"cited file in the text", `<p>As shown by the report <a href="http://o.example/report.pdf">of the ministry</a> in 1999.</p>`},
		{"reference without a class", `<ul><li>Author, A. and Author, B. (1999): A report that is cited here, with a long title, in the series of the reports of the institute of studies, number 17, second edition. <a href="http://o.example/a.pdf">PDF</a></li></ul>`},
		{"footer", `<footer><a href="/docs/annual.pdf">Our year in numbers</a></footer>`},
		{"other works in a listing", `<ul><li><a href="/a1.pdf">PDF</a><li><a href="/b2.pdf">PDF</a><li><a href="/c3.pdf">PDF</a><li><a href="/d4.pdf">PDF</a><li><a href="/e5.pdf">PDF</a></ul>`},
		{"files of a course that have its name", `<a href="/work/1234567/hw1.pdf">PDF</a><a href="/work/1234567/hw2.pdf">PDF</a><a href="/work/1234567/hw3.pdf">PDF</a><a href="/work/1234567/hw4.pdf">PDF</a><a href="/work/1234567/exam.pdf">PDF</a>`},
		{"file in a script that is linked as a supplement", `<div class="supplementary"><a href="/s/1234567.pdf">x</a></div><script>open("/s/1234567.pdf")</script>`},
		{"files of the site's own", `<div id="footer"><a href="/sites/default/files/2019/report.pdf">Facts</a><a href="/docs/plan.pdf/view">Plan</a></div>`},
		{"listing of a repository", `<a href="/bitstreams/7c0f1f0e-1111-4222-8333-944445555661/download">a</a><a href="/bitstreams/7c0f1f0e-1111-4222-8333-944445555662/download">b</a><a href="/bitstreams/7c0f1f0e-1111-4222-8333-944445555663/download">c</a><a href="/bitstreams/7c0f1f0e-1111-4222-8333-944445555664/download">d</a><a href="/bitstreams/7c0f1f0e-1111-4222-8333-944445555665/download">e</a>`},
		{"contents of an issue in OJS", `<a class="obj_galley_link pdf" href="/article/view/11/21">PDF</a><a class="obj_galley_link pdf" href="/article/view/12/22">PDF</a><a class="obj_galley_link pdf" href="/article/view/13/23">PDF</a>`},
		{"contents with one text", `<ul><li><a href="/p/187/a_1.pdf">pdf</a><li><a href="/p/187/b_2.pdf">pdf</a><li><a href="/p/187/c_3.pdf">pdf</a></ul>`},
		{"contents with titles", `<p><a href="/first.pdf">First report of the wall lizard in the hills of the north, and a full text of its song</a></p>` +
			`<p><a href="/a.pdf">Lizards</a></p><p><a href="/b.pdf">Newts</a></p><p><a href="/c.pdf">Frogs</a></p>`},
		{"crossmark", `<a href="https://crossmark.example/dialog/?doi=10.1/1234567&amp;domain=pdf">Check for updates</a>`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := answer(t, "https://j.example/work/1234567", `<h1>A work</h1>`+tt.html)
			if got := describe(Candidates(a)); len(got) != 0 {
				t.Errorf("candidates %q, want none", got)
			}
		})
	}
}

// TestWantedWorkInAListing reads a list of publications: the link beside the title is that of the work.
func TestWantedWorkInAListing(t *testing.T) {
	html := `<h1>Publications</h1><ul>`
	for _, title := range []string{"Waves in deep water and their breaking", "Waves in shallow water", "On the motion of sand", "Dunes and ripples of the desert", "Storms over the northern sea", "The tides of a narrow bay"} {
		html += `<li>A. Author: ` + title + `. <a href="` + strings.ReplaceAll(title[len(title)-5:], " ", "_") + `.pdf">PDF</a></li>`
	}
	a := answer(t, "https://people.example/~author/", html+"</ul>")
	if got := describe(Candidates(a)); len(got) != 0 {
		t.Errorf("candidates %q without a wanted work, want none", got)
	}
	a.Record = &bibliography.Record{Title: "Waves in a Deep Water and their Breaking"}
	want := []string{"paper https://people.example/~author/aking.pdf (link beside the title)"}
	if got := describe(Candidates(a)); !slices.Equal(got, want) {
		t.Errorf("candidates %q for a title that differs by a word, want %q", got, want)
	}
	a.Record = &bibliography.Record{Title: "Waves in Shallow Water"}
	want = []string{"paper https://people.example/~author/water.pdf (link beside the title)"}
	if got := describe(Candidates(a)); !slices.Equal(got, want) {
		t.Errorf("candidates %q, want %q", got, want)
	}
}
