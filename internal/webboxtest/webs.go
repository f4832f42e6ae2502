package webboxtest

import (
	"archive/tar"
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Web is a recorded web of the shared folder.
type Web struct {
	Name      string
	Dir       string   // with a folder for each host
	Hosts     []string // sorted; nil: all of Dir
	Seeds     []string // URLs
	Documents string   // a list of document URLs, whose files are not there; empty: the files are there
}

// Sites is the name of the web of all small sites.
const Sites = "sites"

// Webs returns the recorded webs: the small sites as one web, and the large ones, which it unpacks into dir.
func Webs(dir string) ([]Web, error) {
	shared, err := Shared()
	if err != nil {
		return nil, err
	}
	small, err := seedsOf(filepath.Join(shared, "web", "seeds.tsv"))
	if err != nil {
		return nil, err
	}
	webs := []Web{{Name: Sites, Dir: filepath.Join(shared, "web", "sites"), Seeds: small[""]}}
	large := filepath.Join(shared, "web-large")
	seeds, err := seedsOf(filepath.Join(large, "seeds.tsv"))
	if err != nil {
		return nil, err
	}
	b, err := os.ReadFile(filepath.Join(large, "sites.json"))
	if err != nil {
		return nil, err
	}
	var sites map[string]struct {
		Hosts map[string]int `json:"hosts"`
	}
	if err := json.Unmarshal(b, &sites); err != nil {
		return nil, fmt.Errorf("read sites.json: %w", err)
	}
	if err := unpack(filepath.Join(large, "sites.tar.gz"), dir); err != nil {
		return nil, err
	}
	for name, s := range sites {
		w := Web{Name: name, Dir: filepath.Join(dir, "sites"), Seeds: seeds[name], Documents: filepath.Join(large, "documents.tsv")}
		for host := range s.Hosts {
			w.Hosts = append(w.Hosts, host)
		}
		slices.Sort(w.Hosts)
		webs = append(webs, w)
	}
	slices.SortFunc(webs[1:], func(a, b Web) int { return strings.Compare(a.Name, b.Name) })
	return webs, nil
}

// seedsOf reads a list of hosts and paths, and returns the URLs by the site that the third column names.
func seedsOf(name string) (map[string][]string, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	seeds := map[string][]string{}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		fields := append(strings.Split(lines.Text(), "\t"), "")
		if len(fields) > 2 {
			seeds[fields[2]] = append(seeds[fields[2]], "http://"+fields[0]+fields[1])
		}
	}
	return seeds, lines.Err()
}

// unpack unpacks the regular files of a packed archive into a folder, unless a folder "sites" is there already.
func unpack(name, dir string) error {
	if _, err := os.Stat(filepath.Join(dir, "sites")); err == nil {
		return nil
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	packed, err := gzip.NewReader(bufio.NewReader(f))
	if err != nil {
		return fmt.Errorf("unpack %s: %w", name, err)
	}
	for r := tar.NewReader(packed); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil && h.Typeflag == tar.TypeReg {
			err = writeFile(dir, h.Name, r)
		}
		if err != nil {
			return fmt.Errorf("unpack %s: %w", name, err)
		}
	}
}

// writeFile writes a file within a folder.
func writeFile(dir, name string, r io.Reader) error {
	if !filepath.IsLocal(name) {
		return fmt.Errorf("%s is outside of the folder", name)
	}
	name = filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, r)
	return errors.Join(err, f.Close())
}
