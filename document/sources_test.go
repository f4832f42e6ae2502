package document_test

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"sluice/document"
)

// tarred makes a tar file of files, given as name and content in turns.
func tarred(files ...string) string {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for i := 0; i+1 < len(files); i += 2 {
		err := w.WriteHeader(&tar.Header{Name: files[i], Mode: 0o600, Size: int64(len(files[i+1])), Format: tar.FormatGNU})
		if err == nil {
			_, err = w.Write([]byte(files[i+1]))
		}
		if err != nil {
			panic(err)
		}
	}
	w.Close()
	return b.String()
}

const texMain = "\\documentclass{article}\n\\title{On Sources}\n\\begin{document}\n\\maketitle\nbefore % \\input{gone}\n\n\\input{parts/one} \\include{two.tex}\n\n" +
	"\\bibliography{refs}\nafter\n\\end{document}\n"

func TestSourcesOfTeXAreOneDocument(t *testing.T) {
	r := document.NewReader(document.Options{TempDir: t.TempDir()})
	defer r.Close()
	whole := tarred("fig.eps", "%!PS", "a/parts/one.tex", "the first", "two.tex", "never this", "a/two.tex", "the second", "gone.tex", "commented",
		"a/paper.bbl", "\\begin{thebibliography}{9}\\bibitem{k} Ann, A book.\\end{thebibliography}", "a/paper.tex", texMain,
		"letter.tex", "\\documentclass{letter}\\begin{document}Dear editor\\end{document}")
	for _, c := range []struct{ what, name, data, want string }{
		{"packed", "e-print", gzipped(whole), "the first"},
		{"as a tar file", "paper.tar", whole, "the second"},
		{"that break off", "paper.tar.gz", gzipped(whole[:len(whole)-2000]), "after"},
		{"without inputs", "a.tgz", gzipped(tarred("ms.tex", texMain)), "before"},
	} {
		d, err := r.Read(t.Context(), fileOf(t, c.name, c.data), document.Hint{})
		if err != nil || d.Type != "tex" || d.Get("title") != "On Sources" || !strings.Contains(d.Text, c.want) || strings.Contains(d.Text, "commented") || strings.Contains(d.Text, "Dear") {
			t.Errorf("%s: %+v, %v, want %q", c.what, d, err, c.want)
		}
	}
	d, err := r.Read(t.Context(), fileOf(t, "e-print", gzipped(whole)), document.Hint{})
	if err != nil {
		t.Fatal(err)
	}
	at := -1
	for _, s := range []string{"before", "the first", "the second", "Ann, A book", "after"} {
		i := strings.Index(d.Text, s)
		if i <= at {
			t.Errorf("%q is out of its order in %q", s, d.Text)
		}
		at = i
	}
}

func TestOtherArchivesAreNotRead(t *testing.T) {
	temp := t.TempDir()
	r := document.NewReader(document.Options{TempDir: temp})
	defer r.Close()
	for _, c := range []struct{ what, name, data string }{
		{"a program", "a.tar.gz", gzipped(tarred("main.c", "int main() {}"))},
		{"macros alone", "a.tar.gz", gzipped(tarred("a.sty", "\\def\\x{y}", "b.tex", "words"))},
		{"a ZIP file with a document", "a.zip", zipped("a.tex", texMain)},
		{"nothing", "a.tar", tarred()},
	} {
		if d, err := r.Read(t.Context(), fileOf(t, c.name, c.data), document.Hint{}); !errors.Is(err, document.ErrUnknown) {
			t.Errorf("%s: %+v, %v", c.what, d, err)
		}
	}
}

func TestSourcesThatIncludeEachOtherAreBounded(t *testing.T) {
	r := document.NewReader(document.Options{TempDir: t.TempDir()})
	defer r.Close()
	again := "\\documentclass{a}\\begin{document}" + strings.Repeat("\\input{a}\\input{b}\n", 1000) + "words\\end{document}"
	files := []string{"a.tex", again, "b.tex", again}
	for i := range 50 {
		files = append(files, fmt.Sprintf("c%d.tex", i), again)
	}
	for _, data := range []string{
		tarred(files...),
		tarred("a.tex", "\\documentclass{a}\\begin{document}\n"+strings.Repeat("\\input{b}\n", 1000)+"words", "b.tex", strings.Repeat("x ", 3<<20)),
	} {
		began := time.Now()
		if _, err := r.Read(t.Context(), fileOf(t, "a.tar", data), document.Hint{}); err != nil {
			t.Error(err)
		}
		if took := time.Since(began); took > 20*time.Second {
			t.Errorf("it took %v", took)
		}
	}
}

func TestManyIncludesOfOneFileAreBounded(t *testing.T) {
	r := document.NewReader(document.Options{TempDir: t.TempDir()})
	defer r.Close()
	files := []string{"big.tex", strings.Repeat("\\x y ", 8<<20/5)}
	for i := range 3000 {
		files = append(files, fmt.Sprintf("m%d.tex", i), "\\documentclass{a}"+strings.Repeat("\\input{big}", 6))
	}
	files = append(files, "own.tex", "\\documentclass{a}\\begin{document}the own one\\end{document}")
	began := time.Now()
	d, err := r.Read(t.Context(), fileOf(t, "a.tar", tarred(files...)), document.Hint{})
	if err != nil || d.Text != "the own one\n" {
		t.Errorf("%v", err)
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
}
