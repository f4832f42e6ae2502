// Package lazyregexp compiles regular expressions when they are first used.
//
// The rules that read documents are hundreds of expressions. To compile them all takes longer than most commands run, and every command and every
// child process that reads a document would do it at its start. Package variables are therefore made with [New], or with [Build] if the
// expression is made of a list; their methods are those of [regexp.Regexp], and may be called by many goroutines at once.
//
// An invalid expression panics at its first use. [CompileAll], called by a test, finds it before.
package lazyregexp

import (
	"regexp"
	"slices"
	"sync"
)

// Regexp is a regular expression that is compiled at its first use.
type Regexp struct {
	build    func() string
	once     sync.Once
	compiled *regexp.Regexp
}

// all has every Regexp of the program's packages, for CompileAll.
var (
	mu  sync.Mutex
	all []*Regexp
)

// New returns a regular expression that is compiled at its first use.
func New(expression string) *Regexp {
	return Build(func() string { return expression })
}

// Build returns a regular expression that build makes, and that is compiled, at its first use.
func Build(build func() string) *Regexp {
	r := &Regexp{build: build}
	mu.Lock()
	defer mu.Unlock()
	all = append(all, r)
	return r
}

// CompileAll compiles all regular expressions that were made, and returns how many these are. It panics on an invalid one.
func CompileAll() int {
	mu.Lock()
	made := slices.Clone(all)
	mu.Unlock()
	for _, r := range made {
		r.get()
	}
	return len(made)
}

func (r *Regexp) get() *regexp.Regexp {
	r.once.Do(func() { r.compiled = regexp.MustCompile(r.build()) })
	return r.compiled
}

// String returns the source text of the expression.
func (r *Regexp) String() string { return r.get().String() }

// Match is the method of regexp.Regexp.
func (r *Regexp) Match(b []byte) bool { return r.get().Match(b) }

// MatchString is the method of regexp.Regexp.
func (r *Regexp) MatchString(s string) bool { return r.get().MatchString(s) }

// Find is the method of regexp.Regexp.
func (r *Regexp) Find(b []byte) []byte { return r.get().Find(b) }

// FindIndex is the method of regexp.Regexp.
func (r *Regexp) FindIndex(b []byte) []int { return r.get().FindIndex(b) }

// FindSubmatch is the method of regexp.Regexp.
func (r *Regexp) FindSubmatch(b []byte) [][]byte { return r.get().FindSubmatch(b) }

// FindAllSubmatch is the method of regexp.Regexp.
func (r *Regexp) FindAllSubmatch(b []byte, n int) [][][]byte { return r.get().FindAllSubmatch(b, n) }

// FindAllSubmatchIndex is the method of regexp.Regexp.
func (r *Regexp) FindAllSubmatchIndex(b []byte, n int) [][]int {
	return r.get().FindAllSubmatchIndex(b, n)
}

// FindString is the method of regexp.Regexp.
func (r *Regexp) FindString(s string) string { return r.get().FindString(s) }

// FindStringIndex is the method of regexp.Regexp.
func (r *Regexp) FindStringIndex(s string) []int { return r.get().FindStringIndex(s) }

// FindStringSubmatch is the method of regexp.Regexp.
func (r *Regexp) FindStringSubmatch(s string) []string { return r.get().FindStringSubmatch(s) }

// FindStringSubmatchIndex is the method of regexp.Regexp.
func (r *Regexp) FindStringSubmatchIndex(s string) []int {
	return r.get().FindStringSubmatchIndex(s)
}

// FindAllString is the method of regexp.Regexp.
func (r *Regexp) FindAllString(s string, n int) []string { return r.get().FindAllString(s, n) }

// FindAllStringIndex is the method of regexp.Regexp.
func (r *Regexp) FindAllStringIndex(s string, n int) [][]int {
	return r.get().FindAllStringIndex(s, n)
}

// FindAllStringSubmatch is the method of regexp.Regexp.
func (r *Regexp) FindAllStringSubmatch(s string, n int) [][]string {
	return r.get().FindAllStringSubmatch(s, n)
}

// FindAllStringSubmatchIndex is the method of regexp.Regexp.
func (r *Regexp) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return r.get().FindAllStringSubmatchIndex(s, n)
}

// ReplaceAll is the method of regexp.Regexp.
func (r *Regexp) ReplaceAll(b, template []byte) []byte { return r.get().ReplaceAll(b, template) }

// ReplaceAllString is the method of regexp.Regexp.
func (r *Regexp) ReplaceAllString(s, template string) string {
	return r.get().ReplaceAllString(s, template)
}

// ReplaceAllStringFunc is the method of regexp.Regexp.
func (r *Regexp) ReplaceAllStringFunc(s string, replace func(string) string) string {
	return r.get().ReplaceAllStringFunc(s, replace)
}

// ExpandString is the method of regexp.Regexp.
func (r *Regexp) ExpandString(dst []byte, template, source string, match []int) []byte {
	return r.get().ExpandString(dst, template, source, match)
}

// Split is the method of regexp.Regexp.
func (r *Regexp) Split(s string, n int) []string { return r.get().Split(s, n) }
