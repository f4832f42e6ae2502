package place

import (
	"strings"

	"sluice/internal/doiform"
	"sluice/internal/lazyregexp"
	"sluice/weburl"
)

// site is a rule that makes places of URLs of one site or software.
type site struct {
	rule   string
	host   string             // a domain, of which hosts below it match too; "" for every host
	path   *lazyregexp.Regexp // of path and query
	kind   Kind
	places []string // templates of regexp.Expand; $0 is the path, "{host}" the host, "{origin}" scheme and host
}

// sites are the rules, in order. The addresses are those that the archives document, or that their own pages have had for years.
var sites = [...]site{
	{"arXiv abs", "arxiv.org", lazyregexp.New(`^/(?:abs|html|format)/((?:[a-z.-]+/)?[\d.]+(?:v\d+)?)$`), File, []string{"https://arxiv.org/pdf/$1"}},
	{"PMLR page", "proceedings.mlr.press", lazyregexp.New(`^/(v\d+)/([\w-]+)\.html$`), File, []string{"https://{host}/$1/$2/$2.pdf", "https://{host}/$1/$2.pdf"}},
	{"JMLR page", "jmlr.org", lazyregexp.New(`^/papers/v(\d+)/([\w-]+)\.html$`), File, []string{"https://www.jmlr.org/papers/volume$1/$2/$2.pdf", "https://www.jmlr.org/papers/v$1/$2.pdf"}},
	{"ACL Anthology page", "aclanthology.org", lazyregexp.New(`^/([A-Za-z0-9][\w.-]*\d)/?$`), File, []string{"https://aclanthology.org/$1.pdf"}},
	{"ACL Anthology page", "aclweb.org", lazyregexp.New(`^/anthology/(?:papers/\w/\w+/)?([A-Za-z0-9][\w.-]*\d)/?$`), File, []string{"https://aclanthology.org/$1.pdf"}},
	{"NeurIPS page", "neurips.cc", lazyregexp.New(`^/(paper(?:_files/paper)?)/(\d+)/hash/([0-9a-f]+)-Abstract(-[\w-]+)?\.html$`), File, []string{"https://{host}/$1/$2/file/$3-Paper$4.pdf"}},
	{"NeurIPS page", "nips.cc", lazyregexp.New(`^/(paper(?:_files/paper)?)/(\d+)/hash/([0-9a-f]+)-Abstract(-[\w-]+)?\.html$`), File, []string{"https://papers.nips.cc/$1/$2/file/$3-Paper$4.pdf"}},
	{"OpenReview forum", "openreview.net", lazyregexp.New(`^/forum\?(?:.*&)?id=([\w-]+)`), File, []string{"https://openreview.net/pdf?id=$1"}},
	{"CVF page", "openaccess.thecvf.com", lazyregexp.New(`^/(content[\w/.-]*)/html/([\w.-]+)\.html$`), File, []string{"https://{host}/$1/papers/$2.pdf"}},
	{"IACR ePrint page", "eprint.iacr.org", lazyregexp.New(`^/(\d{4}/\d+)$`), File, []string{"https://eprint.iacr.org/$1.pdf"}},
	{"ECCC report", "eccc.weizmann.ac.il", lazyregexp.New(`^/report/(\d{4}/\d+)/?$`), File, []string{"https://{host}/report/$1/download"}},
	{"HAL page", "", lazyregexp.New(`^/((?:hal|tel|inria|halshs|jpa|cel|dumas|pastel|ijn|hprints|insu|cea|in2p3|mem|lirmm|emse|ineris|inserm|pasteur|ujm|ensl|edutice|sic|artxibo|medihal)-\d{6,9}(?:v\d+)?)/?$`), File, []string{"{origin}/$1/document"}},
	{"PMC article", "nih.gov", lazyregexp.New(`^/(?:pmc/)?articles/(PMC\d+)/?$`), File, []string{"https://europepmc.org/articles/$1?pdf=render"}},
	{"PMC article", "europepmc.org", lazyregexp.New(`^/(?:article/PMC|articles)/(PMC\d+)/?$`), File, []string{"https://europepmc.org/articles/$1?pdf=render"}},
	{"Zenodo record", "zenodo.org", lazyregexp.New(`^/records?/(\d+)/?$`), Landing, []string{"https://zenodo.org/records/$1"}},
	{"NBER working paper", "nber.org", lazyregexp.New(`^/papers/(w\d+)(?:\.pdf)?/?$`), File, []string{"https://www.nber.org/system/files/working_papers/$1/$1.pdf"}},
	{"OSF page", "osf.io", lazyregexp.New(`^/(?:preprints/(?:\w+/)?)?([a-z0-9]{5}(?:_v\d+)?)/?$`), File, []string{"https://osf.io/$1/download"}},
	{"bioRxiv page", "biorxiv.org", lazyregexp.New(`^/content/(10\.1101/[\w.]+?v\d+)$`), File, []string{"https://www.biorxiv.org/content/$1.full.pdf"}},
	{"medRxiv page", "medrxiv.org", lazyregexp.New(`^/content/(10\.1101/[\w.]+?v\d+)$`), File, []string{"https://www.medrxiv.org/content/$1.full.pdf"}},
	{"JAIR page", "jair.org", lazyregexp.New(`^/(?:papers/paper|media/)(\d+)(?:\.html|/.*)$`), Landing, []string{"https://doi.org/10.1613/jair.$1"}},
	{"Springer page", "link.springer.com", lazyregexp.New(`^/(?:article|chapter|book)/(` + doiform.Prefix + `[^?#]+?)(?:/fulltext\.html)?$`), File, []string{"https://{host}/content/pdf/$1.pdf"}},
	{"IOP page", "iopscience.iop.org", lazyregexp.New(`^/article/(` + doiform.Prefix + `[^?#]+?)(?:/meta)?$`), File, []string{"https://{host}/article/$1/pdf"}},
	{"HighWire view", "", lazyregexp.New(`^(/content/[\w./-]*?\d+/[\w-]+)\.(?:abstract|full|short|long)$`), File, []string{"{origin}$1.full.pdf"}},
	{"HighWire reader", "", lazyregexp.New(`^(/.+\.pdf)(?:\+|%2[Bb])html$`), File, []string{"{origin}$1"}},
	{"doi in URL", "", lazyregexp.New(`^/doi/(?:abs|full|epdf|reader|pdfplus)?/?(` + doiform.Prefix + `[^?#]+?)(?:/(?:abstract|full|fulltext|references|citedby|epdf))?(?:\?.*)?$`), File, []string{"{origin}/doi/pdf/$1"}},
	{"EDP Sciences page", "", lazyregexp.New(`^(/articles/\w+)/(?:abs|full_html|ref)/(\d{4}/\d\d)/([\w-]+)/[\w-]+\.html$`), File, []string{"{origin}$1/pdf/$2/$3.pdf"}},
	{"abs in path", "", lazyregexp.New(`^(.*)/abs/(\d[\w./-]*\d(?:v\d+)?)$`), File, []string{"{origin}$1/pdf/$2"}},
}

// apply adds the places that the rule makes of a URL.
func (s *site) apply(l *list, u weburl.URL) {
	host := u.Hostname()
	if s.host != "" && host != s.host && !strings.HasSuffix(host, "."+s.host) {
		return
	}
	uri := u.RequestURI()
	m := s.path.FindStringSubmatchIndex(uri)
	if m == nil {
		return
	}
	for _, template := range s.places {
		template = strings.NewReplacer("{host}", u.Host(), "{origin}", u.Origin()).Replace(template)
		l.add(s.kind, s.rule, string(s.path.ExpandString(nil, template, uri, m)))
	}
}
