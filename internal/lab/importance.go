package lab

import (
	"cmp"
	"context"
	"slices"

	"sluice/page"
	"sluice/text/vector"
	"sluice/topic"
	"sluice/weburl"
)

// Importance is what the pages of a walk are worth without any target: means over its first pages, by the measures of Menczer, Pant,
// Ruiz and Srinivasan (SIGIR 2001) and of Pant, Srinivasan and Menczer (2004, section 5.1). The fifth, a classifier, is
// [Row.MeanRelevance].
type Importance struct {
	Keywords   float64 `json:"keywords"`         // the share of the topic's words that a page has
	Query      float64 `json:"query_similarity"` // cosine of the page and the topic's words
	Seeds      float64 `json:"seed_similarity"`  // cosine of the page and all seed pages together
	Rank       float64 `json:"pool_rank"`        // in the pool of all walks' pages by similarity to the topic, or by relevance: 1 is the first, 0 the last
	Popularity float64 `json:"popularity"`       // pages of the pool that link to the page
}

// pool is the pages that the walks of a comparison requested first.
type pool struct {
	web   *Web
	topic *topic.Topic
	words *vector.Vocabulary
	terms map[uint32]bool // the topic's words
	query vector.Vector
	seeds vector.Vector
	pages map[weburl.Key]*pooled
}

// pooled is a page of the pool.
type pooled struct {
	Importance
	order float64 // by which the pool is ranked
}

// newPool returns a pool without pages.
func newPool(ctx context.Context, web *Web, about *topic.Topic) (*pool, error) {
	words, err := vector.NewVocabulary(vector.Analyzer{Stems: true, NoStops: true})
	if err != nil {
		return nil, err
	}
	p := &pool{web: web, topic: about, words: words, terms: map[uint32]bool{}, pages: map[weburl.Key]*pooled{}}
	if about != nil {
		var asked []vector.Field
		for _, t := range about.Terms() {
			asked = append(asked, vector.Field{Text: t.Text, Weight: t.Weight})
		}
		if p.query, err = words.Add(asked...); err != nil {
			return nil, err
		}
		p.query.Sort()
		for _, t := range p.query {
			p.terms[t.ID] = true
		}
	}
	var fields []vector.Field
	for _, u := range web.seeds[:min(len(web.seeds), maxSeedPages)] {
		a, err := web.Get(ctx, u)
		if err != nil {
			return nil, err
		}
		if a.Page != nil {
			fields = append(fields, topic.Page(a.Page, nil)...)
		}
	}
	p.seeds, err = words.Add(fields...)
	p.seeds.Sort()
	return p, err
}

// maxSeedPages bounds the seed pages with which others are compared.
const maxSeedPages = 1000

// add adds the pages of the first requests of a walk.
func (p *pool) add(ctx context.Context, w *Walk, first int) error {
	for _, request := range w.Requests[:min(first, len(w.Requests))] {
		a, key, err := p.page(ctx, request)
		if err != nil {
			return err
		}
		if a == nil || p.pages[key] != nil {
			continue
		}
		counts, err := p.words.Add(topic.Page(a, nil)...)
		if err != nil {
			return err
		}
		counts.Sort()
		of := &pooled{Importance: Importance{Seeds: vector.Cosine(counts, p.seeds), Query: vector.Cosine(counts, p.query)}}
		for _, t := range counts {
			if p.terms[t.ID] {
				of.Keywords += 1 / float64(len(p.terms))
			}
		}
		of.order = of.Query
		if p.topic != nil && len(p.query) == 0 {
			of.order = p.web.relevance(p.topic, a)
		}
		p.pages[key] = of
	}
	return nil
}

// page returns the page of a request, nil if it brought none.
func (p *pool) page(ctx context.Context, request string) (*page.Page, weburl.Key, error) {
	u, err := weburl.Parse(request)
	if err != nil {
		return nil, weburl.Key{}, err
	}
	a, err := p.web.Get(ctx, u)
	if err != nil {
		return nil, weburl.Key{}, err
	}
	return a.Page, u.Key(), nil
}

// rank ranks the pages of the pool, and counts the links between them.
func (p *pool) rank(ctx context.Context, walks []*Walk, first int) error {
	all := make([]*pooled, 0, len(p.pages))
	for _, of := range p.pages {
		all = append(all, of)
	}
	slices.SortFunc(all, func(a, b *pooled) int { return cmp.Compare(b.order, a.order) })
	for i := 0; i < len(all); {
		end := i + 1
		for end < len(all) && all[end].order == all[i].order {
			end++
		}
		middle := float64(i+end-1) / 2 // equal pages share it
		for ; i < end; i++ {
			all[i].Rank = 1 - middle/float64(max(1, len(all)-1))
		}
	}
	linked := map[weburl.Key]bool{}
	for _, w := range walks {
		for _, request := range w.Requests[:min(first, len(w.Requests))] {
			a, key, err := p.page(ctx, request)
			if err != nil {
				return err
			}
			if a == nil || linked[key] {
				continue
			}
			linked[key] = true
			once := map[weburl.Key]bool{key: true}
			for i := range a.Links {
				to := a.Links[i].URL.Key()
				if of := p.pages[to]; of != nil && !once[to] {
					of.Popularity++
				}
				once[to] = true
			}
		}
	}
	return nil
}

// of returns the mean importance of the pages of the first requests of a walk.
func (p *pool) of(ctx context.Context, w *Walk, first int) (Importance, error) {
	var sum Importance
	n := 0.0
	for _, request := range w.Requests[:min(first, len(w.Requests))] {
		_, key, err := p.page(ctx, request)
		if err != nil {
			return sum, err
		}
		if of := p.pages[key]; of != nil {
			n++
			sum.Keywords += of.Keywords
			sum.Query += of.Query
			sum.Seeds += of.Seeds
			sum.Rank += of.Rank
			sum.Popularity += of.Popularity
		}
	}
	n = max(1, n)
	return Importance{sum.Keywords / n, sum.Query / n, sum.Seeds / n, sum.Rank / n, sum.Popularity / n}, nil
}
