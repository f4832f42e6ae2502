//go:build unix

package document_test

import (
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"time"

	"sluice/document"
	"sluice/document/content"
	"sluice/internal/pdf"
)

// blank in place of a page's text is a white picture.
const blank = "blank"

// scanOf is a PDF of pages: those without a text are pictures.
func scanOf(texts ...string) string {
	objects := []string{"<< /Type /Catalog /Pages 2 0 R >>", "", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
		pdf.Stream("/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray", "x"),
		pdf.Stream("/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray", "\xff")}
	kids := ""
	for _, text := range texts {
		show := "q 612 0 0 792 0 0 cm /I Do Q"
		switch text {
		case "":
		case blank:
			show = "q 612 0 0 792 0 0 cm /B Do Q"
		default:
			show = "BT /F 12 Tf 72 700 Td (" + text + ") Tj ET"
		}
		kids += fmt.Sprintf("%d 0 R ", len(objects)+1)
		objects = append(objects, fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R /Resources << /XObject << /I 4 0 R /B 5 0 R >> /Font << /F 3 0 R >> >> >>", len(objects)+2),
			pdf.Stream("", show))
	}
	objects[1] = fmt.Sprintf("<< /Type /Pages /Kids [ %s] /Count %d >>", kids, len(texts))
	return string(pdf.File("", objects...))
}

// sees is the script of an OCR program that has some languages, and sees a text in each picture that is not white: an x is a grey
// dot. The text is as sure as is said of the language in which it is asked.
func sees(sure map[string]int, text string) string {
	names, cases := "", ""
	for language, percent := range sure {
		names += language + "\\n"
		cases += fmt.Sprintf("*' -l %s '*) sure=%d;; ", language, percent)
	}
	var words strings.Builder
	for i, w := range strings.Fields(text) {
		fmt.Fprintf(&words, "<span class=ocrx_word title=\"bbox %d 300 %d 350; x_wconf $sure\">%s</span>", 300+100*i, 390+100*i, w)
	}
	return `[ $1 = --list-langs ] && { printf 'List:\n` + names + `'; exit; }
LC_ALL=C grep -aq x page.pgm || { echo '<html><div class="ocr_page"></div></html>'; exit; }
case "$*" in ` + cases + `esac
cat <<END
<html><div class="ocr_page"><span class="ocr_line" title="bbox 300 300 2000 350; x_size 50">` + words.String() + `</span></div></html>
END`
}

