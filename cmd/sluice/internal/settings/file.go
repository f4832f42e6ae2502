package settings

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sluice/cmd/sluice/internal/units"
	"sluice/internal/nesting"
	"sluice/internal/permission"
	"sluice/internal/suggestion"
	"sluice/weburl"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
)

// FileName is the name of the settings file in a library.
const FileName = "sluice.yaml"

const maxFile = 4 << 20 // bytes of the settings file: room for a hundred thousand seeds, and seconds to parse whatever it is

// Load reads the settings file of a library. A library without one has an empty layer. Names of
// files in it are relative to dir. An error names the file and the line.
func Load(dir string) (Layer, error) {
	layer, _, err := load(dir, func(string) error { return nil })
	return layer, err
}

// LoadToCrawl is [Load] for commands that decide by the settings which URLs are fetched. It also refuses what [CheckPattern] and
// [Layer.CheckCookies] do. Files that earlier versions have written contain it: commands that do not depend on it work with them.
func LoadToCrawl(dir string) (Layer, error) {
	layer, lines, err := load(dir, CheckPattern)
	if err != nil {
		return nil, err
	}
	if err := layer.CheckCookies(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", FileName, lines["cookies"], err)
	}
	return layer, nil
}

// load returns the settings of a crawl and the line of each key. checkPattern checks each entry of a list of patterns.
func load(dir string, checkPattern func(entry string) error) (layer Layer, lines map[string]int, err error) {
	data, err := readSettings(dir)
	if err != nil {
		return nil, nil, err
	}
	if layer, _, lines, err = parse(data); err != nil {
		return nil, nil, err
	}
	if err := layer.readFiles(dir, lines, checkPattern); err != nil {
		return nil, nil, err
	}
	return layer, lines, layer.check(lines)
}

// readSettings returns the text of the settings file of a library, none if there is no file.
func readSettings(dir string) ([]byte, error) {
	path := filepath.Join(dir, FileName)
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a file", path) // the opening of a pipe would wait for ever
	}
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(data) > maxFile {
		err = fmt.Errorf("%s: larger than %s; move the seeds to a file (seeds: FILE)", path, units.Size(maxFile))
	}
	return data, err
}

// check validates each value by itself, so that an error can name its line.
// The combination of all values is checked later, when the flags of the command line are known too.
func (l Layer) check(lines map[string]int) error {
	keys := slices.SortedFunc(maps.Keys(lines), func(a, b string) int { return lines[a] - lines[b] })
	for _, key := range keys {
		f, err := Layer{key: l[key]}.Decode()
		if err == nil && key != "pprof" && key != "cookies" { // they need metrics and cookie-jar, which may be flags
			err = f.Check()
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", FileName, lines[key], err)
		}
	}
	return nil
}

// readFiles replaces the names of files of patterns and seeds by their entries, and makes the names
// of other files absolute.
// An entry of seeds is a file only if it is the single one, because a seed may look like a path.
func (l Layer) readFiles(dir string, lines map[string]int, checkPattern func(entry string) error) error {
	for _, key := range []string{"allow", "ignore"} {
		if _, ok := l[key]; !ok {
			continue
		}
		patterns, err := ExpandPatterns(l[key], dir, checkPattern)
		if err != nil {
			return fmt.Errorf("%s:%d: %s: %w", FileName, lines[key], key, err)
		}
		l[key] = patterns
	}
	if err := l.ResolveFiles(dir); err != nil {
		return err
	}
	seeds := l["seeds"]
	if len(seeds) != 1 {
		return nil
	}
	if !isFile(filepath.Join(dir, seeds[0])) {
		if _, err := weburl.ParseSeed(seeds[0]); err != nil {
			return fmt.Errorf("%s:%d: seeds: %w", FileName, lines["seeds"], err)
		}
		return nil
	}
	listed, err := readFile(filepath.Join(dir, seeds[0]), ReadSeeds)
	if err != nil {
		return fmt.Errorf("%s: seeds: %w", FileName, err)
	}
	name := seeds[0]
	l["seeds"] = nil
	for _, line := range listed {
		if _, err := weburl.ParseSeed(line.Text); err != nil {
			return fmt.Errorf("%s:%d: seeds: %s:%d: %w", FileName, lines["seeds"], name, line.Number, err)
		}
		l["seeds"] = append(l["seeds"], line.Text)
	}
	return nil
}

