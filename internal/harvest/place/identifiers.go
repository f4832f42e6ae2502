package place

import (
	"net/url"
	"strings"

	"sluice/internal/doiform"
	"sluice/internal/lazyregexp"
)

// arXivID is an identifier of arXiv, of 2007 and later or before (https://info.arxiv.org/help/arxiv_identifier.html).
var arXivID = lazyregexp.New(`^(?:\d{4}\.\d{4,5}|[a-z]+(?:-[a-z]+)?(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?$`)

// ofArXiv adds the place of an identifier of arXiv.
func (l *list) ofArXiv(id string) {
	if id = strings.TrimSpace(id); arXivID.MatchString(id) {
		l.add(File, "arXiv id", "https://arxiv.org/pdf/"+id)
	}
}

// prefix is a rule that makes places of DOIs.
type prefix struct {
	rule   string
	doi    *lazyregexp.Regexp
	kind   Kind
	places []string // templates of regexp.Expand
}

// prefixes are the rules, in order, for registrants whose addresses follow from the DOI. DOIs are compared without regard to case.
var prefixes = [...]prefix{
	{"arXiv DOI", lazyregexp.New(`(?i)^10\.48550/arxiv\.([a-z.-]+/\d{7}|\d{4}\.\d{4,5})(v\d+)?$`), File, []string{"https://arxiv.org/pdf/$1$2"}},
	{"ACL Anthology DOI", lazyregexp.New(`(?i)^10\.(?:18653|3115)/v1/([\w.-]+)$`), File, []string{"https://aclanthology.org/$1.pdf"}},
	{"Zenodo DOI", lazyregexp.New(`(?i)^10\.5281/zenodo\.(\d+)$`), Landing, []string{"https://zenodo.org/records/$1"}},
	{"PLOS DOI", lazyregexp.New(`(?i)^(10\.1371/journal\.pone\.\d+)$`), File, []string{"https://journals.plos.org/plosone/article/file?id=$1&type=printable"}},
	{"PLOS DOI", lazyregexp.New(`(?i)^(10\.1371/journal\.pbio\.\d+)$`), File, []string{"https://journals.plos.org/plosbiology/article/file?id=$1&type=printable"}},
	{"PLOS DOI", lazyregexp.New(`(?i)^(10\.1371/journal\.pcbi\.\d+)$`), File, []string{"https://journals.plos.org/ploscompbiol/article/file?id=$1&type=printable"}},
	{"PLOS DOI", lazyregexp.New(`(?i)^(10\.1371/journal\.pmed\.\d+)$`), File, []string{"https://journals.plos.org/plosmedicine/article/file?id=$1&type=printable"}},
	{"PLOS DOI", lazyregexp.New(`(?i)^(10\.1371/journal\.pgen\.\d+)$`), File, []string{"https://journals.plos.org/plosgenetics/article/file?id=$1&type=printable"}},
	{"PLOS DOI", lazyregexp.New(`(?i)^(10\.1371/journal\.ppat\.\d+)$`), File, []string{"https://journals.plos.org/plospathogens/article/file?id=$1&type=printable"}},
	{"PLOS DOI", lazyregexp.New(`(?i)^(10\.1371/journal\.pntd\.\d+)$`), File, []string{"https://journals.plos.org/plosntds/article/file?id=$1&type=printable"}},
	{"PeerJ DOI", lazyregexp.New(`(?i)^10\.7717/peerj\.(\d+)$`), File, []string{"https://peerj.com/articles/$1.pdf"}},
	{"PeerJ DOI", lazyregexp.New(`(?i)^10\.7717/peerj-(\w+)\.(\d+)$`), File, []string{"https://peerj.com/articles/$1-$2.pdf"}},
	{"Copernicus DOI", lazyregexp.New(`(?i)^10\.5194/([a-z]+)-(\d+)-(\d+)-(\d{4})$`), File, []string{"https://$1.copernicus.org/articles/$2/$3/$4/$1-$2-$3-$4.pdf"}},
	{"Frontiers DOI", lazyregexp.New(`(?i)^(10\.3389/[\w.]+)$`), File, []string{"https://www.frontiersin.org/articles/$1/pdf"}},
	{"IJCAI DOI", lazyregexp.New(`(?i)^10\.24963/ijcai\.(\d{4})/(\d)$`), File, []string{"https://www.ijcai.org/proceedings/$1/000$2.pdf"}},
	{"IJCAI DOI", lazyregexp.New(`(?i)^10\.24963/ijcai\.(\d{4})/(\d\d)$`), File, []string{"https://www.ijcai.org/proceedings/$1/00$2.pdf"}},
	{"IJCAI DOI", lazyregexp.New(`(?i)^10\.24963/ijcai\.(\d{4})/(\d\d\d)$`), File, []string{"https://www.ijcai.org/proceedings/$1/0$2.pdf"}},
	{"IJCAI DOI", lazyregexp.New(`(?i)^10\.24963/ijcai\.(\d{4})/(\d{4})$`), File, []string{"https://www.ijcai.org/proceedings/$1/$2.pdf"}},
	{"Springer DOI", lazyregexp.New(`(?i)^(10\.(?:1007|1140|1186)/[^?#\s]+)$`), File, []string{"https://link.springer.com/content/pdf/$1.pdf"}},
	{"Dagstuhl DOI", lazyregexp.New(`(?i)^(10\.4230/[\w.-]+)$`), Landing, []string{"https://drops.dagstuhl.de/entities/document/$1"}},
}

// doi is a digital object identifier (ISO 26324).
var doi = lazyregexp.New(`^` + doiform.Prefix + `\S+$`)

// oldACL is a DOI of the ACL Anthology with an identifier of before 2020. The Anthology wants its letter in upper case,
// and bibliographies often have DOIs in lower case.
var oldACL = lazyregexp.New(`(?i)^10\.(?:18653|3115)/v1/[a-z]\d\d-\d{4}$`)

// ofDOI adds the places of a DOI: those that follow from it by the rules of its registrant, and the resolver.
func (l *list) ofDOI(s string) {
	s = strings.TrimSpace(s)
	if len(s) > 1000 || !doi.MatchString(s) {
		return
	}
	original := s
	if oldACL.MatchString(s) {
		s = strings.ToUpper(s)
	}
	for i := range prefixes {
		p := &prefixes[i]
		m := p.doi.FindStringSubmatchIndex(s)
		if m == nil {
			continue
		}
		for _, template := range p.places {
			l.add(p.kind, p.rule, string(p.doi.ExpandString(nil, template, s, m)))
		}
	}
	l.add(Landing, ruleDOI, "https://doi.org/"+(&url.URL{Path: original}).EscapedPath())
}
