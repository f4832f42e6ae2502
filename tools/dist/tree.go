package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A file of an installation.
type file struct {
	path string // below the prefix, with slashes
	mode os.FileMode
	data []byte
}

// docs is where documentation is, below the prefix.
const docs = "share/doc/sluice"

// tree returns all files of an installation, sorted: the program, what it derives, and the documentation of the clone.
func tree(src *source, program string, others []file) ([]file, error) {
	names, err := filepath.Glob(filepath.Join(src.dir, "docs", "*"))
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"README.md", "CHANGELOG.md", "LICENSE"} {
		names = append(names, filepath.Join(src.dir, name))
	}
	all := slices.Clone(others)
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		below, err := filepath.Rel(src.dir, name)
		if err != nil {
			return nil, err
		}
		all = append(all, file{path.Join(docs, filepath.ToSlash(below)), 0o644, data})
	}
	data, err := os.ReadFile(program)
	if err != nil {
		return nil, err
	}
	all = append(all, file{"bin/" + filepath.Base(program), 0o755, data})
	slices.SortFunc(all, func(a, b file) int { return strings.Compare(a.path, b.path) })
	return all, nil
}

// writeTree writes the files below a folder, as container files copy them.
func writeTree(root string, all []file, date time.Time) error {
	for _, f := range all {
		name := filepath.Join(root, filepath.FromSlash(f.path))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, f.data, f.mode); err != nil {
			return err
		}
		if err := os.Chmod(name, f.mode); err != nil {
			return err
		}
		if err := os.Chtimes(name, date, date); err != nil {
			return err
		}
	}
	return nil
}

// writeTar writes the files as a tar archive in gzip, in a folder of the given name.
func writeTar(name, folder string, all []file, date time.Time) error {
	return create(name, func(w io.Writer) error {
		zipped, err := gzip.NewWriterLevel(w, gzip.BestCompression)
		if err != nil {
			return err
		}
		t := tar.NewWriter(zipped)
		for _, f := range all {
			head := tar.Header{Name: folder + "/" + f.path, Mode: int64(f.mode), Size: int64(len(f.data)), ModTime: date, Format: tar.FormatUSTAR}
			if err := t.WriteHeader(&head); err != nil {
				return err
			}
			if _, err := t.Write(f.data); err != nil {
				return err
			}
		}
		if err := t.Close(); err != nil {
			return err
		}
		return zipped.Close()
	})
}

// writeZip writes the files as a ZIP archive, in a folder of the given name.
func writeZip(name, folder string, all []file, date time.Time) error {
	return create(name, func(w io.Writer) error {
		z := zip.NewWriter(w)
		for _, f := range all {
			head := zip.FileHeader{Name: folder + "/" + f.path, Method: zip.Deflate, Modified: date}
			head.SetMode(f.mode)
			entry, err := z.CreateHeader(&head)
			if err != nil {
				return err
			}
			if _, err := entry.Write(f.data); err != nil {
				return err
			}
		}
		return z.Close()
	})
}

// writeChecksums writes the SHA-256 sums of files, in the form that sha256sum -c reads.
func writeChecksums(dir string, names []string) error {
	var b strings.Builder
	for _, name := range slices.Sorted(slices.Values(names)) {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%x  %s\n", sha256.Sum256(data), name)
	}
	return os.WriteFile(filepath.Join(dir, "SHA256SUMS"), []byte(b.String()), 0o644)
}

// create writes a new file.
func create(name string, write func(io.Writer) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
