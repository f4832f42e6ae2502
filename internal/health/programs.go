package health

import "runtime"

// A Program is one that reads what a crawl keeps, and may be installed.
type Program struct {
	Name    string
	Path    string // empty when it is missing
	Version string // empty when it does not print one
	For     string // in words: "DOC to text"
	Package string // Debian's, that has it
}

// A Sandbox describes the protection of the machine from untrusted documents.
type Sandbox struct {
	Available   bool   // whether this system has one for programs
	Unprotected string // what programs in it could do to this machine and its user all the same; empty for nothing
	PDF         string // what protects from a PDF, for which no program is needed
}

// Programs reports which of the programs are installed, and what protects the machine when they run.
func Programs(all []Program, s Sandbox) []Finding {
	p := part{name: "programs"}
	for _, q := range all {
		if q.Path == "" {
			p.add(q.Name, Note, "", "not found; for %s: apt-get install %s", q.For, q.Package)
			continue
		}
		found := q.Path
		if q.Version != "" {
			found += ", version " + q.Version
		}
		p.add(q.Name, OK, "", "%s, for %s", found, q.For)
	}
	switch {
	case !s.Available:
		p.add("sandbox", Note, "", "not available (%s; %s): external programs are not run, and documents that need one wait; "+
			"use --unsafe-converters to run them anyway", runtime.GOOS, s.Unprotected)
	case s.Unprotected != "":
		p.add("sandbox", Warn, "allow user namespaces, or keep to documents that you trust", "%s", s.Unprotected)
	default:
		p.add("sandbox", OK, "", "programs run without network and without access to your files")
	}
	p.add("PDF reader", OK, "", "%s", s.PDF)
	return p.list
}
