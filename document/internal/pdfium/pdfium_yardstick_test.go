//go:build yardstick

package pdfium

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"golang.org/x/sys/unix"
	"golang.org/x/text/unicode/norm"

	"sluice/document/content"
	"sluice/internal/conformancetest"
)

// webPDFs are the labelled documents of the web that are PDF.
func webPDFs(t testing.TB) (paths []string) {
	f, err := os.Open(conformancetest.Path(t, "web", "labels.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for in := bufio.NewScanner(f); in.Scan(); {
		fields := strings.Split(in.Text(), "\t")
		path := filepath.Join(filepath.Dir(f.Name()), "sites", fields[0], fields[1])
		if b, err := os.ReadFile(path); err == nil && bytes.Contains(b[:min(len(b), 1024)], []byte("%PDF-")) {
			paths = append(paths, path)
		}
	}
	if len(paths) < 100 {
		t.Fatalf("%d PDFs are named in %s, and there are to be 100 or more", len(paths), f.Name())
	}
	return paths
}

// tokens counts the words of a text: runs of letters and digits, in lower case,
// after compatibility normalisation.
func tokens(s string) map[string]int {
	counts := map[string]int{}
	for w := range strings.FieldsFuncSeq(strings.ToLower(norm.NFKC.String(s)), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	}) {
		counts[w]++
	}
	return counts
}

func f1(a, b map[string]int) float64 {
	common, all := 0, 0
	for w, n := range a {
		common += min(n, b[w])
		all += n
	}
	for _, n := range b {
		all += n
	}
	if all == 0 {
		return 1
	}
	return 2 * float64(common) / float64(all)
}

func cpu(who int) float64 {
	var u unix.Rusage
	if unix.Getrusage(who, &u) != nil {
		return 0
	}
	return float64(u.Utime.Sec+u.Stime.Sec) + float64(u.Utime.Usec+u.Stime.Usec)/1e6
}

// peak is the most resident memory that a process has had, in MB.
func peak(pid int) (mb float64) {
	b, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range strings.Lines(string(b)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			fmt.Sscanf(rest, "%f", &mb)
		}
	}
	return mb / 1024
}

// readCounted reads a document and returns the seconds of CPU that its child
// needed.
func readCounted(t testing.TB, p *Pool, path string, before *float64) (*content.Document, error, float64) {
	r := &answer{}
	d, err := r.result(p.request(t.Context(), path, request{}, r))
	spent := r.spent - *before
	if *before = r.spent; spent < 0 { // a new child
		spent = r.spent
	}
	return d, err, spent
}

func TestPDFTextIsThatOfPdftotextAndComesAsFast(t *testing.T) {
	if _, err := exec.LookPath("pdftotext"); err != nil {
		t.Fatal("pdftotext is not installed (package poppler-utils)")
	}
	p := NewPool(1, "", nil)
	defer p.Close()
	var (
		scores               []float64
		pages, late          int
		ours, theirs, before float64
		most                 float64
	)
	for _, path := range webPDFs(t) {
		began, self := time.Now(), cpu(unix.RUSAGE_SELF)
		d, err, spent := readCounted(t, p, path, &before)
		ours += spent + cpu(unix.RUSAGE_SELF) - self
		if errors.Is(err, content.ErrTime) || err == nil && d.Cut == content.CutTime {
			late++
		}
		if errors.Is(err, content.ErrGarbled) { // pdftotext has the same nonsense
			continue
		}
		if err != nil {
			t.Errorf("%s: %v after %v", path, err, time.Since(began))
			continue
		}
		cmd := exec.Command("pdftotext", "-enc", "UTF-8", path, "-")
		out, err := cmd.Output()
		if err != nil {
			t.Logf("pdftotext %s: %v", path, err)
			continue
		}
		theirs += (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
		pages += d.Pages
		scores = append(scores, f1(tokens(d.Text), tokens(string(out))))
		c := <-p.seats
		if c != nil {
			most = max(most, peak(c.cmd.Process.Pid))
		}
		p.seats <- c
	}
	slices.Sort(scores)
	at := func(share float64) float64 { return scores[int(share*float64(len(scores)-1))] }
	fmt.Printf("QUALITY pdf documents %d pages %d\n", len(scores), pages)
	fmt.Printf("QUALITY pdf token F1 against pdftotext: median %.4f, lowest quarter under %.4f, lowest tenth under %.4f\n", at(0.5), at(0.25), at(0.1))
	fmt.Printf("QUALITY pdf pages a second of CPU: %.0f, pdftotext %.0f\n", float64(pages)/ours, float64(pages)/theirs)
	fmt.Printf("QUALITY pdf over the deadline: %d\n", late)
	fmt.Printf("QUALITY pdf most resident memory of the reader: %.0f MB\n", most)
	if at(0.5) < 0.99 || late > 0 || most > 400 {
		t.Error("the median is to be 0.99 or more, no document over its deadline, and the memory 400 MB at most")
	}
}

func TestPDFsMadeToHurtAreSurvived(t *testing.T) {
	type document struct {
		ID, Suite, Ext string
		Expect         string
		Contains       []string
		Data           []byte `json:"data_b64"`
	}
	p := NewPool(1, "", nil)
	defer p.Close()
	read, phrases, found := 0, 0, 0
	errs := map[string]int{}
	all := 0
	for _, c := range conformancetest.Cases[document](t, "documents") {
		if c.Ext != "pdf" {
			continue
		}
		all++
		path := filepath.Join(t.TempDir(), "a.pdf")
		if err := os.WriteFile(path, c.Data, 0o600); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		d, err := p.Read(t.Context(), path)
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("%s took %v", c.ID, took)
		}
		switch {
		case err == nil:
			read++
			said := d.Text
			for _, f := range d.Fields {
				said += "\n" + f.Value
			}
			said = strings.Join(strings.Fields(said), " ")
			for _, phrase := range c.Contains {
				if phrases++; strings.Contains(said, strings.Join(strings.Fields(phrase), " ")) {
					found++
				} else {
					t.Logf("%s: not found: %q", c.ID, phrase)
				}
			}
		case errors.Is(err, content.ErrEncrypted), errors.Is(err, content.ErrDamaged), errors.Is(err, content.ErrTooLarge), errors.Is(err, content.ErrTime):
			errs[err.Error()]++
			if c.Expect == "text" {
				t.Errorf("%s: %v", c.ID, err)
			}
		default:
			t.Errorf("%s: %v, which is not one of the package's errors", c.ID, err)
		}
		if _, err := p.Thumbnail(t.Context(), path, 320); err != nil && d != nil {
			t.Logf("%s: thumbnail: %v", c.ID, err)
		}
	}
	fmt.Printf("QUALITY pdf made to hurt: %d survived, %d read, %d of %d phrases found, errors %v\n", all, read, found, phrases, errs)
}
