package training

import (
	"context"
	"errors"
	"strings"

	"sluice/internal/capture"
	"sluice/internal/catalogue"
	"sluice/internal/cycle/candidate"
	"sluice/internal/folder"
	"sluice/internal/repository"
	"sluice/internal/wiring"
	"sluice/library"
)

// What keywords of a subject are learned from.
const (
	maxKeywordTexts = 2000    // of each kind
	maxOpening      = 2 << 10 // bytes of a text: its beginning says what it is about, and texts of one length can be compared
	aboveOthers     = 0.1     // the relevance from which on a page is none of the others
)

// Keywords learns the keywords of a library's subject, at most n, and returns them with the numbers of texts about it and of others. About the subject
// are accepted documents, if the library has a topic the relevant ones and relevant pages. The others are pages and rejected documents; with a topic,
// those that are not relevant. It calls onText for each text.
func Keywords(ctx context.Context, l *wiring.Library, n int, onText func()) (all []candidate.Learned, subject, others int, err error) {
	t, err := modelsOf(l).Topic(ctx)
	if err != nil {
		return nil, 0, 0, err
	}
	cat, err := l.Catalogue(ctx)
	if err != nil {
		return nil, 0, 0, err
	}
	learner := &candidate.Learner{}
	k := &keywordTexts{lib: l, bodies: capture.NewReader(folder.Dir(l.Dir()), cat), learner: learner, threshold: -1, onText: onText}
	if t != nil {
		k.threshold = t.Threshold()
	}
	if err := k.addDocuments(ctx); err != nil {
		return nil, 0, 0, err
	}
	if err := k.addPages(ctx, cat); err != nil {
		return nil, 0, 0, err
	}
	subject, others = learner.Len()
	all, err = learner.Keywords(n)
	return all, subject, others, err
}

// keywordTexts collects the texts that keywords are learned from.
type keywordTexts struct {
	lib       *wiring.Library
	bodies    *capture.Reader
	learner   *candidate.Learner
	threshold float64 // of the topic; below 0: the library has none
	onText    func()
}

// add adds a text.
func (k *keywordTexts) add(isSubject bool, language string, parts ...string) {
	k.learner.Add(isSubject, language, strings.Join(parts, "\n"))
	if k.onText != nil {
		k.onText()
	}
}

// isSubject reports whether a document or page is about the subject, and whether it says anything.
func (k *keywordTexts) isSubject(relevance *float64, isAccepted bool) (isSubject, ok bool) {
	switch {
	case k.threshold < 0:
		return isAccepted, true
	case relevance == nil:
		return false, false
	case *relevance >= k.threshold:
		return isAccepted, isAccepted
	}
	return false, *relevance < aboveOthers
}

// addDocuments adds the judged documents: title, keywords and abstract, or the beginning of those that have no abstract.
func (k *keywordTexts) addDocuments(ctx context.Context) error {
	for _, state := range []library.State{library.Accepted, library.Rejected} {
		for d, err := range k.lib.Documents(ctx, library.Query{Where: "state = " + string(state), Limit: maxKeywordTexts}) {
			if err != nil {
				return err
			}
			isSubject, ok := k.isSubject(d.Relevance, state == library.Accepted)
			if !ok {
				continue
			}
			abstract := d.Get("abstract")
			if abstract == "" {
				read, err := k.lib.Text(ctx, d.SHA256)
				if errors.Is(err, repository.ErrNoFile) || errors.Is(err, catalogue.ErrCorrupt) {
					continue
				}
				if err != nil {
					return err
				}
				abstract = opening(read.Text)
			}
			k.add(isSubject, d.Language, d.Get("title"), strings.Join(d.All("keyword"), "\n"), abstract)
		}
	}
	return nil
}

// addPages adds pages: with a topic the relevant ones and those that are not, without one all as others.
func (k *keywordTexts) addPages(ctx context.Context, cat *catalogue.Catalogue) error {
	if k.threshold < 0 {
		for f, err := range k.lib.Pages(ctx, library.Query{Where: "type = html", Limit: maxKeywordTexts}) {
			if err != nil {
				return err
			}
			if err := k.addPage(ctx, false, f.URL); err != nil {
				return err
			}
		}
		return nil
	}
	for _, class := range []struct {
		least, below float64
		isSubject    bool
	}{{k.threshold, 2, true}, {0, aboveOthers, false}} {
		rows, err := cat.Relevances.JudgedPages(ctx, class.least, class.below, maxKeywordTexts)
		if err != nil {
			return err
		}
		for i := range rows {
			if err := k.addPage(ctx, class.isSubject, rows[i].Fetch.URL); err != nil {
				return err
			}
		}
	}
	return nil
}

// addPage adds the beginning of a recorded page; nothing if the archive does not have it any more.
func (k *keywordTexts) addPage(ctx context.Context, isSubject bool, url string) error {
	fields, err := k.bodies.Text(ctx, url)
	if err != nil || len(fields) == 0 {
		return err
	}
	var parts []string
	for _, f := range fields {
		parts = append(parts, opening(f.Text))
	}
	k.add(isSubject, "", parts...)
	return nil
}

// opening returns the beginning of a text.
func opening(s string) string { return strings.ToValidUTF8(s[:min(len(s), maxOpening)], "") }
