package candidate

import (
	"math"
	"slices"
	"strings"

	"sluice/learn"
	"sluice/weburl"
)

// Evidence is what is known of a host before it is crawled.
type Evidence struct {
	Host     string
	Keywords int       // K
	Anchors  int       // A
	Home     *HomePage // nil: only the two numbers are known
	Words    []string  // texts of links from other hosts to it; nil: not known
	Hosts    int64     // that link to it; 0: not known
}

// LinkTexts are the texts of links to hosts, by host, from pages of others.
type LinkTexts map[string][]string

// maxLinkTexts bounds the texts that are kept of one host.
const maxLinkTexts = 50

// Add adds the links of a page of a host.
func (t LinkTexts) Add(host string, home *HomePage) {
	for i, u := range home.Targets {
		if to := u.Host(); to != host && len(t[to]) < maxLinkTexts && home.Anchors[i] != "" {
			t[to] = append(t[to], home.Anchors[i])
		}
	}
}

// Words of home pages by which a whole organization, a research group and a shop differ, as anchors or titles have them.
var (
	organizationWords = []string{"admissions", "alumni", "athletics", "campus", "campus map", "colleges", "departments", "faculties", "giving", "undergraduate", "visitors", "student life", "prospective students"}
	researchWords     = []string{"publications", "papers", "technical reports", "research", "projects", "people", "students", "reports", "thesis", "theses", "proceedings", "cv", "software"}
	commerceWords     = []string{"buy", "cart", "customers", "download trial", "newsletter", "order", "pricing", "products", "shop", "store", "subscribe", "support", "advertise", "sign in", "jobs"}
)

// features returns the numbers by which a host is classified. What is not known says nothing.
func (e *Evidence) features(k *Keywords) []learn.Feature {
	var all []learn.Feature
	add := func(name string, value float64) { all = append(all, learn.Feature{Name: name, Value: value}) }
	add("keywords of the subject on its home page", math.Log1p(float64(e.Keywords)))
	add("representative anchors on its home page", math.Log1p(float64(e.Anchors)))
	add("keywords and representative anchors together", number(e.Keywords > 0 && e.Anchors > 0))
	host := hostFacts(e.Host, k)
	add("the subject in its host name", number(host.isNamed))
	add("the whole of an organization by its host name", number(host.isWhole))
	add("a university by its host name", number(host.isAcademic))
	add("a whole university by its host name", number(host.isWhole && host.isAcademic))
	add("a company by its host name", number(host.isCommercial))
	add("a weblog by its host name", number(host.isWeblog))
	e.addPage(add)
	e.addLinks(k, add)
	return all
}

// addPage adds what the home page shows besides keywords.
func (e *Evidence) addPage(add func(string, float64)) {
	organization, research, commerce, documents := math.NaN(), math.NaN(), math.NaN(), math.NaN()
	if e.Home != nil {
		anchors := e.Home.anchors()
		organization, research, commerce = countOf(anchors, organizationWords), countOf(anchors, researchWords), countOf(anchors, commerceWords)
		n := 0
		for _, u := range e.Home.Targets {
			if weburl.DocumentEnding(u) {
				n++
			}
		}
		documents = math.Log1p(float64(n))
	}
	add("links of an organization on its home page", organization)
	add("links of a research group on its home page", research)
	add("links of a shop on its home page", commerce)
	add("links to documents on its home page", documents)
}

// addLinks adds who links to the host, and with what words.
func (e *Evidence) addLinks(k *Keywords, add func(string, float64)) {
	hosts, words := math.NaN(), math.NaN()
	if e.Hosts > 0 {
		hosts = math.Log1p(float64(e.Hosts))
	}
	if len(e.Words) > 0 {
		n := 0
		for _, text := range e.Words {
			if k.isIn(text) {
				n++
			}
		}
		words = float64(n) / float64(len(e.Words))
	}
	add("hosts that link to it", hosts)
	add("the subject in the texts of links to it", words)
}

// number returns 1 for true.
func number(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// countOf returns the logarithm of how many words are among sorted texts.
func countOf(texts, words []string) float64 {
	n := 0
	for _, w := range words {
		if _, ok := slices.BinarySearch(texts, w); ok {
			n++
		}
	}
	return math.Log1p(float64(n))
}

// isIn reports whether a text has a keyword that is not ambiguous, or a name of the subject.
func (k *Keywords) isIn(text string) bool {
	text = " " + normal(text) + " "
	return slices.ContainsFunc(k.names, func(name string) bool { return strings.Contains(text, " "+name+" ") }) ||
		slices.ContainsFunc(k.all, func(word keyword) bool { return !word.isAmbiguous && strings.Contains(text, word.normal) })
}

// nameFacts are what the name of a host says.
type nameFacts struct {
	isNamed      bool // a label is a name of the subject
	isWhole      bool // it is the registered domain, with or without "www."
	isAcademic   bool
	isCommercial bool
	isWeblog     bool
}

// hostFacts returns what the name of a host says.
func hostFacts(host string, k *Keywords) (f nameFacts) {
	u, err := weburl.NoRules().Parse("http://" + host + "/")
	if err != nil {
		return f
	}
	name := u.Hostname()
	domain := u.Domain()
	f.isWhole = domain != "" && (name == domain || name == "www."+domain)
	labels := strings.FieldsFunc(name, func(r rune) bool { return r == '.' || r == '-' })
	for _, label := range labels {
		f.isNamed = f.isNamed || slices.Contains(k.names, label)
		f.isWeblog = f.isWeblog || label == "blog" || strings.HasPrefix(label, "blogs")
	}
	if n := len(labels); n > 0 {
		f.isAcademic = labels[n-1] == "edu" || n > 1 && len(labels[n-1]) == 2 && (labels[n-2] == "ac" || labels[n-2] == "edu")
		f.isCommercial = labels[n-1] == "com" || n > 1 && labels[n-2] == "co"
	}
	return f
}
