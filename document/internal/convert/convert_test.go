//go:build unix

package convert_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"sluice/document/content"
	"sluice/document/internal/convert"
	"sluice/document/internal/cputime"
)

// Programs that stand for the real ones, as shell scripts.
const (
	hangs   = `sleep 1000`
	fails   = `exit 3`
	crashes = `kill -SEGV $$`
	killed  = `kill -KILL $$` // as a machine does that is short of memory
	silent  = `exit 0`
	locked  = `echo "File is encrypted" >&2; exit 69`
	brief   = `echo "two words"`
	// pdf writes its arguments as a PDF to where they say, or beside the input.
	pdf = `for a; do case $a in -sOutputFile=*) out=${a#-sOutputFile=};; esac; in=$a; done
{ echo %PDF-1.4; echo "$0 $*"; cat "$in"; echo %%EOF; } >"${out:-in.pdf}"`
	// long says more than a page's worth, and how it was called.
	long = `echo "$0 $*: one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"`
)

// tools are those of scripts by name; every other program is missing.
func tools(t *testing.T, scripts map[string]string) *convert.Tools {
	t.Helper()
	dir := t.TempDir()
	paths := map[string]string{}
	for name, script := range scripts {
		paths[name] = filepath.Join(dir, name)
		syscall.ForkLock.RLock() // a process that another test begins meanwhile would have the script open, which then cannot be run
		err := os.WriteFile(paths[name], []byte("#!/bin/sh\n"+script+"\n"), 0o700)
		syscall.ForkLock.RUnlock()
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"soffice", "gs", "dvips", "antiword", "catdoc", "catppt", "xls2csv", "tesseract"} {
		if paths[name] == "" {
			paths[name] = convert.None
		}
	}
	found := convert.Find(paths)
	found.TempDir, found.Time = t.TempDir(), 20*time.Second
	t.Cleanup(func() {
		if left, _ := os.ReadDir(found.TempDir); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	})
	return found
}

func document(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "document")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestEveryFormatHasItsProgram(t *testing.T) {
	found := tools(t, map[string]string{"gs": pdf, "soffice": pdf, "dvips": `cat in.dvi >out.ps; echo made by "$0 $*" >>out.ps`})
	for format, want := range map[string][]string{
		"ps":   {"gs -q -dSAFER", "-sDEVICE=pdfwrite", "in.ps\ntext"},
		"eps":  {"gs -q -dSAFER", "-dEPSCrop", "in.eps"},
		"dvi":  {"gs -q -dSAFER", "made by", "dvips -R2 -q -M -o out.ps in.dvi"},
		"doc":  {"soffice -env:UserInstallation=file:///", "--headless", "--convert-to pdf in.doc"},
		"docx": {"--convert-to pdf in.docx"}, "odt": {"in.odt"}, "rtf": {"in.rtf"}, "ppt": {"in.ppt"}, "pptx": {"in.pptx"},
		"odp": {"in.odp"}, "text": {"--infilter=Text (encoded):UTF8 in.txt"}, "html": {"--infilter=HTML (StarWriter) in.html"},
	} {
		text := "text\n"
		if format == "eps" {
			text = "%!PS-Adobe-3.0 EPSF-3.0\n"
		}
		out := filepath.Join(t.TempDir(), "out.pdf")
		if _, err := found.PDF(t.Context(), document(t, text), format, out); err != nil {
			t.Errorf("%s: %v", format, err)
			continue
		}
		b, _ := os.ReadFile(out)
		for _, w := range want {
			if !strings.Contains(string(b), w) {
				t.Errorf("%s: it was made by %q, want %q", format, b, w)
			}
		}
	}
	for _, format := range []string{"pdf", "epub", "", "../ps"} {
		if _, err := found.PDF(t.Context(), document(t, "text"), format, "out"); !errors.Is(err, content.ErrUnknown) {
			t.Errorf("%s: %v", format, err)
		}
		if _, err := found.Text(t.Context(), document(t, "text"), format); !errors.Is(err, content.ErrUnknown) {
			t.Errorf("text of %s: %v", format, err)
		}
	}
}

