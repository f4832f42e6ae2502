package training

import (
	"context"
	"errors"
	"fmt"
	"time"

	"sluice/document/genre"
	"sluice/internal/collection"
	"sluice/internal/cycle/relearn"
	"sluice/internal/lock"
	"sluice/internal/models"
	"sluice/internal/wiring"
	"sluice/library"
	"sluice/text/vector"
	"sluice/topic"
	"sluice/weburl"
)

// ErrOneCrawl is the error of a library whose crawls are too few to learn again: one is held out.
var ErrOneCrawl = errors.New("two crawls are needed, one to learn from and one to compare on")

// Relearn learns the models of a library again from its earlier crawls, compares each with the one in use on what the last crawl has found, and
// uses those that are better. Each new model is recorded as a version, whether it is used or not. No crawl may run meanwhile: the error is an [*wiring.InUseError]
// then. After a crash each model is the old one or the new one, and the same call does the rest. It calls onPage for each page that is learned from.
func Relearn(ctx context.Context, l *wiring.Library, onPage func()) (versions []models.Version, err error) {
	if _, err := l.Catalogue(ctx); err != nil { // its error names what is missing
		return nil, err
	}
	locked, err := lock.Acquire(ctx, l.Dir(), lock.Relearning)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, locked.Release()) }()
	c, err := l.Collection(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	r := &relearning{lib: l, collection: c, models: modelsOf(l), onPage: onPage}
	if err := r.findCrawls(ctx); err != nil {
		return nil, err
	}
	if err := r.readDocuments(ctx); err != nil {
		return nil, err
	}
	for _, kind := range relearn.Kinds {
		v, err := r.learn(ctx, kind)
		if err != nil {
			return versions, fmt.Errorf("learn %s again: %w", kind, err)
		}
		versions = append(versions, *v)
	}
	return versions, nil
}

// relearning is the work of one Relearn.
type relearning struct {
	lib        *wiring.Library
	collection *collection.Collection
	models     models.Store
	onPage     func()
	at         time.Time
	heldOut    time.Time // start of the last crawl
	crawls     int       // before it
	documents  []library.Document
	root       int // version of the document filter that is learned from
}

// findCrawls finds the crawl to hold out.
func (r *relearning) findCrawls(ctx context.Context) error {
	r.at = time.Now().UTC().Truncate(time.Second)
	last, _, err := r.collection.Catalogue.Crawls.LastOfSites(ctx)
	if err != nil {
		return err
	}
	history, err := r.collection.Catalogue.Statistics.History(ctx)
	if err != nil {
		return err
	}
	begun := map[int64]bool{}
	for i := range history {
		begun[history[i].Begun.UnixNano()] = true
	}
	r.heldOut, r.crawls = last.Started, len(begun)-1
	if r.crawls < 1 {
		return fmt.Errorf("learn again: %w; crawl once more, with --again or from new seeds", ErrOneCrawl)
	}
	return nil
}

// readDocuments reads the rows of the judged documents that crawls have found.
func (r *relearning) readDocuments(ctx context.Context) error {
	for d, err := range r.lib.Documents(ctx, library.Query{Where: "state = accepted or state = rejected"}) {
		if err != nil {
			return err
		}
		if len(d.Locations) > 0 {
			d.Fields = nil // the text is read again where it is needed
			r.documents = append(r.documents, d)
		}
	}
	return nil
}

// isHeldOut reports whether the last crawl has found a document.
func (r *relearning) isHeldOut(d *library.Document) bool {
	for i := range d.Locations {
		if d.Locations[i].First.Before(r.heldOut) {
			return false
		}
	}
	return len(d.Locations) > 0
}

