//go:build unix

package document_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sluice/document"
)

// programs makes a reader to whom scripts stand for external programs.
func programs(t *testing.T, scripts map[string]string) *document.Reader {
	t.Helper()
	dir, paths := t.TempDir(), map[string]string{}
	for _, name := range []string{"soffice", "gs", "dvips", "antiword", "catdoc", "catppt", "xls2csv", "tesseract"} {
		paths[name] = "none"
		if script := scripts[name]; script != "" {
			paths[name] = filepath.Join(dir, name)
			if err := os.WriteFile(paths[name], []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
				t.Fatal(err)
			}
		}
	}
	r := document.NewReader(document.Options{TempDir: t.TempDir(), Tools: paths})
	t.Cleanup(func() { r.Close() })
	return r
}

func TestAPageIsShownInTheEncodingOfItsHeader(t *testing.T) {
	r := programs(t, map[string]string{"soffice": `{ echo %PDF-1.4; cat in.html; echo %%EOF; } >in.pdf`})
	out := filepath.Join(t.TempDir(), "out.pdf")
	for _, c := range []struct{ page, header string }{
		{"<html><body><p>Grüße", "text/html; charset=utf-8"},
		{"<html><head><meta http-equiv='Content-Type' content='text/html; charset=iso-8859-1'></head><p>Gr\xfc\xdfe", "text/html"},
		{"<html><meta charset=iso-8859-1><p>Grüße", "text/html; charset=utf-8"},
	} {
		if err := r.PDF(t.Context(), fileOf(t, "a.html", c.page), document.Hint{URL: "http://example.org/a.html", ContentType: c.header}, out); err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(out)
		if err != nil || !strings.Contains(string(b), "Grüße") || strings.Count(strings.ToLower(string(b)), "charset") != 1 || !strings.Contains(string(b), `<meta charset="utf-8">`) {
			t.Errorf("%s: %q, %v", c.header, b, err)
		}
	}
}

func TestReadingEndsAtLimitOfCaller(t *testing.T) {
	r := programs(t, map[string]string{"gs": "while :; do :; done"})
	path := fileOf(t, "a.ps", "%!PS\n{} loop\n")
	ctx, isCutShort := document.LimitCPU(t.Context(), 200*time.Millisecond)
	if _, err := r.Read(ctx, path, document.Hint{}); !errors.Is(err, document.ErrTime) || !isCutShort() {
		t.Errorf("Read() = %v, want %v; it was cut short: %v", err, document.ErrTime, isCutShort())
	}
	ownLimit := programs(t, map[string]string{"gs": "kill -XCPU $$"})
	ctx, isCutShort = document.LimitCPU(t.Context(), time.Hour)
	if _, err := ownLimit.Read(ctx, path, document.Hint{}); !errors.Is(err, document.ErrTime) || isCutShort() {
		t.Errorf("Read() = %v, want %v; it was cut short: %v", err, document.ErrTime, isCutShort())
	}
}

func TestPagesMissingFromProgramAreReported(t *testing.T) {
	pdf := fileOf(t, "printed.pdf", printed("The first page"))
	b, err := os.ReadFile(pdf)
	if err != nil {
		t.Fatal(err)
	}
	script := `case "$*" in *bbox*) echo '%%BoundingBox: 1 2 300 400' >&2; exit 1;; esac
cat >out.pdf <<'EOF'
` + string(b) + `EOF
exit `
	for exit, cut := range map[string]string{"0": "", "1": "damaged"} {
		d, err := programs(t, map[string]string{"gs": script + exit}).Read(t.Context(), fileOf(t, "a.ps", "%!PS\n"), document.Hint{})
		if err != nil || !strings.Contains(d.Text, "The first page") || d.Cut != cut {
			t.Errorf("status %s: %+v, %v", exit, d, err)
		}
	}
}
