package topic

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/lexer"

	"sluice/internal/nesting"
)

// MaxFile is the greatest size of a topic's file, in bytes.
const MaxFile = 4 << 20

// version is that of the format of a file.
const version = 1

// A file is YAML:
//
//	version: 1
//	name: machine learning
//	threshold: 0.5
//	language: en
//	classes:
//	  - name: machine learning
//	    good: true
//	    words: machine learning, neural networks
//	    half: 1.8
//	    terms:
//	      machine learning: 1
//	      classifier: 0.42
//	    examples:
//	      - http://www.example.org/ml.html
//
// or, in place of classes, model: FILE and good: a list of its classes. All but version and name may be missing. It is read into:
type file struct {
	Version   int         `yaml:"version"`
	Name      string      `yaml:"name"`
	Threshold float64     `yaml:"threshold"`
	Language  string      `yaml:"language"`
	Model     string      `yaml:"model"`
	Good      []string    `yaml:"good"`
	Classes   []fileClass `yaml:"classes"`
}

// fileClass is a class in a file.
type fileClass struct {
	Name     string        `yaml:"name"`
	Good     bool          `yaml:"good"`
	Words    string        `yaml:"words"`
	Half     float64       `yaml:"half"`
	Terms    yaml.MapSlice `yaml:"terms"`
	Examples []string      `yaml:"examples"`
}

// Parse returns the definition in a file. An error names the line if the file cannot be read, or what is wrong with the definition, as
// [Definition.Validate] does. A file whose classes are all not good yet is an error of Validate only: see [ParseTaxonomy].
func Parse(b []byte) (Definition, error) {
	d, err := ParseTaxonomy(b)
	if err != nil {
		return d, err
	}
	return d, d.Validate()
}

// ParseTaxonomy returns the definition in a file in which no class need be good.
func ParseTaxonomy(b []byte) (d Definition, err error) {
	defer func() {
		if p := recover(); p != nil { // of the parser, on input that it does not expect
			d, err = Definition{}, fmt.Errorf("read topic: not a file of a topic: %v", p)
		}
	}()
	if len(b) > MaxFile {
		return d, fmt.Errorf("read topic: larger than %d bytes", MaxFile)
	}
	if !utf8.Valid(b) {
		return d, errors.New("read topic: not a text in UTF-8")
	}
	if line, err := nesting.Check(lexer.Tokenize(string(b)), maxNesting); err != nil {
		return d, fmt.Errorf("read topic: line %d: %w", line, err)
	}
	var f file
	if err := yaml.NewDecoder(bytes.NewReader(b), yaml.Strict()).Decode(&f); err != nil && err != io.EOF { // an empty file has no version
		return d, fmt.Errorf("read topic: %s", strings.TrimSpace(yaml.FormatError(err, false, false)))
	}
	if f.Version != version {
		return d, fmt.Errorf("read topic: the file has version %d, this program reads version %d: its first line must be 'version: %[2]d'", f.Version, version)
	}
	d = Definition{Name: f.Name, Threshold: f.Threshold, Language: f.Language, Model: f.Model, Good: f.Good}
	for _, c := range f.Classes {
		out := Class{Name: c.Name, Good: c.Good, Words: c.Words, Half: c.Half, Examples: c.Examples}
		for _, item := range c.Terms {
			weight, err := number(item.Value)
			if err != nil {
				return d, fmt.Errorf("read topic: class %q: term %v: %w", c.Name, item.Key, err)
			}
			out.Terms = append(out.Terms, Term{fmt.Sprint(item.Key), weight})
		}
		sortTerms(out.Terms)
		d.Classes = append(d.Classes, out)
	}
	return d, nil
}

// number returns a weight.
func number(v any) (float64, error) {
	x, err := strconv.ParseFloat(fmt.Sprint(v), 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, fmt.Errorf("%v is not a weight: write a number such as 1.5", v)
	}
	return x, nil
}

// maxNesting is the most levels of lists and mappings.
const maxNesting = 5

// head is the comment at the beginning of a file.
const head = `# A topic for sluice: edit it freely. A page has the relevance 0.5 if its score in one good class is the class's half;
# the score is the sum of the weights of the terms that it has, each as far as it is frequent. 'sluice help topic' explains all keys.
`

// Marshal returns a definition as a file. Terms are sorted by their weights.
func (d Definition) Marshal() []byte {
	var b bytes.Buffer
	b.WriteString(head)
	fmt.Fprintf(&b, "version: %d\nname: %s\n", version, scalar(d.Name))
	if d.Threshold != 0 {
		fmt.Fprintf(&b, "threshold: %v\n", d.Threshold)
	}
	if d.Language != "" {
		fmt.Fprintf(&b, "language: %s\n", scalar(d.Language))
	}
	if d.Model != "" {
		fmt.Fprintf(&b, "model: %s\n", scalar(d.Model))
		writeList(&b, "", "good", d.Good)
	}
	if len(d.Classes) > 0 {
		b.WriteString("classes:\n")
	}
	for _, c := range d.Classes {
		fmt.Fprintf(&b, "  - name: %s\n", scalar(c.Name))
		if c.Good {
			b.WriteString("    good: true\n")
		}
		if c.Words != "" {
			fmt.Fprintf(&b, "    words: %s\n", scalar(c.Words))
		}
		if c.Half != 0 {
			fmt.Fprintf(&b, "    half: %v\n", math.Round(c.Half*1000)/1000)
		}
		if len(c.Terms) > 0 {
			b.WriteString("    terms:\n")
		}
		terms := slices.Clone(c.Terms)
		sortTerms(terms)
		for _, t := range terms {
			fmt.Fprintf(&b, "      %s: %v\n", scalar(t.Text), t.Weight)
		}
		writeList(&b, "    ", "examples", c.Examples)
	}
	return b.Bytes()
}

// writeList writes a list, if it has entries.
func writeList(b *bytes.Buffer, indent, key string, list []string) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, "%s%s:\n", indent, key)
	for _, s := range list {
		fmt.Fprintf(b, "%s  - %s\n", indent, scalar(s))
	}
}

// plain matches texts that YAML reads as they are, unless they are words of its own.
var plain = regexp.MustCompile(`^\p{L}[\p{L}\p{M}\p{Nd} ,./&()'+-]*$`)

// scalar returns a text in quotes, unless it needs none.
func scalar(s string) string {
	switch strings.ToLower(s) {
	case "true", "false", "yes", "no", "on", "off", "null", "y", "n", "nan", "inf":
	default:
		if plain.MatchString(s) && strings.TrimSpace(s) == s {
			return s
		}
	}
	b, err := json.Marshal(strings.ToValidUTF8(s, "\uFFFD"))
	if err != nil { // cannot happen: every valid text can be encoded
		return `""`
	}
	return string(b)
}
