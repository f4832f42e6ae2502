package wiring_test

import (
	"errors"
	"strings"
	"testing"

	"sluice/internal/catalogue"
	"sluice/internal/lock"
	"sluice/internal/wiring"
	"sluice/library"
)

// TestRemovalWaitsForWhoChangesDocuments removes a host while a file with the bytes of one of its pages is added: it is stored and not filed yet, as a
// crash would leave it.
func TestRemovalWaitsForWhoChangesDocuments(t *testing.T) {
	dir := t.TempDir()
	crawlWhole(t, dir, config(alwaysTheSame(t)))
	docs, err := open(t, dir).Collection(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := docs.Repository.Store(t.Context(), strings.NewReader(`<title>One</title>Always the same. <a href="/2">on</a> <a href="/3">on</a>`), "html")
	if err != nil {
		t.Fatal(err)
	}
	_, err = open(t, dir).Remove(t.Context(), "long.example", "", nil)
	if used, is := errors.AsType[*wiring.InUseError](err); !is || used.Purpose != lock.Change {
		t.Errorf("Remove() while a file is added: %v; want an InUseError", err)
	}
	added := catalogue.Filing{Document: library.Document{SHA256: s.SHA256, Size: s.Size, Type: "html", State: library.Waiting,
		Locations: []library.Location{{URL: "file:///home/me/one.html", Added: true}}}}
	if err := docs.Repository.File(t.Context(), []catalogue.Filing{added}); err != nil {
		t.Fatal(err)
	}
	for f, err := range docs.Repository.Verify(t.Context(), nil) {
		t.Errorf("after the filing: %+v, %v", f, err)
	}
	if err := docs.Close(); err != nil {
		t.Fatal(err)
	}
	removePattern(t, dir, "long.example")
	if d := findClosed(t, dir, s.SHA256); d.State != library.Waiting || len(d.Locations) != 1 {
		t.Errorf("after the removal the added document is %s, at %v", d.State, d.Locations)
	}
}

// TestDocumentsAreNotChangedDuringRemoval opens the documents for change during a removal.
func TestDocumentsAreNotChangedDuringRemoval(t *testing.T) {
	dir := t.TempDir()
	crawlWhole(t, dir, config(alwaysTheSame(t)))
	asked := false
	_, err := open(t, dir).Remove(t.Context(), "long.example", "", func(wiring.RemovalStep, library.Removal) {
		if asked {
			return
		}
		asked = true
		docs, err := open(t, dir).Collection(t.Context(), nil)
		if err == nil {
			docs.Close()
		}
		if used, is := errors.AsType[*wiring.InUseError](err); !is || used.Purpose != lock.Removal {
			t.Errorf("Collection() during a removal: %v; want an InUseError", err)
		}
	})
	if err != nil || !asked {
		t.Errorf("Remove() = %v; a step was reported: %t", err, asked)
	}
}
