//go:build yardstick

package document_test

import (
	"bytes"
	"fmt"
	"image/color"
	"image/jpeg"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"sluice/document"
	"sluice/document/describe"
	"sluice/internal/conformancetest"
	"sluice/internal/pdf"
	"sluice/text"
)

// scanned are documents of ten real sites that have text, of several kinds and ages.
var scanned = []string{
	"adcs-conference.github.io/2007/papers/10N.PDF",
	"csound.github.io/icsc2019/proceedings/1.pdf",
	"davidrosenberg.github.io/ml2015/refs/bottou-sgd-tricks-2012.pdf",
	"gretay.github.io/papers/IBM-TR-phalanx.pdf",
	"ianparberry.com/pubs/cook-dwork.pdf",
	"jeremymartinmath.github.io/papers/thesis.pdf",
	"martinescardo.github.io/papers/escardo-xu-inconsistency-continuity.pdf",
	"mgree.github.io/papers/2021_hotos_panel_report.pdf",
	"research.torproject.org/techreports/better-guard-rotation-parameters-2011-08-20.pdf",
	"www.cse.iitm.ac.in/~ravi/papers/Angshu_ICWSM_12.pdf",
}

const scannedPages = 2 // of each

// pictures returns the path of a PDF of pictures of a PDF's first pages, with 200 dots per inch.
func pictures(t *testing.T, path string) string {
	t.Helper()
	dir := t.TempDir()
	if out, err := exec.Command("pdftoppm", "-r", "200", "-gray", "-jpeg", "-l", fmt.Sprint(scannedPages), path, filepath.Join(dir, "p")).CombinedOutput(); err != nil {
		t.Fatalf("pdftoppm %s: %v %s", path, err, out)
	}
	names, _ := filepath.Glob(filepath.Join(dir, "p*.jpg"))
	objects := []string{"<< /Type /Catalog /Pages 2 0 R >>", ""}
	kids := ""
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		c, err := jpeg.DecodeConfig(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		space := "DeviceRGB" // also of a grey page, by most versions of pdftoppm
		if c.ColorModel == color.GrayModel {
			space = "DeviceGray"
		}
		n, w, h := len(objects)+1, float64(c.Width)*72/200, float64(c.Height)*72/200
		kids += fmt.Sprintf("%d 0 R ", n)
		objects = append(objects,
			fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %g %g] /Contents %d 0 R /Resources << /XObject << /I %d 0 R >> >> >>", w, h, n+1, n+2),
			pdf.Stream("", fmt.Sprintf("q %g 0 0 %g 0 0 cm /I Do Q", w, h)),
			pdf.Stream(fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height %d /BitsPerComponent 8 /ColorSpace /%s /Filter /DCTDecode", c.Width, c.Height, space), string(data)))
	}
	objects[1] = fmt.Sprintf("<< /Type /Pages /Kids [ %s] /Count %d >>", kids, len(names))
	return fileOf(t, "scan.pdf", string(pdf.File("", objects...)))
}

// f1 compares the words of two texts, however they are ordered.
func f1(got, want string) float64 {
	counts, n, m, both := map[string]int{}, 0, 0, 0
	for w := range text.Words(want) {
		counts[w]++
		n++
	}
	for w := range text.Words(got) {
		if m++; counts[w] > 0 {
			counts[w]--
			both++
		}
	}
	return 2 * float64(both) / float64(max(n+m, 1))
}

// TestQualityOCR makes scans of documents with text, and compares what is read of them with that text. The program is
// needed: it is not skipped.
func TestQualityOCR(t *testing.T) {
	r := document.NewReader(document.Options{TempDir: t.TempDir()})
	defer r.Close()
	sum, worst, pages, titles := 0.0, 1.0, 0, 0
	spent := time.Duration(0)
	for _, name := range scanned {
		path := conformancetest.Path(t, "web", "sites", filepath.FromSlash(name))
		printed, err := r.Read(t.Context(), path, document.Hint{})
		if err != nil {
			t.Fatal(err)
		}
		want := ""
		for page := range scannedPages {
			want += printed.Page(page) + "\n"
		}
		ctx, used := document.MeasureCPU(t.Context())
		d, err := r.Read(ctx, pictures(t, path), document.Hint{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		spent += used()
		pages += d.OCR
		f := f1(d.Text, want)
		sum += f
		worst = min(worst, f)
		got, title := describe.Describe(d, describe.Around{}).Get("title"), describe.Describe(printed, describe.Around{}).Get("title")
		if text.NormalTitle(got) == text.NormalTitle(title) {
			titles++
		}
		t.Logf("%s: F1 %.3f, %d pages, %v; %q, printed %q", name, f, d.OCR, used().Round(10*time.Millisecond), got, title)
	}
	mean := sum / float64(len(scanned))
	t.Logf("QUALITY ocr: %d scans, token F1 %.3f (worst %.3f), %d of %d titles as from the text layer, %.1f seconds of the processor a page", len(scanned), mean, worst, titles, len(scanned), spent.Seconds()/float64(max(pages, 1)))
	if mean < 0.93 || worst < 0.8 || titles < 7 {
		t.Error("want F1 0.93, none below 0.8, and seven titles")
	}
}
