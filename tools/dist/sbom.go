package main

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/google/licensecheck"
)

// A module is a part of the program that others wrote.
type module struct {
	path, version string
	licence       string // SPDX
	texts         []string
}

//go:embed pdfium.txt
var pdfium string

// embedded are the licences of what a module contains without naming it in its own licence.
var embedded = map[string]string{"github.com/klippa-app/go-pdfium": pdfium}

// notices is the file with the licences of all modules, which those licences ask for.
const notices = docs + "/THIRD-PARTY-LICENSES"

// modules returns the modules in a program, as Go has recorded them there, with Go's own library.
func (s *source) modules(program string) ([]module, error) {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return nil, err
	}
	list, err := run(s.dir, nil, "go", "list", "-m", "-f", "{{.Path}}\t{{.Dir}}", "all")
	if err != nil {
		return nil, err
	}
	dirs := map[string]string{}
	for line := range strings.Lines(list) {
		path, dir, _ := strings.Cut(strings.TrimSpace(line), "\t")
		dirs[path] = dir
	}
	std := module{path: "std", version: strings.TrimPrefix(info.GoVersion, "go")}
	all := []module{std}
	root, err := run(s.dir, nil, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	dirs["std"] = strings.TrimSpace(root)
	for _, dep := range info.Deps {
		all = append(all, module{path: dep.Path, version: dep.Version})
	}
	for i := range all {
		if err := all[i].readLicence(dirs[all[i].path]); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// licenceName matches the names of files with a licence or a notice.
var licenceName = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice)`)

// readLicence reads the licences in the top folder of a module. A module without one that is known is an error: it must not be
// distributed.
func (m *module) readLicence(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var found []string
	for _, e := range entries {
		if !e.Type().IsRegular() || !licenceName.MatchString(e.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return err
		}
		m.texts = append(m.texts, string(text))
	}
	if text, ok := embedded[m.path]; ok {
		m.texts = append(m.texts, text)
	}
	for _, text := range m.texts {
		for _, match := range licensecheck.Scan([]byte(text)).Match {
			if !slices.Contains(found, match.ID) {
				found = append(found, match.ID)
			}
		}
	}
	if len(found) == 0 {
		return fmt.Errorf("module %s %s: no known licence in %s", m.path, m.version, dir)
	}
	m.licence = strings.Join(found, " AND ")
	return nil
}

// licences returns the file with the licences of all modules, and of the list of words that a package has.
func (s *source) licences(all []module) ([]file, error) {
	words, err := os.ReadFile(filepath.Join(s.dir, "text", "english", "NOTICE"))
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	b.WriteString("Sluice contains the following modules of others, under their own licences.\n")
	for _, m := range all {
		fmt.Fprintf(&b, "\n%s\n%s %s: %s\n\n%s", strings.Repeat("-", 72), m.path, m.version, m.licence, strings.Join(m.texts, "\n"))
	}
	fmt.Fprintf(&b, "\n%s\nthe list of English words\n\n%s", strings.Repeat("-", 72), words)
	return []file{{notices, 0o644, []byte(b.String())}}, nil
}

// The parts of CycloneDX 1.5 that the SBOM has.
type (
	bom struct {
		Format     string      `json:"bomFormat"`
		Spec       string      `json:"specVersion"`
		Version    int         `json:"version"`
		Metadata   metadata    `json:"metadata"`
		Components []component `json:"components"`
	}
	metadata struct {
		Timestamp string    `json:"timestamp"`
		Component component `json:"component"`
	}
	component struct {
		Type     string    `json:"type"`
		Ref      string    `json:"bom-ref"`
		Name     string    `json:"name"`
		Version  string    `json:"version"`
		Hashes   []hash    `json:"hashes,omitempty"`
		Licences []licence `json:"licenses"`
		PURL     string    `json:"purl"`
	}
	hash struct {
		Alg     string `json:"alg"`
		Content string `json:"content"`
	}
	licence struct {
		Expression string `json:"expression"`
	}
)

// writeSBOM writes what a program consists of, in CycloneDX.
func writeSBOM(name string, src *source, program string, modules []module) error {
	data, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	self := newComponent("application", "sluice", src.version, "Apache-2.0")
	self.Hashes = []hash{{"SHA-256", fmt.Sprintf("%x", sha256.Sum256(data))}}
	out := bom{"CycloneDX", "1.5", 1, metadata{src.date.Format(time.RFC3339), self}, nil}
	for _, m := range modules {
		out.Components = append(out.Components, newComponent("library", m.path, m.version, m.licence))
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(out); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o644)
}

// newComponent returns a component whose name is a Go module.
func newComponent(kind, name, version, expression string) component {
	purl := "pkg:golang/" + name + "@" + version
	return component{Type: kind, Ref: purl, Name: name, Version: version, Licences: []licence{{expression}}, PURL: purl}
}
