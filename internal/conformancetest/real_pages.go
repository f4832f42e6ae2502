//go:build yardstick

package conformancetest

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// RealPage is an HTML page of the real sites beside the project.
type RealPage struct {
	URL  string
	Body []byte
}

// EachRealPage reads all HTML pages of the real sites, small and large. For each processor it calls begin once, and then the
// returned function with a share of the pages.
func EachRealPage(t testing.TB, begin func() func(RealPage)) {
	t.Helper()
	pages := make(chan RealPage, 64)
	var readers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		use := begin()
		readers.Go(func() {
			for p := range pages {
				use(p)
			}
		})
	}
	err := errors.Join(sendFolder(Path(t, "web", "sites"), pages), sendArchive(Path(t, "web-large", "sites.tar.gz"), pages))
	close(pages)
	readers.Wait()
	if err != nil {
		t.Fatal(err)
	}
}

// sendFolder sends the pages of a folder of sites.
func sendFolder(root string, pages chan<- RealPage) error {
	return filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.Contains(strings.ToLower(filepath.Ext(name)), "htm") {
			return err
		}
		body, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		path, err := filepath.Rel(root, name)
		pages <- RealPage{"http://" + filepath.ToSlash(path), body}
		return err
	})
}

// sendArchive sends the pages of an archive of sites, in which every file is a page.
func sendArchive(name string, pages chan<- RealPage) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	plain, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	for archive := tar.NewReader(plain); ; {
		h, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		body, err := io.ReadAll(archive)
		if err != nil {
			return err
		}
		_, path, _ := strings.Cut(h.Name, "sites/")
		pages <- RealPage{"http://" + path, body}
	}
}