func TestPicturesOfPagesAreReadByOCR(t *testing.T) {
	const english = "the words of this page are seen in a picture and they are as good as any that one could read in it"
	const german = "die Wörter auf dieser Seite sind in einem Bild zu sehen und sie sind so gut wie alle die man auch sonst lesen kann"
	for _, c := range []struct {
		name, pdf, tesseract string
		text                 string // as the document has it
		ocr                  int
		cut                  string
		err                  error
	}{
		{"scan", scanOf("", ""), sees(map[string]int{"eng": 90}, "seen words"), "seen words\n\fseen words\n\f", 2, "", nil},
		{"scan behind a cover", scanOf("Cover", "", ""), sees(map[string]int{"eng": 90}, "seen"), "Cover\fseen\n\fseen\n\f", 2, "", nil},
		{"title page that is a picture", scanOf("", "printed", "printed"), sees(map[string]int{"eng": 90}, "seen"), "seen\n\fprinted\fprinted\f", 1, "", nil},
		{"picture in a text", scanOf("1", "2", "3", "", "5"), sees(map[string]int{"eng": 90}, "seen"), "1\f2\f3\f\f5\f", 0, content.CutScan, nil},
		{"handwriting", scanOf("", ""), sees(map[string]int{"eng": 40}, "seen"), "", 0, content.CutScan, document.ErrIllegible},
		{"nothing to see", scanOf(""), sees(map[string]int{"eng": 90}, ""), "", 0, content.CutScan, document.ErrIllegible},
		{"rules", scanOf("", ""), sees(map[string]int{"eng": 90}, "— . —"), "", 0, content.CutScan, document.ErrIllegible},
		{"blank pages of a scan", scanOf("", blank, "", blank), sees(map[string]int{"eng": 90}, "seen"), "seen\n\f\fseen\n\f\f", 2, "", nil},
		{"blank page in a text", scanOf("1", blank, "3"), sees(map[string]int{"eng": 90}, "seen"), "1\f\f3\f", 0, "", nil},
		{"nothing but blank pages", scanOf(blank, blank), sees(map[string]int{"eng": 90}, "seen"), "", 0, content.CutScan, document.ErrIllegible},
		{"text behind blank pages", scanOf(blank, blank, blank, blank, ""), sees(map[string]int{"eng": 90}, "seen"), "\f\f\f\fseen\n\f", 1, "", nil},
		{"no languages", scanOf(""), "exit 3", "", 0, content.CutScan, document.ErrScan},
		{"program fails", scanOf(""), "[ $1 = --list-langs ] && echo eng || exit 3", "", 0, content.CutScan, document.ErrScan},
		{"another language", scanOf(""), sees(map[string]int{"deu": 95, "eng": 85, "fra": 80}, german), german + "\n\f", 1, "", nil},
		{"another script", scanOf(""), sees(map[string]int{"eng": 30, "rus": 95}, english), english + "\n\f", 1, "", nil},
		{"another script, all languages", scanOf(""), sees(map[string]int{"afr": 20, "amh": 20, "asm": 20, "aze": 20, "eng": 30, "rus": 95}, english), english + "\n\f", 1, "", nil},
		{"a rare language, all languages", scanOf(""), sees(map[string]int{"rus": 20, "chi_sim": 20, "jpn": 20, "ara": 20, "eng": 50, "deu": 95}, german), german + "\n\f", 1, "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, err := programs(t, map[string]string{"tesseract": c.tesseract}).Read(t.Context(), fileOf(t, "a.pdf", c.pdf), document.Hint{})
			if !errors.Is(err, c.err) || (err != nil) != (c.err != nil) || d == nil {
				t.Fatalf("%+v, %v", d, err)
			}
			if err != nil && (!errors.Is(err, document.ErrScan) || errors.Is(err, document.ErrIllegible) != errors.Is(c.err, document.ErrIllegible)) {
				t.Errorf("%v; want a scan, %v", err, c.err)
			}
			if d.Text != c.text || d.OCR != c.ocr || d.Cut != c.cut || (len(d.Unread) > 0) != (c.cut != "") {
				t.Errorf("text %q, %d pages by OCR, unread %v, cut %q; want %q, %d, %q", d.Text, d.OCR, d.Unread, d.Cut, c.text, c.ocr, c.cut)
			}
			if c.ocr > 0 && c.text[0] != '\f' && !strings.HasPrefix(c.text, "Cover") && (len(d.Lines) == 0 || d.Lines[0].Size != 12 || d.Lines[0].Page != 0) {
				t.Errorf("lines %+v", d.Lines)
			}
		})
	}
}

func TestOCRCanBeWatched(t *testing.T) {
	for _, c := range []struct {
		name, pdf, tesseract, want string
		err                        error
	}{
		{"pages with text", scanOf("Cover", "", "", ""), sees(map[string]int{"eng": 90}, "seen"), "0/3 1/3 2/3 3/3", nil},
		{"pages that cannot be read", scanOf("", ""), sees(map[string]int{"eng": 40}, "seen"), "0/2 1/2 2/2", document.ErrIllegible},
		{"a program that fails", scanOf("", "", "", "", ""), "[ $1 = --list-langs ] && echo eng || exit 3", "0/5 1/5 2/5 3/5", document.ErrScan},
	} {
		t.Run(c.name, func(t *testing.T) {
			var seen []string
			ctx := document.WatchOCR(t.Context(), func(tried, pages int) { seen = append(seen, fmt.Sprintf("%d/%d", tried, pages)) })
			r := programs(t, map[string]string{"tesseract": c.tesseract})
			if _, err := r.Read(ctx, fileOf(t, "a.pdf", c.pdf), document.Hint{}); !errors.Is(err, c.err) {
				t.Fatal(err)
			}
			if got := strings.Join(seen, " "); got != c.want {
				t.Errorf("watched %q, want the pages tried before each page and after the last: %q", got, c.want)
			}
		})
	}
}

