package repository_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sluice/document/content"
	"sluice/internal/catalogue"
	"sluice/internal/repository"
	"sluice/library"
)

func TestVerifyFindsWhatIsMissingDamagedAndStray(t *testing.T) {
	dir := t.TempDir()
	c := open(t, filepath.Join(dir, "catalog.db"))
	docs := filepath.Join(dir, "documents")
	r := openRepository(t, docs, c)
	sums := map[string]string{}
	for _, body := range []string{"sound", "missing", "damaged", "cut off", "no text"} {
		sums[body] = stored(t, r, body, paper(body, "http://a.example/"+strings.ReplaceAll(body, " ", "")))
		if body == "no text" {
			continue
		}
		if err := r.StoreText(t.Context(), sums[body], &content.Document{Text: body}); err != nil {
			t.Fatal(err)
		}
	}
	if all := verify(t, r); len(all) != 1 || all[0].What != "text" || all[0].SHA256 != sums["no text"] {
		t.Errorf("before the damage: %+v, want one text that is missing", all)
	}
	if err := os.Remove(must(r.Path(t.Context(), sums["missing"]))); err != nil {
		t.Fatal(err)
	}
	writeFile(t, must(r.Path(t.Context(), sums["damaged"])), "Damaged")
	writeFile(t, must(r.Path(t.Context(), sums["cut off"])), "cut")
	stray := sumOf("stray")
	writeFile(t, filepath.Join(docs, "accepted", stray[:2], stray+".pdf"), "stray")
	writeFile(t, filepath.Join(docs, "copies", stray[:2], stray+".png"), "stray")
	writeFile(t, filepath.Join(docs, "trash", "notes.txt"), "mine")
	got := map[string]repository.Finding{}
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
		if err := r.ReplaceFile(t.Context(), sums[body], strings.NewReader("other bytes")); !errors.Is(err, repository.ErrWrongHash) {
			t.Errorf("ReplaceFile of other bytes = %v, want ErrOtherBytes", err)
		}
		if err := r.ReplaceFile(t.Context(), sums[body], strings.NewReader(body)); err != nil {
			t.Errorf("ReplaceFile(%s) = %v", body, err)
		}
	}
	for _, f := range verify(t, r) {
		if f.Fault == repository.Stray {
			if err := r.DeleteStray(t.Context(), f); err != nil {
				t.Error(err)
			}
		} else if f.What != "text" {
			t.Errorf("after all was put back: %+v", f)
		}
	}
	if err := r.DeleteStray(t.Context(), repository.Finding{Fault: repository.Stray, Path: "../catalog.db"}); err == nil {
		t.Error("Discard of what lies elsewhere = nil")
	}
	if left := files(t, filepath.Join(docs, "tmp")); len(left) > 0 {
		t.Errorf("left under tmp: %v", left)
	}
}

func TestVerifyReportsProgressAndCanBeCancelled(t *testing.T) {
	_, r := shelf(t)
	for _, body := range []string{"one", "two", "three"} {
		stored(t, r, body, paper(body, "http://a.example/"+body))
	}
	var last repository.Progress
	for f, err := range r.Verify(t.Context(), func(v repository.Progress) { last = v }) {
		if err != nil || f.What != "text" {
			t.Fatal(f, err)
		}
	}
	if want := (repository.Progress{Documents: 3, Of: 3, Bytes: 11}); last != want {
		t.Errorf("at the end %+v, want %+v", last, want)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var err error
	for _, err = range r.Verify(ctx, func(repository.Progress) { cancel() }) {
	}
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled, it ends with %v", err)
	}
	for range r.Verify(t.Context(), nil) {
		break
	}
}