func TestWhatIsMissingIsNamed(t *testing.T) {
	text := func(f *convert.Tools, format string) error {
		_, err := f.Text(t.Context(), document(t, "text"), format)
		return err
	}
	renewed := func(f *convert.Tools, format string) error {
		_, err := f.ConvertToSuccessor(t.Context(), document(t, "text"), format, filepath.Join(t.TempDir(), "out"))
		return err
	}
	topdf := func(f *convert.Tools, format string) error {
		_, err := f.PDF(t.Context(), document(t, "text"), format, filepath.Join(t.TempDir(), "out.pdf"))
		return err
	}
	ocr := func(f *convert.Tools, _ string) error {
		_, err := f.OCR(t.Context(), []byte("picture"), 300, "eng")
		return err
	}
	for _, c := range []struct {
		do     func(*convert.Tools, string) error
		format string
		have   map[string]string
		want   string
	}{
		{topdf, "ps", nil, "not read: needs Ghostscript"},
		{topdf, "dvi", nil, "not read: needs dvips and Ghostscript"},
		{topdf, "dvi", map[string]string{"gs": pdf}, "not read: needs dvips"},
		{topdf, "docx", map[string]string{"antiword": long}, "not read: needs LibreOffice"},
		{renewed, "doc", map[string]string{"antiword": long}, "not read: needs LibreOffice"},
		{text, "doc", nil, "not read: needs antiword, catdoc or LibreOffice"},
		{text, "doc", map[string]string{"antiword": `echo "too small" >&2; exit 1`}, "not read: needs catdoc or LibreOffice"},
		{text, "ppt", nil, "not read: needs catppt or LibreOffice"},
		{text, "xls", nil, "not read: needs xls2csv or LibreOffice"},
		{ocr, "pdf", nil, "not read: needs Tesseract"},
	} {
		err := c.do(tools(t, c.have), c.format)
		var needs *content.NeedsError
		if !errors.As(err, &needs) || err.Error() != c.want || needs.Format != c.format {
			t.Errorf("%s with %v: %v, want %s", c.format, c.have, err, c.want)
		}
	}
}

func TestFailingConverterIsReportedAndLeavesNoFile(t *testing.T) {
	for _, c := range []struct {
		name, format, program, script string
		cause                         error
		says                          string
	}{
		{"hangs", "ps", "gs", hangs, content.ErrTime, "Ghostscript took more than 500ms"},
		{"fails", "ps", "gs", fails, content.ErrDamaged, "Ghostscript ended with status 3"},
		{"silent", "ps", "gs", silent, content.ErrDamaged, "no PDF was produced"},
		{"complains", "ps", "gs", `echo "Error: /undefined in foo" >&2; exit 1`, content.ErrDamaged, "ended with status 1: Error: /undefined in foo"},
		{"not a PDF", "ps", "gs", `echo hello >out.pdf`, content.ErrDamaged, "the PDF produced is incomplete"},
		{"half a PDF", "ps", "gs", `echo %PDF-1.4 >out.pdf`, content.ErrDamaged, "the PDF produced is incomplete"},
		{"a link", "ps", "gs", `ln -s /etc/hosts out.pdf`, nil, "not a regular file"},
		{"a pipe", "ps", "gs", `mkfifo out.pdf`, nil, "not a regular file"},
		{"a pipe by a program that fails", "ps", "gs", `mkfifo out.pdf; exit 1`, nil, "not a regular file"},
		{"office hangs", "docx", "soffice", hangs, content.ErrTime, "LibreOffice took more than"},
		{"office fails", "docx", "soffice", fails, content.ErrDamaged, "LibreOffice ended with status 3"},
		{"office is silent", "docx", "soffice", silent, content.ErrDamaged, "LibreOffice produced nothing"},
		{"office has no filter", "docx", "soffice", `echo "Error: source file could not be loaded" >&2`, content.ErrDamaged, "could not be loaded"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			found := tools(t, map[string]string{c.program: c.script})
			if c.cause == content.ErrTime {
				found.Time = 500 * time.Millisecond
			}
			out := filepath.Join(t.TempDir(), "out.pdf")
			_, err := found.PDF(t.Context(), document(t, "text"), c.format, out)
			if err == nil || c.cause != nil && !errors.Is(err, c.cause) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("error %v, want %q", err, c.says)
			}
			if left, _ := os.ReadDir(filepath.Dir(out)); len(left) > 0 {
				t.Errorf("there is %v", left)
			}
		})
	}
}