// learn learns one model again. First it records the one in use, so that it can be restored; then the new one, before it is used.
func (r *relearning) learn(ctx context.Context, kind relearn.Kind) (*models.Version, error) {
	if _, err := r.models.KeepInUse(ctx, kind, r.at); err != nil {
		return nil, err
	}
	learn := map[relearn.Kind]func(context.Context) (*relearn.Trial, error){
		relearn.KindAnchors: r.anchors, relearn.KindFloors: r.floors, relearn.KindGenre: r.genre, relearn.KindTopic: r.topic,
	}[kind]
	t, err := learn(ctx)
	if err != nil {
		return nil, err
	}
	v := &models.Version{Trial: *t, At: r.at, Crawls: r.crawls, HeldOut: r.heldOut, Root: r.root}
	if kind != relearn.KindGenre {
		v.Root = 0
	}
	if t.Model == nil {
		return v, nil
	}
	if v.Number, err = r.models.Record(ctx, *v); err != nil {
		return nil, err
	}
	if v.Taken {
		v.InUse = true
		err = use(ctx, r.collection, r.models, v)
	}
	return v, err
}

// anchors learns the keywords of anchors.
func (r *relearning) anchors(ctx context.Context) (t *relearn.Trial, err error) {
	inUse, err := r.models.Anchors(ctx)
	if err != nil {
		return nil, err
	}
	recording := relearn.Recording{Documents: map[weburl.Key]bool{}, HeldOut: map[weburl.Key]bool{}, New: map[weburl.Key]bool{}, OnPage: r.onPage}
	for i := range r.documents {
		d := &r.documents[i]
		for _, at := range d.Locations {
			u, err := weburl.NoRules().Parse(at.URL)
			if err != nil { // a file that was added has none
				continue
			}
			switch isAccepted := d.State == library.Accepted; {
			case !r.isHeldOut(d):
				recording.Documents[u.Key()] = recording.Documents[u.Key()] || isAccepted
			case isAccepted:
				recording.HeldOut[u.Key()] = true
			}
		}
	}
	for url, err := range r.collection.Catalogue.Statistics.NewURLs(ctx, r.heldOut) {
		if err != nil {
			return nil, err
		}
		if u, err := weburl.NoRules().Parse(url); err == nil {
			recording.New[u.Key()] = true
		}
	}
	web, err := recorded(ctx, r.lib)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, web.Close()) }()
	recording.Web = web
	return relearn.Anchors(ctx, recording, inUse)
}

// floors learns the floors of types.
func (r *relearning) floors(ctx context.Context) (*relearn.Trial, error) {
	inUse, err := r.models.Floors(ctx)
	if err != nil {
		return nil, err
	}
	var all []relearn.Sized
	for i := range r.documents {
		d := &r.documents[i]
		all = append(all, relearn.Sized{Type: d.Type, Size: d.Size, Accepted: d.State == library.Accepted, HeldOut: r.isHeldOut(d)})
	}
	return relearn.LearnFloors(all, inUse), nil
}

// genre learns the document filter.
func (r *relearning) genre(ctx context.Context) (*relearn.Trial, error) {
	corrected, err := r.collection.Corrected(ctx)
	if err != nil {
		return nil, err
	}
	var earlier, heldOut []genre.Example
	for i := range corrected {
		e, ok := corrected[i].Example()
		switch {
		case !ok:
		case r.isHeldOut(&corrected[i].Document):
			heldOut = append(heldOut, e)
		default:
			earlier = append(earlier, e)
		}
	}
	var f relearn.Filters
	if f.Root, r.root, err = r.models.Root(ctx); err != nil {
		return nil, err
	}
	if f.InUse, err = r.models.Base(ctx); err != nil {
		return nil, err
	}
	return relearn.Genre(earlier, heldOut, f)
}

// Documents that a topic is learned from besides those that people have accepted.
const (
	topicRelevant   = 10  // the most relevant ones of earlier crawls
	topicBackground = 300 // of any relevance, which say how common words are
)

