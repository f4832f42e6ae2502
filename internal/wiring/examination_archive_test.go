package wiring_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sluice/internal/health"
	"sluice/internal/wiring"
)

func TestUnreadableArchiveIsNotReportedAsEmpty(t *testing.T) {
	dir := finished(t)
	folder := filepath.Join(dir, "archive")
	remove(t, folder)
	if err := os.Symlink("archive", folder); err != nil { // to itself
		t.Fatal(err)
	}
	found := examine(t, dir, false)
	for _, name := range []string{"catalogue", "archive"} {
		f := found[name]
		if f.Verdict != health.Fail || !strings.Contains(f.Found, "symbolic links") || !strings.Contains(f.Remedy, "check its permissions") {
			t.Errorf("examined: %+v; want what is wrong with the folder", f)
		}
	}
}

func TestExaminationDoesNotFollowLinkInPlaceOfFrontier(t *testing.T) {
	dir, other := finished(t), t.TempDir()
	folder := filepath.Join(dir, "frontier")
	remove(t, folder)
	if err := os.Symlink(other, folder); err != nil {
		t.Fatal(err)
	}
	if f := examine(t, dir, false)["frontier"]; f.Verdict != health.Fail || !strings.Contains(f.Found, "symbolic links") {
		t.Errorf("examined: %+v; want that it is a link", f)
	}
	if entries, err := os.ReadDir(other); err != nil || len(entries) > 0 {
		t.Errorf("the folder to which the link leads has %v, %v; want nothing", entries, err)
	}
}

// late is a context that one of those who ask for its end is told to have come too late.
type late struct {
	context.Context
	asked *int
	who   int
}

func (l late) Done() <-chan struct{} {
	if *l.asked++; *l.asked != l.who {
		return nil
	}
	done := make(chan struct{})
	close(done)
	return done
}

func (late) Err() error { return context.DeadlineExceeded }

func TestDamageOfUnusedRecordsIsNoFailureAfterTimeout(t *testing.T) {
	dir := finished(t)
	rewrite(t, archiveFile(t, dir), func(s string) string { // of the record that describes the file
		return strings.Replace(s, "Content-Length: ", "Content-Length: x", 1)
	})
	verdicts := map[health.Verdict]int{}
	for who, asked := 0, 1; asked >= who; who++ {
		asked = 0
		for _, f := range open(t, dir).Examine(late{context.Background(), &asked, who}, wiring.Examination{}) {
			if f.Name != "archive" {
				continue
			}
			verdicts[f.Verdict]++
			if len(f.Examples) != 1 || f.Verdict == health.Fail {
				t.Errorf("step %d runs out of time: %+v", who, f)
			}
			if strings.Contains(f.Found, "the reading was stopped after") && f.Verdict != health.Note {
				t.Errorf("the reading runs out of time, but not the judging: %+v", f)
			}
		}
	}
	if verdicts[health.Warn] != 1 || verdicts[health.Note] < 3 {
		t.Errorf("verdicts %v; want a warning if it is unknown whether the record is needed, else a note", verdicts)
	}
}

func TestExaminationReportsThatTheFilesAreNotKnown(t *testing.T) {
	dir := finished(t)
	inCatalogue(t, dir, "DROP TABLE fetches")
	f := examine(t, dir, false)["archive"]
	if f.Verdict != health.Warn || !strings.Contains(strings.Join(f.Examples, "\n"), "which files the catalogue refers to is not known: ") {
		t.Errorf("examined: %+v", f)
	}
}