// TestProgramThatEndsByTheClockIsCutShort has the bound of the caller longer than the limit of the programs.
func TestProgramThatEndsByTheClockIsCutShort(t *testing.T) {
	for _, c := range []struct {
		name, script string
		limit        time.Duration
		want         bool
	}{
		{"waits", hangs, 300 * time.Millisecond, true},
		{"uses its processor time", "kill -XCPU $$", 20 * time.Second, false},
	} {
		found := tools(t, map[string]string{"gs": c.script})
		found.Time = c.limit
		ctx, meter := cputime.Bound(t.Context(), time.Hour)
		_, err := found.PDF(ctx, document(t, "text"), "ps", filepath.Join(t.TempDir(), "out.pdf"))
		if !errors.Is(err, content.ErrTime) || meter.IsCutShort() != c.want {
			t.Errorf("a program that %s: %v, cut short: %v; want %v, %v", c.name, err, meter.IsCutShort(), content.ErrTime, c.want)
		}
	}
}

func TestDocumentThatCrashesConverterIsNotDamaged(t *testing.T) {
	const marks = `case "$*" in *bbox*) kill -KILL $$;; esac` + "\n" + pdf + "\nexit 1" // only when it is asked for the marks
	for _, c := range []struct {
		format string
		have   map[string]string
		says   string
	}{
		{"ps", map[string]string{"gs": killed}, "not read: Ghostscript was killed"},
		{"ps", map[string]string{"gs": pdf + "\n" + killed}, "not read: Ghostscript was killed"},
		{"ps", map[string]string{"gs": marks}, "not read: Ghostscript was killed"},
		{"ps", map[string]string{"gs": crashes}, "not read: Ghostscript ended by SIGSEGV"},
		{"dvi", map[string]string{"gs": pdf, "dvips": "cp in.dvi out.ps\n" + killed}, "not read: dvips was killed"},
		{"docx", map[string]string{"soffice": killed}, "not read: LibreOffice was killed"},
	} {
		out := filepath.Join(t.TempDir(), "out.pdf")
		_, err := tools(t, c.have).PDF(t.Context(), document(t, "text"), c.format, out)
		if died := (*content.DiedError)(nil); !errors.As(err, &died) || died.Error() != c.says || errors.Is(err, content.ErrDamaged) {
			t.Errorf("%s by %v: %v, want %q", c.format, c.have, err, c.says)
		}
		if _, err := os.Stat(out); err == nil {
			t.Errorf("%s by %v: there is a file", c.format, c.have)
		}
	}
}

func TestLongestTextIsKept(t *testing.T) {
	for _, c := range []struct {
		name string
		have map[string]string
		want string // in the text
		err  error
	}{
		{"the first", map[string]string{"antiword": long, "catdoc": crashes}, "antiword -m UTF-8.txt -w 0 in.doc: one two", nil},
		{"the second", map[string]string{"antiword": crashes, "catdoc": long}, "catdoc -d utf-8 -w in.doc: one two", nil},
		{"the longer", map[string]string{"antiword": brief, "catdoc": `echo "now three words"`}, "now three words", nil},
		{"the best there is", map[string]string{"antiword": brief, "catdoc": silent}, "two words", nil},
		{"nothing", map[string]string{"antiword": crashes, "catdoc": fails, "soffice": crashes}, "", content.ErrDamaged},
		{"what is whole", map[string]string{"antiword": long + "; " + killed, "catdoc": brief}, "two words", nil},
		{"no password", map[string]string{"antiword": locked, "catdoc": long}, "", content.ErrEncrypted},
		{"no end", map[string]string{"antiword": `yes more`, "catdoc": fails, "soffice": crashes}, "", content.ErrDamaged},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := tools(t, c.have).Text(t.Context(), document(t, "text"), "doc")
			if !strings.Contains(got, c.want) || c.want == "" && got != "" || !errors.Is(err, c.err) {
				t.Errorf("text %q, %v; want %q, %v", got, err, c.want, c.err)
			}
		})
	}
}

func TestOldFormatsAreConverted(t *testing.T) {
	found := tools(t, map[string]string{"soffice": `for a; do case $a in docx|pptx|xlsx) cp in.* in.$a;; esac; done`})
	for format, want := range map[string]string{"doc": "docx", "ppt": "pptx", "xls": "xlsx"} {
		out := filepath.Join(t.TempDir(), "out")
		successor, err := found.ConvertToSuccessor(t.Context(), document(t, "text"), format, out)
		if b, _ := os.ReadFile(out); successor != want || err != nil || string(b) != "text" {
			t.Errorf("%s: %q in %s, %v", format, b, successor, err)
		}
	}
	if _, err := found.ConvertToSuccessor(t.Context(), document(t, "text"), "docx", filepath.Join(t.TempDir(), "out")); !errors.Is(err, content.ErrUnknown) {
		t.Errorf("docx: %v", err)
	}
}

