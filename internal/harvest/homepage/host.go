package homepage

import (
	"strings"

	"sluice/internal/lazyregexp"
	"sluice/weburl"
)

// Publishers, digital libraries and networks, by their domains. Their pages list the works of an author, and are no homepages.
var (
	publishers = domains(`acm.org aaai.org aip.org ams.org aps.org annualreviews.org biomedcentral.com cambridge.org cell.com degruyter.com elsevier.com emerald.com
		emeraldinsight.com frontiersin.org hindawi.com ieee.org igi-global.com informs.org ingentaconnect.com iospress.com iospress.nl iop.org jmlr.org jstor.org
		karger.com kluweronline.com liebertpub.com mdpi.com mitpress.com mit.edu/press morganclaypool.com nature.com nowpublishers.com oup.com plos.org pnas.org
		rsc.org sagepub.com science.org sciencedirect.com sciencemag.org scitepress.org siam.org springer.com springerlink.com springeropen.com tandfonline.com
		thieme.com usenix.org wiley.com worldscientific.com wspc.com`)
	digitalLibraries = domains(`aclanthology.org aclweb.org arxiv.org academia.edu archive.org base-search.net ceur-ws.org citeseer.ist.psu.edu citeseerx.ist.psu.edu
		core.ac.uk crossref.org dagstuhl.de dblp.org dblp.uni-trier.de doaj.org doi.org europepmc.org hal.science hal.archives-ouvertes.fr informatik.uni-trier.de
		isca-speech.org jair.org mathscinet.ams.org microsoft.com/academic mlr.press ncstrl.org ncbi.nlm.nih.gov neurips.cc nips.cc openalex.org openreview.net
		orcid.org paperswithcode.com philpapers.org proceedings.mlr.press pubmed.gov repec.org researchgate.net scholar.google.com scopus.com semanticscholar.org
		ssrn.com vldb.org webofscience.com zbmath.org zenodo.org`)
	networks = domains(`amazon.com bsky.app crunchbase.com facebook.com genealogy.math.ndsu.nodak.edu github.com gitlab.com goodreads.com imdb.com instagram.com keybase.io
		linkedin.com mathgenealogy.org medium.com pinterest.com publons.com quora.com ratemyprofessors.com reddit.com twitter.com wikidata.org wikipedia.org x.com
		youtube.com`)
)

// domains returns a set of domains, of which each may have the beginning of a path.
func domains(list string) map[string]bool {
	set := map[string]bool{}
	for d := range strings.FieldsSeq(list) {
		set[d] = true
	}
	return set
}

// isAt reports whether a URL is at one of the domains or below it.
func isAt(u weburl.URL, set map[string]bool) bool {
	host := strings.TrimPrefix(u.Hostname(), "www.")
	first, _, _ := strings.Cut(strings.TrimPrefix(u.Path(), "/"), "/")
	for host != "" {
		if set[host] || first != "" && set[host+"/"+first] {
			return true
		}
		_, host, _ = strings.Cut(host, ".")
	}
	return false
}

// Titles of pages of publishers and digital libraries.
var (
	publisherTitle = lazyregexp.New(`(?i)\b(?:springer(?:link)?|elsevier|science ?direct|wiley(?: online)?|ieee ?xplore|acm digital library|taylor (?:&|and) francis|sage journals|oxford academic|cambridge core|jstor|mdpi|kluwer)\b`)
	libraryTitle   = lazyregexp.New(`(?i)\b(?:digital librar(?:y|ies)|dblp|citeseer\w*|arxiv(?:\.org)?|research ?gate|google scholar|semantic scholar|scopus|pubmed|institutional repository|acl anthology|mathscinet|zbmath|open ?alex|orcid)\b`)
)

// isPublisher and isLibrary report whether a URL or the title of its page is that of a publisher, or of a digital library.
func isPublisher(u weburl.URL, title string) bool {
	return isAt(u, publishers) || publisherTitle.MatchString(title)
}

func isLibrary(u weburl.URL, title string) bool {
	return isAt(u, digitalLibraries) || libraryTitle.MatchString(title)
}
