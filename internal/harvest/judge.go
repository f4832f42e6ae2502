package harvest

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"sluice/document/genre"
	"sluice/internal/challenge"
	"sluice/internal/harvest/match"
	"sluice/library"
	"sluice/weburl"
)

// verdict is what a document is to a wanted work.
type verdict struct {
	work *work
	match.Result
}

// consider holds a document against all wanted works. Those that it is are found; the works for which it was asked are told why not.
func (h *Harvest) consider(ctx context.Context, sha256 string, r *reply) error {
	verdicts, known := h.judged[sha256]
	d, err := h.lib.Document(ctx, sha256)
	if err != nil {
		return err
	}
	if d == nil || d.Content == nil {
		for _, w := range r.works {
			w.note(r.missed(Unread, unreadDetail(d)))
		}
		return nil
	}
	doc := documentOf(d)
	if !known {
		for _, m := range h.index.Match(doc) {
			verdicts = append(verdicts, verdict{h.works[m.Record], m})
		}
		h.judged[sha256] = verdicts
	}
	for _, v := range verdicts {
		if v.Same && v.work.found == nil {
			h.find(v.work, sha256, r, v.Result)
		}
	}
	for _, w := range r.works {
		if w.found != nil {
			continue
		}
		result := match.Compare(doc, &w.record)
		if at := slices.IndexFunc(verdicts, func(v verdict) bool { return v.work == w }); at >= 0 {
			result = verdicts[at].Result
		}
		w.note(r.missed(Another, result.WhyNot()))
	}
	return nil
}

// documentOf returns a document that was read, as it is compared.
func documentOf(d *Document) *match.Document {
	return match.NewDocument(d.Content, d.Fields, genre.Verdict{Genre: d.Verdict.Genre, Confidence: d.Verdict.Confidence, By: d.Verdict.By})
}

// find notes that a work was found. The document is accepted at the end of the round.
func (h *Harvest) find(w *work, sha256 string, r *reply, m match.Result) {
	w.found = &Finding{Document: sha256, URL: r.answer.URL, Way: r.way, Rule: r.rule, Version: m.Version, Confidence: m.Confidence, Reasons: reasons(m)}
	w.isNew = true
	if h.accepted[sha256] == nil {
		h.accepted[sha256] = &w.record
	}
}

// reasons returns the reasons of a match in words, the strongest first.
func reasons(m match.Result) (all []string) {
	for _, r := range m.Reasons {
		all = append(all, r.Text)
	}
	return all
}

// unreadDetail says why a document has no text.
func unreadDetail(d *Document) string {
	if d == nil {
		return ""
	}
	return string(d.Cause)
}

// isPage reports whether an answer is a page, or another text that may name a paper.
func (a *Answer) isPage() bool {
	return a.Known && a.Outcome == library.Fetched && (a.Type == "html" || a.Type == "json" || a.Type == "xml")
}

// missed returns the miss of a reply with a cause.
func (r *reply) missed(c Cause, detail string) Miss {
	m := Miss{Cause: c, Way: r.way, URL: r.url, Detail: detail}
	if r.answer != nil {
		m.URL = r.answer.URL
	}
	return m
}

// miss returns why a reply brought neither a document nor a page.
func (r *reply) miss() Miss {
	a := r.answer
	switch {
	case a == nil && r.refused.Class() == "challenge":
		return r.missed(Challenged, r.refused.Detail())
	case a == nil && r.refused.Class() == "dead":
		return r.missed(Dead, r.refused.Detail())
	case a == nil && r.refused.Class() == "unreachable":
		return r.missed(Unreachable, r.refused.Detail())
	case a == nil && (r.refused == "robots" || r.refused.Class() == "robots"):
		return r.missed(Robots, "")
	case a == nil:
		return r.missed(NotRequested, string(r.refused))
	case a.Outcome == library.Challenged:
		return r.missed(challengeCause(a.Cause), a.Cause.Detail())
	case a.Outcome == library.Failed && a.Cause == "soft 404":
		return r.missed(NotFound, "")
	case a.Status == http.StatusNotFound, a.Status == http.StatusGone, a.Cause.Class() == "dns", strings.HasPrefix(string(a.Cause), "redirect"):
		return r.missed(Dead, string(a.Cause))
	case a.Status == http.StatusUnauthorized, a.Status == http.StatusForbidden, a.Status == http.StatusPaymentRequired:
		return r.missed(Login, string(a.Cause))
	case a.Outcome == library.Failed, a.Outcome == library.Retried:
		if detail, isRobots := strings.CutPrefix(string(a.Cause), "robots: "); isRobots {
			return r.missed(Unreachable, "robots.txt cannot be read: "+detail)
		}
		return r.missed(Unreachable, string(a.Cause))
	case a.isPage():
		return r.missed(NoLink, "")
	}
	if u, err := weburl.ParseSeed(r.url); err == nil && weburl.DocumentEnding(u) && a.Type == "html" {
		return r.missed(NotAFile, string(a.Cause))
	}
	return r.missed(OtherType, strings.TrimSpace(a.Type+" "+string(a.Cause)))
}

// challengeCause returns the cause of a challenge: a form to log in asks for something else than a check for robots.
func challengeCause(why library.Cause) Cause {
	if kind, _, _ := strings.Cut(why.Detail(), " ("); challenge.Kind(kind) == challenge.Login {
		return Login
	}
	return Challenged
}
