package main

import (
	"archive/tar"
	"bufio"
	"compress/gzip"
	"io"
	"net/textproto"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/blakesmith/ar"
)

func TestVersionAgreesWithTheTag(t *testing.T) {
	for _, c := range []struct {
		name, tag string
		modified  bool
		want      string // empty: an error
	}{
		{"tag of the number", "v0.1.0", false, "0.1.0"},
		{"tag of another number", "v0.2.0", false, ""},
		{"tag, and changed files", "v0.1.0", true, ""},
		{"no tag", "", false, "0.1.0-dev.4a8e28f"},
		{"no tag, and changed files", "", true, "0.1.0-dev.4a8e28f.modified"},
	} {
		got, err := versionOf("0.1.0", "4a8e28f1dcdf0000", c.tag, c.modified)
		if got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s: %q, %v; want %q", c.name, got, err, c.want)
		}
	}
}

// installation is a small tree.
func installation() []file {
	return []file{
		{"bin/sluice", 0o755, []byte("program")},
		{docs + "/LICENSE", 0o644, []byte("text of the licence")},
		{notices, 0o644, []byte("licences of others")},
		{"share/man/man1/sluice.1", 0o644, []byte("manual")},
		{"share/zsh/site-functions/_sluice", 0o644, []byte("completion")},
	}
}

// TestFilesAreTheSameBytesEachTime makes every kind of file twice.
func TestFilesAreTheSameBytesEachTime(t *testing.T) {
	src := &source{commit: "4a8e28f", version: "0.1.0-dev.4a8e28f", date: time.Date(2026, 11, 22, 1, 2, 3, 0, time.UTC)}
	sums := func() string {
		dir := t.TempDir()
		if err := writeTar(filepath.Join(dir, "a.tar.gz"), "a", installation(), src.date); err != nil {
			t.Fatal(err)
		}
		if err := writeZip(filepath.Join(dir, "a.zip"), "a", installation(), src.date); err != nil {
			t.Fatal(err)
		}
		deb, err := writeDeb(dir, src, "amd64", installation())
		if err != nil {
			t.Fatal(err)
		}
		if want := "sluice_0.1.0~dev.4a8e28f-1_amd64.deb"; deb != want {
			t.Errorf("the package is %s, want %s", deb, want)
		}
		if err := writeChecksums(dir, []string{"a.tar.gz", "a.zip", deb}); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(dir, "SHA256SUMS"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if first, second := sums(), sums(); first != second {
		t.Errorf("first\n%ssecond\n%s", first, second)
	}
}

func TestDebianPackagePutsFilesWhereDebianHasThem(t *testing.T) {
	var got []string
	for _, f := range debianFiles(installation()) {
		got = append(got, f.path)
	}
	want := []string{"bin/sluice", docs + "/copyright", "share/man/man1/sluice.1.gz", "share/zsh/vendor-completions/_sluice"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestDebianPackageDependsOnNothing reads the control file of a package. The names of the programs are those of Debian.
func TestDebianPackageDependsOnNothing(t *testing.T) {
	dir := t.TempDir()
	src := &source{commit: "4a8e28f", version: "0.1.0", date: time.Date(2026, 11, 22, 1, 2, 3, 0, time.UTC)}
	name, err := writeDeb(dir, src, "arm64", installation())
	if err != nil {
		t.Fatal(err)
	}
	control := controlOf(t, filepath.Join(dir, name))
	for field, want := range map[string]string{
		"Package": "sluice", "Version": "0.1.0-1", "Architecture": "arm64", "Section": "web", "Priority": "optional",
		"Depends": "", "Pre-Depends": "",
		"Recommends": "ghostscript, libreoffice, tesseract-ocr",
		"Suggests":   "antiword, catdoc, texlive-base",
	} {
		if got := control.Get(field); got != want {
			t.Errorf("%s: %q, want %q", field, got, want)
		}
	}
	for _, field := range []string{"Maintainer", "Description", "Installed-Size"} {
		if control.Get(field) == "" {
			t.Errorf("%s: no value", field)
		}
	}
}

// controlOf returns the fields of a Debian package's control file.
func controlOf(t *testing.T, name string) textproto.MIMEHeader {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	members := ar.NewReader(f)
	for {
		member, err := members.Next()
		if err != nil {
			t.Fatalf("%s: control.tar.gz: %v", name, err)
		}
		if strings.TrimSuffix(member.Name, "/") == "control.tar.gz" {
			break
		}
	}
	unzipped, err := gzip.NewReader(members)
	if err != nil {
		t.Fatal(err)
	}
	files := tar.NewReader(unzipped)
	for {
		file, err := files.Next()
		if err != nil {
			t.Fatalf("%s: control: %v", name, err)
		}
		if path.Base(file.Name) == "control" {
			break
		}
	}
	// The form is that of a mail's header. The empty line is its end.
	fields, err := textproto.NewReader(bufio.NewReader(io.MultiReader(files, strings.NewReader("\n")))).ReadMIMEHeader()
	if err != nil {
		t.Fatal(err)
	}
	return fields
}

func TestModuleWithoutAKnownLicenceIsAnError(t *testing.T) {
	dir := t.TempDir()
	m := module{path: "example.org/m", version: "v1.0.0"}
	if err := m.readLicence(dir); err == nil {
		t.Errorf("licence %q", m.licence)
	}
	if err := os.WriteFile(filepath.Join(dir, "LICENSE.txt"), []byte(pdfium), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := m.readLicence(dir); err != nil || m.licence != "BSD-3-Clause AND Apache-2.0" {
		t.Errorf("licence %q, %v", m.licence, err)
	}
}