func TestOfficeIsStartedAgain(t *testing.T) {
	for name, script := range map[string]string{
		"in a new profile when it dies": `case $1 in */profile0) exit 1;; esac` + "\n" + pdf,
		"when it asks for it":           `if [ ! -e began ]; then touch began; exit 81; fi; [ -e profile1 ] && exit 1` + "\n" + pdf,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found := tools(t, map[string]string{"soffice": script})
			if _, err := found.PDF(t.Context(), document(t, "text"), "odt", filepath.Join(t.TempDir(), "out.pdf")); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestCancelledConversionEnds(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	found := tools(t, map[string]string{"soffice": hangs, "antiword": hangs})
	start := time.Now()
	if _, err := found.Text(ctx, document(t, "text"), "doc"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
	if _, err := found.ConvertToSuccessor(ctx, document(t, "text"), "doc", filepath.Join(t.TempDir(), "out")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
	if _, err := found.PDF(ctx, document(t, "text"), "doc", filepath.Join(t.TempDir(), "out.pdf")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
	if d := time.Since(start); d > 10*time.Second {
		t.Errorf("it took %v", d)
	}
}

func TestVersionsAreAsked(t *testing.T) {
	found := tools(t, map[string]string{"gs": `echo "GPL Ghostscript 10.00.0 (2022-09-21)"`, "catdoc": `echo "Catdoc Version 0.95" >&2; exit 1`})
	stuck := tools(t, map[string]string{"dvips": hangs})
	stuck.Time = 500 * time.Millisecond
	for _, tool := range append(found.List(t.Context()), stuck.List(t.Context())...) {
		want := map[string]string{"gs": "10.00.0", "catdoc": "0.95"}[tool.Name]
		if tool.Path == "" {
			want = ""
		}
		if tool.Version != want {
			t.Errorf("%s: version %q, want %q", tool.Name, tool.Version, want)
		}
		if tool.For == "" || tool.Package == "" || tool.Title == "" {
			t.Errorf("%+v", tool)
		}
	}
}

// installed are the machine's own tools; the test is skipped without those that
// it needs.
func installed(t *testing.T, names ...string) *convert.Tools {
	t.Helper()
	found := convert.Find(nil)
	path := map[string]string{}
	for _, tool := range found.List(t.Context()) {
		path[tool.Name] = tool.Path
	}
	for _, name := range names {
		if path[name] == "" {
			t.Skipf("%s is not installed", name)
		}
	}
	return found
}

func TestGhostscriptMakesPDF(t *testing.T) {
	found := installed(t, "gs")
	out := filepath.Join(t.TempDir(), "out.pdf")
	const page = "%!PS\n/Helvetica findfont 12 scalefont setfont 72 72 moveto (Hello) show showpage\n"
	if _, err := found.PDF(t.Context(), document(t, page), "ps", out); err != nil {
		t.Fatal(err)
	}
	for name, program := range map[string]string{
		"reads":  "%!PS\n(/etc/hosts) (r) file 1000 string readstring pop = flush\n",
		"writes": "%!PS\n(/tmp/written-by-a-document) (w) file closefile\n",
		"runs":   "%!PS\n(%pipe%touch ran) (w) file closefile\n",
	} {
		_, err := found.PDF(t.Context(), document(t, program), "ps", out)
		if !errors.Is(err, content.ErrDamaged) || !strings.Contains(err.Error(), "invalidfileaccess") {
			t.Errorf("a document that %s: %v", name, err)
		}
	}
	half := strings.ReplaceAll(page, "Hello", "First") + "no such operator\n"
	if _, err := found.PDF(t.Context(), document(t, half), "ps", out); err != nil {
		t.Errorf("a document that fails after its first page: %v", err)
	}
	found.Time = time.Second
	if _, err := found.PDF(t.Context(), document(t, "%!PS\n{} loop\n"), "ps", out); !errors.Is(err, content.ErrTime) {
		t.Errorf("an endless loop: %v", err)
	}
}

// TestLoopingPostScriptEndsAtItsLimit has Ghostscript itself run a program that never ends.
func TestLoopingPostScriptEndsAtItsLimit(t *testing.T) {
	found := installed(t, "gs")
	found.Time = 2 * time.Second
	ctx, meter := cputime.Measure(t.Context())
	_, err := found.PDF(ctx, document(t, "%!PS\n{} loop\n"), "ps", filepath.Join(t.TempDir(), "out.pdf"))
	if !errors.Is(err, content.ErrTime) {
		t.Errorf("PDF() = %v, want %v", err, content.ErrTime)
	}
	if used := meter.Used(); used < time.Second {
		t.Errorf("%v of the processor, want about %v", used, found.Time)
	}
}

func TestLibreOfficeMakesPDFAndDOCX(t *testing.T) {
	if testing.Short() || runtime.GOOS != "linux" {
		t.Skip("it takes seconds")
	}
	found := installed(t, "soffice")
	out := filepath.Join(t.TempDir(), "out.pdf")
	if _, err := found.PDF(t.Context(), document(t, `{\rtf1 Hello \b world\b0 .\par}`), "rtf", out); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(out); err != nil || !strings.HasPrefix(string(b), "%PDF-") {
		t.Errorf("%.20q, %v", b, err)
	}
	if _, err := found.ConvertToSuccessor(t.Context(), document(t, `{\rtf1 Hello \b world\b0 .\par}`), "doc", out); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(out); err != nil || !strings.HasPrefix(string(b), "PK") {
		t.Errorf("%.20q, %v", b, err)
	}
}

func TestGlyphsOfDvipsAreRenamed(t *testing.T) {
	found := tools(t, map[string]string{"gs": pdf})
	out := filepath.Join(t.TempDir(), "out.pdf")
	body := strings.Repeat("a page\n", 20_000)
	if _, err := found.PDF(t.Context(), document(t, "%!PS-Adobe-2.0\n{IEn S A 360 add 36 4\nindex cvrs cvn put}for\n"+body), "ps", out); err != nil {
		t.Fatal(err)
	}
	if b, _ := os.ReadFile(out); !strings.Contains(string(b), "S A  36 add 36 4\nindex cvrs cvn put}for\n"+body+"%%EOF") {
		t.Errorf("Ghostscript was given %.200q, %d bytes", b, len(b))
	}
}

func TestMissingSandboxIsNamedAndNothingRuns(t *testing.T) {
	t.Setenv("SLUICE_SANDBOX", "none")
	for _, c := range []struct {
		name, format string
		have         map[string]string
		do           func(*convert.Tools, string, string) error
		want         string
	}{
		{"PostScript", "ps", map[string]string{"gs": pdf}, toPDF(t), "not read: needs a sandbox for Ghostscript"},
		{"DVI", "dvi", map[string]string{"gs": pdf, "dvips": `cat in.dvi >out.ps`}, toPDF(t), "not read: needs a sandbox for dvips and Ghostscript"},
		{"program missing too", "dvi", map[string]string{"gs": pdf}, toPDF(t), "not read: needs dvips"},
		{"office document", "doc", map[string]string{"soffice": pdf}, toPDF(t), "not read: needs a sandbox for LibreOffice"},
		{"plain text", "doc", map[string]string{"antiword": long, "catdoc": long}, toText(t), "not read: needs a sandbox for antiword or catdoc"},
		{"plain text by LibreOffice only", "doc", map[string]string{"soffice": pdf}, toText(t), "not read: needs a sandbox for LibreOffice"},
	} {
		found := tools(t, c.have)
		err := c.do(found, c.format, "text")
		if needs, ok := errors.AsType[*content.NeedsError](err); !ok || err.Error() != c.want || needs.Format != c.format || needs.Sandbox != strings.Contains(c.want, "sandbox") {
			t.Errorf("%s: %#v, want %s", c.name, err, c.want)
		}
		found.Unsafe = true
		err = c.do(found, c.format, "text")
		if needs, ok := errors.AsType[*content.NeedsError](err); ok && needs.Sandbox {
			t.Errorf("%s when it is insisted on: %v", c.name, err)
		}
		if c.format == "ps" && err != nil {
			t.Errorf("%s when it is insisted on: %v", c.name, err)
		}
	}
}

// toPDF returns a conversion of a document with a text to PDF.
func toPDF(t *testing.T) func(*convert.Tools, string, string) error {
	return func(f *convert.Tools, format, text string) error {
		_, err := f.PDF(t.Context(), document(t, text), format, filepath.Join(t.TempDir(), "out.pdf"))
		return err
	}
}

// toText returns a conversion of a document with a text to plain text.
func toText(t *testing.T) func(*convert.Tools, string, string) error {
	return func(f *convert.Tools, format, text string) error {
		_, err := f.Text(t.Context(), document(t, text), format)
		return err
	}
}
