package repository_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sluice/internal/catalogue"
	"sluice/internal/repository"
	"sluice/library"
)

// filerVariable returns the process of a test to store and file documents in a folder until it
// is killed.
const filerVariable = "SLUICE_TEST_FILER"

// TestMain lets the test binary be that process.
func TestMain(m *testing.M) {
	if dir := os.Getenv(filerVariable); dir != "" {
		fmt.Fprintln(os.Stderr, fileForEver(dir))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// fileForEver says of each document when the call that files it has returned.
func fileForEver(dir string) error {
	c, err := catalogue.Open(context.Background(), filepath.Join(dir, "catalog.db"), catalogue.Options{Beside: true})
	if err != nil {
		return err
	}
	r, err := repository.Open(filepath.Join(dir, "documents"), repository.Catalogue{Documents: c.Documents, Removals: c.Removals, ReadOnly: c.ReadOnly()})
	if err != nil {
		return err
	}
	var filed int
	for range c.Documents.All(context.Background(), "") {
		filed++
	}
	for i := filed; ; i++ {
		body := strings.Repeat(fmt.Sprint("body ", i, "\n"), 5000)
		s, err := r.Store(context.Background(), strings.NewReader(body), "pdf")
		if err != nil {
			return err
		}
		d := at(body, fmt.Sprintf("http://a.example/%d.pdf", i/2), i, library.Accepted) // every second one replaces the one before
		if err := r.File(context.Background(), []catalogue.Filing{d}); err != nil {
			return err
		}
		fmt.Println("filed", s.SHA256)
	}
}

func TestKillLeavesNothingHalfWritten(t *testing.T) {
	dir := t.TempDir()
	filed := map[string]bool{}
	for round := range 5 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), filerVariable+"="+dir)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for n := 0; lines.Scan(); {
			if sum, ok := strings.CutPrefix(lines.Text(), "filed "); ok {
				filed[sum] = true
				if n++; n == 3+round {
					cmd.Process.Kill()
				}
			}
		}
		if cmd.Wait() == nil {
			t.Fatal("the process ended by itself")
		}
	}
	c := open(t, filepath.Join(dir, "catalog.db"))
	r := openRepository(t, filepath.Join(dir, "documents"), c)
	for f, err := range r.Verify(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		if f.What != "text" { // which was never stored
			t.Errorf("after the kills: %+v", f)
		}
	}
	accepted := 0
	for sum := range filed {
		d := got(t, c, sum)
		if want := map[library.State]string{library.Accepted: "accepted", library.Replaced: "trash"}[d.State]; folderOf(t, r, sum) != want {
			t.Errorf("%.8s is %s and lies in %s", sum, d.State, folderOf(t, r, sum))
		}
		if d.State == library.Accepted {
			accepted++
		}
	}
	if len(filed) < 25 || accepted < len(filed)/3 || accepted > len(filed)*2/3 {
		t.Errorf("%d of %d are accepted, want about half", accepted, len(filed))
	}
	for f := range r.Verify(t.Context(), nil) { // a second one sees what the first has healed
		if f.What != "text" {
			t.Errorf("still: %+v", f)
		}
	}
}
