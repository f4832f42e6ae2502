package lab

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"sluice/internal/linkrank"
	"sluice/page"
	"sluice/topic"
	"sluice/weburl"
)

// Graph is the pages and documents of a recorded web that can be reached from its seeds, with the links between them.
type Graph struct {
	links     linkrank.Graph
	web       *Web
	topic     *topic.Topic // nil: there is none
	hosts     map[string]int32
	numbers   map[weburl.Key]int
	urls      []string
	relevance []float64
	in, out   []int
	documents []int // of out
}

// Ranked is a page or a document with its place in a graph.
type Ranked struct {
	URL       string  `json:"url"`
	Hub       float64 `json:"hub"`       // these of all pages add up to 1, see [linkrank.Graph.HITS]
	Authority float64 `json:"authority"` // as do these
	PageRank  float64 `json:"page_rank"` // and these, see [linkrank.Graph.PageRank]
	TopicRank float64 `json:"topic_rank"`
	Relevance float64 `json:"relevance"` // to the topic; 0 without one
	In        int     `json:"links_in"`
	Out       int     `json:"links_out"`
}

// RelatedPage is a page that is related to another.
type RelatedPage struct {
	URL      string  `json:"url"`
	Shared   int     `json:"shared"`   // pages that link to both, or to which both link
	Strength float64 `json:"strength"` // 0 to 1
}

// ReadGraph reads the graph of a web. With a topic pages are judged; documents have no relevance of their own, and get the greatest of
// the pages that link to them.
func ReadGraph(ctx context.Context, web *Web, about *topic.Topic) (*Graph, error) {
	g := &Graph{web: web, topic: about, hosts: map[string]int32{}, numbers: map[weburl.Key]int{}}
	all := Targets{Linked: Documents(web, nil).Linked, Topic: about}
	w := &walker{web: web, targets: all, known: map[weburl.Key]bool{}, seen: map[weburl.Key]*waitingLink{}, Walk: &Walk{}}
	var pages []*page.Page
	moved := map[weburl.Key]weburl.URL{}
	queue := slices.Clone(web.seeds)
	found := map[weburl.Key]bool{}
	for _, u := range queue {
		found[u.Key()] = true
	}
	for len(queue) > 0 {
		u := queue[0]
		queue = queue[1:]
		a, err := web.Get(ctx, u)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		var next []weburl.URL
		switch {
		case !a.Location.IsZero() && web.follows(a.Location):
			moved[u.Key()] = a.Location
			next = append(next, a.Location)
		case a.Page != nil:
			g.add(u, g.judge(a.Page))
			pages = append(pages, a.Page)
			to, err := w.links(ctx, a.Page)
			if err != nil {
				return nil, err
			}
			for _, d := range to.documents {
				if w.known[d.Key()] {
					g.add(d, 0)
				}
			}
			for _, l := range to.pages {
				next = append(next, l.URL)
			}
		}
		for _, to := range next {
			if !found[to.Key()] {
				found[to.Key()] = true
				queue = append(queue, to)
			}
		}
	}
	for _, p := range pages {
		g.link(p, moved)
	}
	return g, nil
}

// judge returns the relevance of a page.
func (g *Graph) judge(p *page.Page) float64 {
	if g.topic == nil {
		return 0
	}
	return g.web.relevance(g.topic, p)
}

// add adds a page or a document.
func (g *Graph) add(u weburl.URL, relevance float64) {
	if _, was := g.numbers[u.Key()]; was {
		return
	}
	host, ok := g.hosts[u.Host()]
	if !ok {
		host = int32(len(g.hosts))
		g.hosts[u.Host()] = host
	}
	g.numbers[u.Key()] = g.links.Add(host)
	g.urls = append(g.urls, u.String())
	g.relevance = append(g.relevance, relevance)
	g.in, g.out, g.documents = append(g.in, 0), append(g.out, 0), append(g.documents, 0)
}

// link adds the links of a page, each once. A link to what has moved leads to where it is now, by one redirect.
func (g *Graph) link(p *page.Page, moved map[weburl.Key]weburl.URL) {
	from, ok := g.numbers[p.URL.Key()]
	if !ok {
		return
	}
	once := map[int]bool{from: true}
	for i := range p.Links {
		key := p.Links[i].URL.Key()
		if to, ok := moved[key]; ok {
			key = to.Key()
		}
		to, ok := g.numbers[key]
		if !ok || once[to] {
			continue
		}
		once[to] = true
		g.links.Link(from, to)
		g.out[from]++
		g.in[to]++
		if g.isDocument(to) {
			g.documents[from]++
		}
		if g.topic != nil && g.relevance[to] < g.relevance[from] && g.isDocument(to) {
			g.relevance[to] = g.relevance[from]
		}
	}
}

// isDocument reports whether the URL of a number ends like a document.
func (g *Graph) isDocument(n int) bool {
	u, err := weburl.Parse(g.urls[n])
	return err == nil && weburl.DocumentEnding(u)
}

// Len returns the number of pages and documents.
func (g *Graph) Len() int { return g.links.Len() }

// Hosts returns the number of their hosts.
func (g *Graph) Hosts() int { return len(g.hosts) }

// PageDocuments is a page of a graph with the number of documents to which it links.
type PageDocuments struct {
	Host      string
	Documents int
}

// Pages returns the pages.
func (g *Graph) Pages() (pages []PageDocuments) {
	for n, url := range g.urls {
		if u, err := weburl.Parse(url); err == nil && !weburl.DocumentEnding(u) {
			pages = append(pages, PageDocuments{u.Host(), g.documents[n]})
		}
	}
	return pages
}

// Rank ranks all pages and documents, by PageRank. With a topic, what hubs and authorities give each other counts by their relevance, and
// a surfer of TopicRank begins at pages in proportion to theirs.
func (g *Graph) Rank() []Ranked {
	var relevance []float64
	if g.topic != nil {
		relevance = g.relevance
	}
	hubs, authorities := g.links.HITS(relevance, 0)
	plain, biased := g.links.PageRank(nil), g.links.PageRank(relevance)
	all := make([]Ranked, g.Len())
	for i := range all {
		all[i] = Ranked{g.urls[i], hubs[i], authorities[i], plain[i], biased[i], g.relevance[i], g.in[i], g.out[i]}
	}
	slices.SortStableFunc(all, func(a, b Ranked) int { return cmp.Compare(b.PageRank, a.PageRank) })
	return all
}

// Related returns up to n pages that are cited together with a page, and up to n that cite what it cites, the most strongly related
// first. It is an error if the graph does not have the page.
func (g *Graph) Related(u weburl.URL, n int) (cocited, coupled []RelatedPage, err error) {
	number, ok := g.numbers[u.Key()]
	if !ok {
		return nil, nil, fmt.Errorf("%s is not recorded, or cannot be reached from the seeds", u)
	}
	return g.named(g.links.CoCited(number, n)), g.named(g.links.Coupled(number, n)), nil
}

// named returns related pages by their URLs.
func (g *Graph) named(related []linkrank.Related) []RelatedPage {
	pages := make([]RelatedPage, len(related))
	for i, r := range related {
		pages[i] = RelatedPage{g.urls[r.Page], r.Shared, r.Strength}
	}
	return pages
}
