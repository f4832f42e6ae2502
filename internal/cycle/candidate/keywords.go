package candidate

import (
	"bufio"
	_ "embed"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"strings"
)

// Keywords are the keywords of a subject.
type Keywords struct {
	all   []keyword
	names []string // of the subject, as departments and their hosts have it; nil: not known
}

// namesOfComputerScience are names of the subject in texts of links and in labels of hosts.
var namesOfComputerScience = []string{"computer science", "computing science", "computer sciences", "computing", "informatics", "informatik", "informatique", "informatica", "cs", "cse",
	"csd", "csci", "eecs", "inf"}

// keyword is one of them.
type keyword struct {
	text        string
	normal      string // between two spaces
	isAmbiguous bool   // on pages of any subject
}

// Limits of a file of keywords.
const (
	maxKeywords = 10_000
	maxKeyword  = 200 // bytes
)

//go:embed computer-science.txt
var computerScience string

// ComputerScience returns the 174 keywords of the publication, 6 of which are ambiguous. It removed some more in its second test, which it does not name.
func ComputerScience() *Keywords {
	k, err := ReadKeywords(strings.NewReader(computerScience))
	if err != nil {
		panic(err) // the file is part of the program: every test finds it
	}
	k.names = namesOfComputerScience
	return k
}

// ErrNoKeyword is the error of a file without a keyword.
var ErrNoKeyword = errors.New("no keyword in it")

// ReadKeywords reads keywords, one a line. A line that begins with # is a comment, and a question mark marks an ambiguous keyword. A keyword that is
// there twice counts once. The error names the line.
func ReadKeywords(r io.Reader) (*Keywords, error) {
	k := &Keywords{}
	seen := map[string]bool{}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		text := strings.TrimSpace(strings.ToValidUTF8(lines.Text(), "\uFFFD"))
		if text == "" || text[0] == '#' {
			continue
		}
		word := keyword{}
		text, word.isAmbiguous = strings.CutPrefix(text, "?")
		word.text = strings.TrimSpace(text)
		word.normal = " " + normal(word.text) + " "
		switch {
		case len(word.text) > maxKeyword:
			return nil, fmt.Errorf("line %d: a keyword of more than %d bytes", n, maxKeyword)
		case word.normal == "  ":
			return nil, fmt.Errorf("line %d: %q has no word", n, word.text)
		case len(k.all) == maxKeywords:
			return nil, fmt.Errorf("line %d: more than %d keywords", n, maxKeywords)
		}
		if !seen[word.normal] {
			seen[word.normal] = true
			k.all = append(k.all, word)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(k.all) == 0 {
		return nil, ErrNoKeyword
	}
	return k, nil
}

// Sum returns a text by which keywords are told from others.
func (k *Keywords) Sum() string {
	sum := fnv.New64a()
	for _, word := range k.all {
		fmt.Fprintf(sum, "%s%t\n", word.normal, word.isAmbiguous)
	}
	return fmt.Sprintf("%016x", sum.Sum64())
}

// Len returns the number of keywords, and how many of them are ambiguous.
func (k *Keywords) Len() (all, ambiguous int) {
	for _, word := range k.all {
		if word.isAmbiguous {
			ambiguous++
		}
	}
	return len(k.all), ambiguous
}