// isFile reports whether path is a regular file: a folder of that name, or a device, is not read.
func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// Parse reads the text of a settings file: one mapping of keys to values or lists of values. Every
// error begins with the file's name and the line. The keys of [Cycle] are left out.
func Parse(data []byte) (Layer, error) {
	layer, _, _, err := parse(data)
	return layer, err
}

// maxNesting is how deep lists may lie in one another. Settings need one level.
const maxNesting = 4

// parse returns the settings of a crawl and the line of each, and the settings of cycles.
func parse(data []byte) (layer, ofCycle Layer, lines map[string]int, err error) {
	tokens := lexer.Tokenize(string(data))
	if line, err := nesting.Check(tokens, maxNesting); err != nil {
		return nil, nil, nil, fmt.Errorf("%s:%d: %w", FileName, line, err)
	}
	file, err := parser.Parse(tokens, 0)
	if err != nil {
		return nil, nil, nil, syntaxError(err)
	}
	layer, lines = Layer{}, map[string]int{}
	for _, doc := range file.Docs {
		if doc.Body == nil {
			continue
		}
		entries, err := mapping(doc.Body)
		if err != nil {
			return nil, nil, nil, err
		}
		for _, entry := range entries {
			if err := layer.read(entry); err != nil {
				return nil, nil, nil, err
			}
			lines[currentName(entry.Key.GetToken().Value)] = lineOf(entry.Value)
		}
	}
	ofCycle = layer.takeCycle()
	for key := range ofCycle {
		delete(lines, key)
	}
	return layer, ofCycle, lines, nil
}

// mapping returns the entries of a document. The parser returns a mapping of one entry as a node of
// another type, and a file of comments only has none.
func mapping(body ast.Node) ([]*ast.MappingValueNode, error) {
	switch n := body.(type) {
	case *ast.MappingNode:
		return n.Values, nil
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}, nil
	case *ast.CommentGroupNode, *ast.NullNode:
		return nil, nil
	}
	return nil, lineError(body, "expected keys and values, as in `delay: 2s`")
}

// read adds one entry to the layer. Each error names the line of the entry.
func (l Layer) read(entry *ast.MappingValueNode) error {
	key := entry.Key.GetToken().Value
	if key == "dir" {
		return lineError(entry.Key, "key \"dir\" is not possible here; the library is the folder of this file")
	}
	key = currentName(key)
	_, isOfCycle := cycleFields[key]
	if _, ok := fields[key]; !ok && !isOfCycle {
		return lineError(entry.Key, "unknown key %q%s", key, suggestion.Hint(key, append(Keys(), CycleKeys()...)))
	}
	if _, ok := l[key]; ok {
		return lineError(entry.Key, "key %q is there twice", key)
	}
	texts, err := values(entry.Value)
	if err != nil {
		return lineError(entry.Value, "%s: %w", key, err)
	}
	if _, sequence := entry.Value.(*ast.SequenceNode); sequence && !isList(key) {
		return lineError(entry.Value, "%s: needs one value, not a list", key)
	}
	// The value is checked by setting it, except for seeds: the field of that name is a file, not a
	// list.
	set := new(Flags).set
	if isOfCycle {
		set = new(Cycle).set
	}
	if err := set(key, texts); err != nil && key != "seeds" {
		return lineError(entry.Value, "%s: %w", key, err)
	}
	if list, ok := entry.Value.(*ast.SequenceNode); ok && key == "seeds" && len(texts) > 1 { // a single one may be the name of a file
		for i, n := range list.Values {
			if _, err := weburl.ParseSeed(texts[i]); err != nil {
				return lineError(n, "seeds: %w", err)
			}
		}
	}
	l[key] = texts
	return nil
}