// topic learns the terms of the topic.
func (r *relearning) topic(ctx context.Context) (*relearn.Trial, error) {
	inUse, err := r.models.Topic(ctx)
	if err != nil || inUse == nil {
		t, _ := relearn.Topic(nil, nil, nil, nil, nil)
		return t, err
	}
	corrected, err := r.collection.Corrected(ctx)
	if err != nil {
		return nil, err
	}
	var earlier, heldOut []relearn.Wanted
	isCorrected := map[string]bool{}
	for i := range corrected {
		d := &corrected[i]
		isCorrected[d.Said.SHA256] = true
		w, ok := r.wanted(d)
		switch {
		case !ok:
		case r.isHeldOut(&d.Document):
			heldOut = append(heldOut, w)
		default:
			earlier = append(earlier, w)
		}
	}
	var background topic.Background
	var others [][]vector.Field
	language := inUse.Language()
	for _, q := range []library.Query{{Where: "state = accepted", Sort: "-relevance", Limit: topicRelevant * 2}, {Limit: topicBackground}} {
		for d, err := range r.lib.Documents(ctx, q) {
			if err != nil {
				return nil, err
			}
			if isCorrected[d.SHA256] || r.isHeldOut(&d) {
				continue
			}
			isRelevant := q.Sort != "" && len(others) < topicRelevant && d.Relevance != nil && *d.Relevance >= inUse.Threshold()
			if q.Sort != "" && !isRelevant {
				continue
			}
			text, err := r.lib.Text(ctx, d.SHA256)
			if err != nil {
				if cause := context.Cause(ctx); cause != nil {
					return nil, cause
				}
				continue // lost: the others say enough
			}
			fields := topic.Text(d.Get("title"), text.Text)
			if isRelevant {
				others = append(others, fields)
			} else {
				background.Add(language, fields...)
			}
		}
	}
	return relearn.Topic(earlier, heldOut, others, &background, inUse)
}

// wanted returns what a person has said of the subject of a document; false if nothing. Who rejects a document of a genre that the library does not want
// says nothing of its subject.
func (r *relearning) wanted(d *collection.Corrected) (relearn.Wanted, bool) {
	w := relearn.Wanted{Fields: topic.Text(d.Document.Get("title"), d.Text.Text), Wanted: d.Said.State == library.Accepted}
	store := models.Store{Accept: r.lib.Accept}
	return w, w.Wanted || d.Said.State == library.Rejected && store.Accepts(string(d.Document.Verdict.Genre))
}

// Versions returns the versions of the models of a library, by kind and number.
func Versions(ctx context.Context, l *wiring.Library) ([]models.Version, error) {
	return modelsOf(l).Versions(ctx)
}

// Restore uses a version of a model again, by its name, such as "anchors.2". Number 0 is the model that comes with the program. What is in use
// is recorded before. No crawl may run meanwhile. The error is [models.ErrNoVersion] if there is none of that name.
func Restore(ctx context.Context, l *wiring.Library, name string) (v *models.Version, err error) {
	if v, err = modelsOf(l).Version(ctx, name); err != nil {
		return nil, err
	}
	locked, err := lock.Acquire(ctx, l.Dir(), lock.Relearning)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, locked.Release()) }()
	c, err := l.Collection(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	if _, err := modelsOf(l).KeepInUse(ctx, v.Kind, time.Now().UTC().Truncate(time.Second)); err != nil {
		return nil, err
	}
	return v, use(ctx, c, modelsOf(l), v)
}

// use makes a version of a model the one in use. Corrections by people are applied to a document filter again, and the pages and documents of a library
// are judged again by its topic. The caller holds the lock of the library.
func use(ctx context.Context, c *collection.Collection, s models.Store, v *models.Version) error {
	switch v.Kind {
	case relearn.KindGenre:
		f, err := v.Filter()
		if err != nil {
			return err
		}
		return c.SetFilter(ctx, f)
	case relearn.KindTopic:
		d, err := topic.Parse(v.Model)
		if err != nil {
			return err
		}
		t, err := topic.New(d, nil)
		if err != nil {
			return err
		}
		_, _, err = c.SetTopic(ctx, t, nil)
		return err
	}
	return s.Use(ctx, v)
}
