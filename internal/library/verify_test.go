package library_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sluice/document/content"
	"sluice/internal/library"
)

func TestVerifyFindsWhatIsMissingDamagedAndStray(t *testing.T) {
	dir := t.TempDir()
	c := open(t, filepath.Join(dir, "catalog.db"))
	docs := filepath.Join(dir, "documents")
	r := repository(t, docs, c)
	sums := map[string]string{}
	for _, body := range []string{"sound", "missing", "damaged", "cut off", "no text"} {
		sums[body] = stored(t, r, body, paper(body, "http://a.example/"+strings.ReplaceAll(body, " ", "")))
		if body == "no text" {
			continue
		}
		if err := r.KeepText(sums[body], &content.Document{Text: body}); err != nil {
			t.Fatal(err)
		}
	}
	if all := verify(t, r); len(all) != 1 || all[0].What != "text" || all[0].SHA256 != sums["no text"] {
		t.Errorf("before the damage: %+v, want one text that is missing", all)
	}
	if err := os.Remove(must(r.Path(sums["missing"]))); err != nil {
		t.Fatal(err)
	}
	writeFile(t, must(r.Path(sums["damaged"])), "Damaged")
	writeFile(t, must(r.Path(sums["cut off"])), "cut")
	stray := sumOf("stray")
	writeFile(t, filepath.Join(docs, "accepted", stray[:2], stray+".pdf"), "stray")
	writeFile(t, filepath.Join(docs, "copies", stray[:2], stray+".png"), "stray")
	writeFile(t, filepath.Join(docs, "trash", "notes.txt"), "mine")
	got := map[string]library.Finding{}
	for _, f := range verify(t, r) {
		got[string(f.Fault)+" "+f.What+" "+f.SHA256+f.Path] = f
	}
	for _, want := range []string{
		"missing document " + sums["missing"], "missing text " + sums["no text"],
		"damaged document " + sums["damaged"] + "accepted/" + sums["damaged"][:2] + "/" + sums["damaged"] + ".pdf",
		"damaged document " + sums["cut off"] + "accepted/" + sums["cut off"][:2] + "/" + sums["cut off"] + ".pdf",
		"stray document " + stray + "accepted/" + stray[:2] + "/" + stray + ".pdf", "stray thumbnail " + stray + "copies/" + stray[:2] + "/" + stray + ".png",
		"stray file trash/notes.txt",
	} {
		if _, ok := got[want]; !ok {
			t.Errorf("not found: %s", want)
		}
		delete(got, want)
	}
	if len(got) > 0 {
		t.Errorf("found besides: %+v", got)
	}
	for _, body := range []string{"missing", "damaged", "cut off"} {
		if err := r.PutBack(t.Context(), sums[body], strings.NewReader("other bytes"), "pdf"); !errors.Is(err, library.ErrOtherBytes) {
			t.Errorf("PutBack of other bytes = %v, want ErrOtherBytes", err)
		}
		if err := r.PutBack(t.Context(), sums[body], strings.NewReader(body), "pdf"); err != nil {
			t.Errorf("PutBack(%s) = %v", body, err)
		}
	}
	for _, f := range verify(t, r) {
		if f.Fault == library.Stray {
			if err := r.Discard(f); err != nil {
				t.Error(err)
			}
		} else if f.What != "text" {
			t.Errorf("after all was put back: %+v", f)
		}
	}
	if err := r.Discard(library.Finding{Fault: library.Stray, Path: "../catalog.db"}); err == nil {
		t.Error("Discard of what lies elsewhere = nil")
	}
	if left := files(t, filepath.Join(docs, "tmp")); len(left) > 0 {
		t.Errorf("left under tmp: %v", left)
	}
}

func TestVerifyTellsItsProgressAndCanBeEnded(t *testing.T) {
	_, r := shelf(t)
	for _, body := range []string{"one", "two", "three"} {
		stored(t, r, body, paper(body, "http://a.example/"+body))
	}
	var last library.Verified
	for f, err := range r.Verify(t.Context(), func(v library.Verified) { last = v }) {
		if err != nil || f.What != "text" {
			t.Fatal(f, err)
		}
	}
	if want := (library.Verified{Documents: 3, Of: 3, Bytes: 11}); last != want {
		t.Errorf("at the end %+v, want %+v", last, want)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var err error
	for _, err = range r.Verify(ctx, func(library.Verified) { cancel() }) {
	}
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled, it ends with %v", err)
	}
	for range r.Verify(t.Context(), nil) {
		break
	}
}

func TestACrashBetweenRowAndMoveIsHealed(t *testing.T) {
	dir := t.TempDir()
	c := open(t, filepath.Join(dir, "catalog.db"))
	docs := filepath.Join(dir, "documents")
	r := repository(t, docs, c)
	sum := stored(t, r, "one", at("one", "http://a.example/1.pdf", 0, library.Accepted))
	is := must(r.Path(sum))
	for _, folder := range []string{"waiting", "trash"} { // as it is when the move did not come
		was := filepath.Join(docs, folder, sum[:2], filepath.Base(is))
		if err := errors.Join(os.MkdirAll(filepath.Dir(was), 0o755), os.Rename(is, was)); err != nil {
			t.Fatal(err)
		}
		f, err := r.Open(sum)
		if err != nil {
			t.Fatalf("a file in %s is not found: %v", folder, err)
		}
		f.Close()
		for _, found := range verify(t, r) {
			if found.What != "text" {
				t.Errorf("Verify finds %+v", found)
			}
		}
		if got := must(r.Path(sum)); got != is {
			t.Errorf("after Verify it lies at %s, want %s", got, is)
		}
	}
	if err := os.Rename(is, filepath.Join(docs, "waiting", sum[:2], filepath.Base(is))); err != nil {
		t.Fatal(err)
	}
	file(t, r, at("one", "http://a.example/1.pdf", 0, library.Accepted)) // so does filing it again
	if got := must(r.Path(sum)); got != is {
		t.Errorf("after filing it again it lies at %s, want %s", got, is)
	}
}

func TestAMissingFileComesBackWithACopy(t *testing.T) {
	c, r := shelf(t)
	sum := stored(t, r, "one", paper("one", "http://a.example/1.pdf"))
	if err := os.Remove(must(r.Path(sum))); err != nil {
		t.Fatal(err)
	}
	copied := paper("one", "http://b.example/1.pdf")
	copied.State, copied.Read = library.Waiting, time.Time{}
	stored(t, r, "one", copied)
	if d := got(t, c, sum); d.State != library.Accepted || folderOf(t, r, sum) != "accepted" {
		t.Errorf("it is %s and lies in %q", d.State, folderOf(t, r, sum))
	}
}

func TestWhatACrashLeftUnderTmpIsSweptAway(t *testing.T) {
	dir := t.TempDir()
	c := memory(t)
	repository(t, dir, c)
	writeFile(t, filepath.Join(dir, "tmp", "old"), "x")
	writeFile(t, filepath.Join(dir, "tmp", "view-1", "half.pdf"), "x")
	writeFile(t, filepath.Join(dir, "tmp", "new"), "x")
	yesterday := time.Now().AddDate(0, 0, -1)
	for _, name := range []string{"old", "view-1"} {
		if err := os.Chtimes(filepath.Join(dir, "tmp", name), yesterday, yesterday); err != nil {
			t.Fatal(err)
		}
	}
	repository(t, dir, c)
	if left := files(t, dir); len(left) != 1 || left[0] != "tmp/new" {
		t.Errorf("left: %v, want what another process may be writing", left)
	}
}