func TestCrashBetweenRowAndMoveIsRepaired(t *testing.T) {
	dir := t.TempDir()
	c := open(t, filepath.Join(dir, "catalog.db"))
	docs := filepath.Join(dir, "documents")
	r := openRepository(t, docs, c)
	sum := stored(t, r, "one", at("one", "http://a.example/1.pdf", 0, library.Accepted))
	is := must(r.Path(t.Context(), sum))
	for _, folder := range []string{"waiting", "trash"} { // as it is when the move did not come
		was := filepath.Join(docs, folder, sum[:2], filepath.Base(is))
		if err := errors.Join(os.MkdirAll(filepath.Dir(was), 0o755), os.Rename(is, was)); err != nil {
			t.Fatal(err)
		}
		f, err := r.Open(t.Context(), sum)
		if err != nil {
			t.Fatalf("a file in %s is not found: %v", folder, err)
		}
		f.Close()
		for _, found := range verify(t, r) {
			if found.What != "text" {
				t.Errorf("Verify finds %+v", found)
			}
		}
		if got := must(r.Path(t.Context(), sum)); got != is {
			t.Errorf("after Verify it lies at %s, want %s", got, is)
		}
	}
	if err := os.Rename(is, filepath.Join(docs, "waiting", sum[:2], filepath.Base(is))); err != nil {
		t.Fatal(err)
	}
	file(t, r, at("one", "http://a.example/1.pdf", 0, library.Accepted)) // so does filing it again
	if got := must(r.Path(t.Context(), sum)); got != is {
		t.Errorf("after filing it again it lies at %s, want %s", got, is)
	}
}

func TestMissingFileIsRestoredByAnotherCopy(t *testing.T) {
	c, r := shelf(t)
	sum := stored(t, r, "one", paper("one", "http://a.example/1.pdf"))
	if err := os.Remove(must(r.Path(t.Context(), sum))); err != nil {
		t.Fatal(err)
	}
	copied := paper("one", "http://b.example/1.pdf")
	copied.State, copied.Read = library.Waiting, time.Time{}
	stored(t, r, "one", copied)
	if d := got(t, c, sum); d.State != library.Accepted || folderOf(t, r, sum) != "accepted" {
		t.Errorf("it is %s and lies in %q", d.State, folderOf(t, r, sum))
	}
}

func TestUnreadableFolderIsNotAMissingFile(t *testing.T) {
	dir := t.TempDir()
	c := memory(t)
	r := openRepository(t, dir, c)
	d := paper("one", "http://a.example/1.pdf")
	file(t, r, d)
	folder := filepath.Join(dir, "accepted", d.SHA256[:2])
	if err := errors.Join(os.RemoveAll(folder), os.MkdirAll(filepath.Dir(folder), 0o755), os.Symlink(d.SHA256[:2], folder)); err != nil { // to itself
		t.Fatal(err)
	}
	_, err := r.Store(t.Context(), strings.NewReader("one"), "pdf")
	if !errors.Is(err, syscall.ELOOP) || !strings.Contains(err.Error(), "look for "+d.SHA256) {
		t.Errorf("Store = %v, want that the folder cannot be read", err)
	}
	err = r.ReplaceFile(t.Context(), d.SHA256, strings.NewReader("one"))
	if !errors.Is(err, syscall.ELOOP) || !strings.Contains(err.Error(), "look for "+d.SHA256) {
		t.Errorf("ReplaceFile = %v, want that the folder cannot be read", err)
	}
	if left := files(t, filepath.Join(dir, "tmp")); len(left) != 0 {
		t.Errorf("left: %v", left)
	}
}

func TestTemporaryFilesOfCrashAreRemoved(t *testing.T) {
	dir := t.TempDir()
	c := memory(t)
	openRepository(t, dir, c)
	writeFile(t, filepath.Join(dir, "tmp", "old"), "x")
	writeFile(t, filepath.Join(dir, "tmp", "view-1", "half.pdf"), "x")
	writeFile(t, filepath.Join(dir, "tmp", "new"), "x")
	writeFile(t, filepath.Join(dir, "tmp", "lock"), "")
	yesterday := time.Now().AddDate(0, 0, -1)
	for _, name := range []string{"old", "view-1", "lock"} {
		if err := os.Chtimes(filepath.Join(dir, "tmp", name), yesterday, yesterday); err != nil {
			t.Fatal(err)
		}
	}
	r := openRepository(t, dir, c)
	if left := files(t, dir); !slices.Equal(left, []string{"tmp/lock", "tmp/new"}) {
		t.Errorf("left: %v, want the lock and what another process may be writing", left)
	}
	if _, err := r.DeleteRemains(t.Context()); err != nil {
		t.Fatal(err)
	}
	if left := files(t, dir); !slices.Equal(left, []string{"tmp/lock"}) {
		t.Errorf("left after DeleteRemains: %v, want the lock alone", left)
	}
}

