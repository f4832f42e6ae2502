// Package training learns from what a library has recorded: the keywords of anchors and the layers of back-links, which strategies use
// ([Anchors], [Context]), the keywords of a subject, by which candidates are judged ([Keywords]), and all models again after a crawl ([Relearn]).
//
// Nothing is requested: pages are read from the archive, documents from the repository. What is learned is kept with the models of the library, and
// the next crawl uses it. [Relearn] keeps versions, of which [Restore] uses one again.
package training

import (
	"context"
	"errors"
	"fmt"

	"sluice/internal/anchors"
	"sluice/internal/contextgraph"
	"sluice/internal/folder"
	"sluice/internal/lab"
	"sluice/internal/models"
	"sluice/internal/wiring"
	"sluice/library"
	"sluice/page"
	"sluice/topic"
	"sluice/weburl"
)

// Anchors learns from what a library recorded by which keywords anchors lead to accepted documents, for crawls with
// [focus.Priority]. It calls onPage for each page. With an error, such as [anchors.ErrNoDocument], the keywords stay as they were.
func Anchors(ctx context.Context, l *wiring.Library, onPage func()) (summary *anchors.Summary, err error) {
	documents, err := judgedDocuments(ctx, l)
	if err != nil {
		return nil, err
	}
	web, err := recorded(ctx, l)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, web.Close()) }()
	m, summary, err := anchors.Train(ctx, web, anchors.Options{Seeds: web.Seeds(), Documents: documents, OnPage: onPage})
	if err != nil {
		return nil, err
	}
	return summary, modelsOf(l).SetAnchors(ctx, m)
}

// ForgetAnchors removes the keywords of anchors that were trained.
func ForgetAnchors(ctx context.Context, l *wiring.Library) error {
	return modelsOf(l).SetAnchors(ctx, nil)
}

// Context learns from what a library recorded, and others, how far pages are from those that are relevant to its topic, or, if it has none,
// from those that link to accepted documents, for crawls with [focus.ContextGraph]. A page that several have is that of the first. It calls onPage
// for each page. With an error, such as [contextgraph.ErrNoTarget], what was learned before stays.
func Context(ctx context.Context, l *wiring.Library, others []*wiring.Library, onPage func()) (summary *contextgraph.Summary, err error) {
	o := contextgraph.Options{OnPage: onPage, Documents: map[weburl.Key]bool{}}
	t, err := modelsOf(l).Topic(ctx)
	if err != nil {
		return nil, err
	}
	webs := &recordings{foreign: map[weburl.Key]bool{}}
	defer func() { err = errors.Join(err, webs.close()) }()
	for _, of := range append([]*wiring.Library{l}, others...) {
		documents, err := judgedDocuments(ctx, of)
		if err != nil {
			return nil, err
		}
		for key, accepted := range documents {
			o.Documents[key] = o.Documents[key] || accepted && t == nil // with a topic they are not what is looked for
		}
		web, err := recorded(ctx, of)
		if err != nil {
			return nil, err
		}
		webs.all = append(webs.all, web)
		o.Seeds = append(o.Seeds, web.Seeds()...)
	}
	if t != nil {
		o.Language = t.Language()
		if o.Targets, err = relevantPages(ctx, l, t.Threshold()); err != nil {
			return nil, err
		}
		o.Relevant = func(p *page.Page) bool { // another library has judged it by a topic of its own
			return webs.foreign[p.URL.Key()] && t.Relevance(topic.Page(p, nil)...) >= t.Threshold()
		}
	}
	m, summary, err := contextgraph.Train(ctx, webs, o)
	if err != nil {
		return nil, err
	}
	return summary, modelsOf(l).SetContext(ctx, m)
}

// recordings are what libraries recorded, as one web.
type recordings struct {
	all     []*lab.Web
	foreign map[weburl.Key]bool // answered by another than the first
}

// Get answers as the first library that has recorded a page, or a redirect, at a URL.
func (r *recordings) Get(ctx context.Context, u weburl.URL) (first *lab.Answer, err error) {
	for i, web := range r.all {
		a, err := web.Get(ctx, u)
		if err != nil {
			return nil, err
		}
		if a.Page != nil || !a.Location.IsZero() {
			if i > 0 {
				r.foreign[u.Key()] = true
			}
			return a, nil
		}
		if first == nil {
			first = a
		}
	}
	return first, nil
}

// close closes all recordings.
func (r *recordings) close() (err error) {
	for _, web := range r.all {
		err = errors.Join(err, web.Close())
	}
	return err
}

// ForgetContext removes what was learned of how far pages are.
func ForgetContext(ctx context.Context, l *wiring.Library) error {
	return modelsOf(l).SetContext(ctx, nil)
}

// modelsOf returns the models of a library.
func modelsOf(l *wiring.Library) models.Store { return models.Store{Dir: folder.Dir(l.Dir()).Models()} }

// recorded opens what the library recorded, beginning at the seeds of its crawls. The caller closes it.
func recorded(ctx context.Context, l *wiring.Library) (*lab.Web, error) {
	var seeds []string
	for f, err := range l.Pages(ctx, library.Query{Where: "kind = seed"}) {
		if err != nil {
			return nil, err
		}
		seeds = append(seeds, f.URL)
	}
	return lab.Open(ctx, l.Dir(), lab.Options{Seeds: seeds})
}

// judgedDocuments returns the URLs of documents, true if they were accepted.
func judgedDocuments(ctx context.Context, l *wiring.Library) (map[weburl.Key]bool, error) {
	all := map[weburl.Key]bool{}
	for d, err := range l.Documents(ctx, library.Query{Where: "state = accepted or state = rejected"}) {
		if err != nil {
			return nil, err
		}
		for _, at := range d.Locations {
			if u, err := weburl.NoRules().Parse(at.URL); err == nil { // a file that was added has none
				all[u.Key()] = all[u.Key()] || d.State == library.Accepted
			}
		}
	}
	return all, nil
}

// relevantPages returns the URLs of pages that have at least a relevance.
func relevantPages(ctx context.Context, l *wiring.Library, least float64) (map[weburl.Key]bool, error) {
	all := map[weburl.Key]bool{}
	for f, err := range l.Pages(ctx, library.Query{Where: fmt.Sprintf("type = html and relevance >= %v", least)}) {
		if err != nil {
			return nil, err
		}
		if u, err := weburl.NoRules().Parse(f.URL); err == nil {
			all[u.Key()] = true
		}
	}
	return all, nil
}
