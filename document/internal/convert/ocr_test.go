//go:build unix

package convert_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sluice/document/content"
	"sluice/document/internal/convert"
)

func TestOCR(t *testing.T) {
	for _, c := range []struct {
		name, script, says string
		err                error
		message            string
	}{
		{"page", `echo "$OMP_THREAD_LIMIT $* $(cat page.pgm)"`, "1 page.pgm - --dpi 300 -l deu hocr picture\n", nil, ""},
		{"hangs", hangs, "", content.ErrTime, "Tesseract took more than 500ms"},
		{"fails", fails, "", content.ErrDamaged, "Tesseract ended with status 3"},
		{"complains", `echo "Error opening data file deu.traineddata" >&2; exit 1`, "", content.ErrDamaged, "status 1: Error opening data file"},
		{"prints without end", `while :; do echo 0123456789012345678901234567890123456789012345678901234567890123456789; done`, "", content.ErrTooLarge, "Tesseract was stopped at its limit of output"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			found := tools(t, map[string]string{"tesseract": c.script})
			if c.err == content.ErrTime {
				found.Time = 500 * time.Millisecond
			}
			got, err := found.OCR(t.Context(), []byte("picture"), 300, "deu")
			if c.err != nil && (!errors.Is(err, c.err) || !strings.Contains(err.Error(), c.message)) || c.err == nil && (err != nil || string(got) != c.says) {
				t.Errorf("%q, %v; want %q, %v", got, err, c.says, c.message)
			}
		})
	}
	killed := tools(t, map[string]string{"tesseract": killed})
	if _, err := killed.OCR(t.Context(), nil, 300, "eng"); !errors.As(err, new(*content.DiedError)) {
		t.Errorf("a killed program: %v", err)
	}
}

func TestLanguagesOfOCR(t *testing.T) {
	for _, c := range []struct {
		name, prints string
		want         []string
	}{
		{"names", `List of available languages in "/usr/share/tessdata/" (5):\nosd\nfra\nequ\neng\nscript/Latin\n`, []string{"eng", "fra", "script/Latin"}},
		{"none", `List of available languages (0):\n`, nil},
		{"no list", `--tessdata-dir\n\033[1meng\n`, nil},
	} {
		found := tools(t, map[string]string{"tesseract": "[ $1 = --list-langs ] && printf -- '" + c.prints + "'"})
		for range 2 { // the second time it is known
			if got, err := found.Languages(t.Context()); err != nil || !slices.Equal(got, c.want) {
				t.Errorf("%s: %q, %v; want %q", c.name, got, err, c.want)
			}
		}
	}
	if _, err := tools(t, nil).Languages(t.Context()); !errors.As(err, new(*content.NeedsError)) {
		t.Errorf("without the program: %v", err)
	}
}

func TestLanguagesOfOCRAreAskedForUntilThereAreSome(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tesseract")
	var found *convert.Tools
	for _, c := range []struct {
		script, message string
		want            []string
	}{
		{"echo 'cannot open tessdata' >&2; exit 1", "Tesseract ended with status 1: cannot open tessdata", nil},
		{"kill -9 $$", "Tesseract was killed", nil},
		{"echo 'List of available languages (0):'", "", nil},
		{"echo eng", "", []string{"eng"}},
		{"echo deu", "", []string{"eng"}},
	} {
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"+c.script+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		if found == nil {
			found = convert.Find(map[string]string{"tesseract": path})
			found.TempDir = t.TempDir()
		}
		got, err := found.Languages(t.Context())
		if !slices.Equal(got, c.want) || (err != nil) != (c.message != "") || err != nil && !strings.Contains(err.Error(), c.message) {
			t.Errorf("%s: %q, %v; want %q, %q", c.script, got, err, c.want, c.message)
		}
	}
}