func TestVerifyReadsWhatWasMadeOfADocument(t *testing.T) {
	dir := t.TempDir()
	c := open(t, filepath.Join(dir, "catalog.db"))
	docs := filepath.Join(dir, "documents")
	r := openRepository(t, docs, c)
	sum := stored(t, r, "one", paper("one", "http://a.example/1.pdf"))
	if err := r.StoreText(t.Context(), sum, &content.Document{Text: strings.Repeat("some text ", 100)}); err != nil {
		t.Fatal(err)
	}
	for v, text := range map[repository.View]string{repository.ViewPDF: "%PDF-1.7\n", repository.ViewThumb: "\x89PNG\r\n\x1a\n…"} {
		if err := r.StoreView(t.Context(), sum, v, func(path string) error { return os.WriteFile(path, []byte(text), 0o644) }); err != nil {
			t.Fatal(err)
		}
	}
	if all := verify(t, r); len(all) != 0 {
		t.Errorf("of what is sound: %+v", all)
	}
	path := filepath.Join(docs, "text", sum[:2], sum+".json.zst")
	packed, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	packed[len(packed)-1] ^= 1 // of the checksum
	writeFile(t, path, string(packed))
	writeFile(t, filepath.Join(docs, "copies", sum[:2], sum+".pdf"), "<html>")
	writeFile(t, filepath.Join(docs, "copies", sum[:2], sum+".png"), "")
	var found []string
	for _, f := range verify(t, r) {
		found = append(found, string(f.Fault)+" "+f.What)
	}
	if d := cmp.Diff([]string{"damaged text", "damaged pdf", "damaged thumbnail"}, found); d != "" {
		t.Errorf("found (-want +got):\n%s", d)
	}
	other := sumOf("another")
	if err := r.StoreText(t.Context(), other, &content.Document{Text: strings.Repeat("some text ", 100)}); err != nil {
		t.Fatal(err)
	}
	foreign := filepath.Join(docs, "text", other[:2], other+".json.zst")
	others, err := os.ReadFile(foreign)
	if err := errors.Join(err, os.Remove(foreign)); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"", string(packed[:len(packed)/2]), string(others)} {
		writeFile(t, path, text)
		if all := verify(t, r); len(all) != 3 || all[0].What != "text" || all[0].Fault != repository.Damaged {
			t.Errorf("a text of %d bytes: %+v", len(text), all)
		}
		if _, err := r.Text(t.Context(), sum); !errors.Is(err, catalogue.ErrCorrupt) {
			t.Errorf("a text of %d bytes is read: %v", len(text), err)
		}
	}
}

func TestSecondFileOfDocumentIsAStray(t *testing.T) {
	dir := t.TempDir()
	c := open(t, filepath.Join(dir, "catalog.db"))
	r := openRepository(t, filepath.Join(dir, "documents"), c)
	d := paper("one", "http://a.example/1")
	d.Read = time.Time{}
	sum := stored(t, r, "one", d)
	second := filepath.Join(dir, "documents", "waiting", sum[:2], sum+".ps")
	writeFile(t, second, "one")
	old := time.Now().AddDate(0, 0, -1)
	if err := os.Chtimes(second, old, old); err != nil {
		t.Fatal(err)
	}
	all := verify(t, r)
	if len(all) != 1 || all[0].Fault != repository.Stray || !strings.HasSuffix(all[0].Path, ".ps") {
		t.Fatalf("Verify finds %+v, want the second file", all)
	}
	if err := r.DeleteStray(t.Context(), all[0]); err != nil || folderOf(t, r, sum) != "accepted" {
		t.Errorf("Discard = %v, the document lies in %q", err, folderOf(t, r, sum))
	}
}

func TestRestoredFileHasEndingOfItsCompression(t *testing.T) {
	_, r := shelf(t)
	d := paper("one", "http://a.example/1.ps.gz")
	d.Type, d.Wrapped = "ps", "gzip"
	file(t, r, d)
	if err := r.ReplaceFile(t.Context(), d.SHA256, strings.NewReader("one")); err != nil {
		t.Fatal(err)
	}
	if path := must(r.Path(t.Context(), d.SHA256)); !strings.HasSuffix(path, d.SHA256+".ps.gz") {
		t.Errorf("it is put back as %s", path)
	}
}