func TestScanNeedsTesseract(t *testing.T) {
	r := programs(t, nil)
	d, err := r.Read(t.Context(), fileOf(t, "a.pdf", scanOf("", "")), document.Hint{})
	needs, ok := errors.AsType[*document.NeedsError](err)
	if !ok || needs.Tool != "Tesseract" || !errors.Is(err, document.ErrScan) || d == nil || d.Pages != 2 {
		t.Errorf("%+v, %v", d, err)
	}
	if d, err := r.Read(t.Context(), fileOf(t, "a.pdf", scanOf("Cover", "", "")), document.Hint{}); err != nil || d.Cut != content.CutScan {
		t.Errorf("scan behind a cover: %+v, %v", d, err)
	}
}

func TestHangingOCRIsCutShort(t *testing.T) {
	r := programs(t, map[string]string{"tesseract": "[ $1 = --list-langs ] && echo eng || while :; do :; done"})
	ctx, isCutShort := document.LimitCPU(t.Context(), 2*time.Second)
	began := time.Now()
	if d, err := r.Read(ctx, fileOf(t, "a.pdf", scanOf("", "")), document.Hint{}); !errors.Is(err, document.ErrTime) || !isCutShort() || d != nil {
		t.Errorf("%+v, %v after %v", d, err, time.Since(began))
	}
}

// TestLongOCREndsWhenItsTimeCannotSuffice has a program that works for a while on each page. Of many pages, some show that
// the limit of the caller is too short for all.
func TestLongOCREndsWhenItsTimeCannotSuffice(t *testing.T) {
	works := "[ $1 = --list-langs ] || { i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done; }\n" + sees(map[string]int{"eng": 90}, "seen")
	r := programs(t, map[string]string{"tesseract": works})
	ctx, isCutShort := document.LimitCPU(t.Context(), 5*time.Second)
	ctx, used := document.MeasureCPU(ctx)
	_, err := r.Read(ctx, fileOf(t, "a.pdf", scanOf(make([]string, 150)...)), document.Hint{})
	if !errors.Is(err, document.ErrTime) || !isCutShort() || used() > 4*time.Second {
		t.Errorf("%v after %v, cut short: %t", err, used(), isCutShort())
	}
}

func TestTesseractReadsAPage(t *testing.T) {
	if _, err := exec.LookPath("tesseract"); err != nil {
		t.Skip("tesseract is not installed")
	}
	r := document.NewReader(document.Options{TempDir: t.TempDir()})
	defer r.Close()
	// A font whose letters have numbers of private use, so that only the picture says what they are.
	show := "BT /F 24 Tf 72 700 Td (A Short Proof about Long Walks) Tj /F 11 Tf 0 -60 Td (We prove that long walks in short graphs meet themselves.) Tj ET"
	cmap := "/CIDInit /ProcSet findresource begin begincmap\n1 begincodespacerange <00> <ff> endcodespacerange\n1 beginbfrange <21> <7e> <f021> endbfrange\nendcmap end"
	d, err := r.Read(t.Context(), fileOf(t, "a.pdf", string(pdf.File("", "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
		pdf.Stream("", show), "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>", pdf.Stream("", cmap)))), document.Hint{})
	if err != nil || d.OCR != 1 || !strings.Contains(d.Text, "A Short Proof about Long Walks\n") || !strings.Contains(d.Text, "long walks in short graphs") {
		t.Fatalf("%+v, %v", d, err)
	}
	if len(d.Lines) != 2 || d.Lines[0].Size < 1.5*d.Lines[1].Size || d.Lines[0].Y > d.Lines[1].Y || d.Lines[0].X < 60 || d.Lines[0].X > 80 {
		t.Errorf("lines %+v", d.Lines)
	}
}