// values returns the texts of a list, or of a single value as a list of one.
func values(n ast.Node) ([]string, error) {
	list, ok := n.(*ast.SequenceNode)
	if !ok {
		text, err := scalar(n)
		return []string{text}, err
	}
	texts := make([]string, 0, len(list.Values))
	for _, v := range list.Values {
		text, err := scalar(v)
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// scalar returns a plain value as it is written in the file. Numbers keep their spelling, because
// [Flags.set] parses them by the type of the field.
func scalar(n ast.Node) (string, error) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, nil
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return n.GetToken().Value, nil
	case *ast.NullNode:
		return "", errors.New("has no value")
	}
	return "", errors.New("needs a plain value")
}

// lineError returns an error that begins with the file's name and the line of n.
func lineError(n ast.Node, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %w", FileName, lineOf(n), fmt.Errorf(format, args...))
}

// lineOf returns the line of a node, 1 if the parser recorded none.
func lineOf(n ast.Node) int {
	if t := n.GetToken(); t != nil && t.Position != nil {
		return t.Position.Line
	}
	return 1
}

// syntaxError returns the parser's error in the form of [lineError], without the excerpt of the
// source that the parser adds.
func syntaxError(err error) error {
	var e yaml.Error
	if errors.As(err, &e) && e.GetToken() != nil && e.GetToken().Position != nil {
		return fmt.Errorf("%s:%d: %s", FileName, e.GetToken().Position.Line, e.GetMessage())
	}
	return fmt.Errorf("%s: %w", FileName, err)
}

// The seeds of a new library are listed in sluice.yaml while a person can still survey them there.
const (
	seedsFile      = "seeds.txt"
	maxInlineSeeds = 100 // more seeds than this are written to seeds.txt
)

// Write creates the settings file of a new library, with the keys in the order of the manual. Keys
// that have their default or concern one run only are left out.
func (l Layer) Write(dir string) error {
	lasting := l.Lasting()
	if seeds := lasting["seeds"]; len(seeds) > maxInlineSeeds {
		// The list of seeds is written before the settings file that names it: a crash between the
		// two leaves no settings file that refers to a missing list.
		text := strings.Join(seeds, "\n") + "\n"
		if err := writeNew(dir, seedsFile, []byte(text)); err != nil {
			return err
		}
		lasting["seeds"] = []string{seedsFile}
	}
	text, err := lasting.encode()
	if err != nil {
		return err
	}
	return writeNew(dir, FileName, text)
}

// Create creates the settings file of a library with a text. It is an error if there is one already.
func Create(dir string, text []byte) error {
	if Exists(dir) {
		return fmt.Errorf("create %s: %w", filepath.Join(dir, FileName), os.ErrExist)
	}
	return writeNew(dir, FileName, text)
}

// writeNew writes a file of a library, which may contain passwords: with the permissions of the library. It replaces a file of that name, and
// a symbolic link as well, whose target stays as it is.
func writeNew(dir, name string, text []byte) error {
	lib := permission.Library(dir)
	f, err := lib.CreateTemp(dir, "."+name+"-")
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return os.Rename(f.Name(), filepath.Join(dir, name))
}

// encode returns the layer as YAML, with its keys in the order of the manual.
func (l Layer) encode() ([]byte, error) {
	var doc yaml.MapSlice
	for _, key := range Keys() {
		texts, ok := l[key]
		if !ok {
			continue
		}
		var value any = texts
		switch {
		case !isList(key), slices.Equal(texts, []string{seedsFile}):
			value = plain(texts[0])
		}
		doc = append(doc, yaml.MapItem{Key: key, Value: value})
	}
	text := []byte("# Settings of this library. `sluice help crawl` has the flags, which are keys here; flags override this file.\n")
	if len(doc) == 0 {
		return text, nil
	}
	body, err := yaml.MarshalWithOptions(doc, yaml.IndentSequence(true))
	return append(text, body...), err
}

// plain returns numbers and booleans in their own types, so that YAML writes them without quotes.
func plain(text string) any {
	switch text {
	case "true", "false":
		return text == "true"
	}
	var n int64
	// A number is written without quotes only if its text survives the conversion: "007" and "1e3"
	// stay texts.
	if _, err := fmt.Sscanf(text, "%d", &n); err == nil && fmt.Sprint(n) == text {
		return n
	}
	return text
}

// Exists reports whether a library has a settings file.
func Exists(dir string) bool { return isFile(filepath.Join(dir, FileName)) }
