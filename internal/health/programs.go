package health

// A Program is one that reads what a crawl keeps, and may be installed.
type Program struct {
	Name    string
	Path    string // empty when it is missing
	Version string // empty when it does not print one
	For     string // in words: "DOC to text"
	Package string // Debian's, that has it
}

// Programs reports which of the programs are installed. unprotected names what they could do to this machine and its user all the same; it is
// empty where they are sandboxed.
func Programs(all []Program, unprotected string) []Finding {
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
	if unprotected != "" {
		p.add("sandbox", Warn, "allow user namespaces and Landlock, or keep to documents that you trust", "%s", unprotected)
	} else {
		p.add("sandbox", OK, "", "programs run without network and without access to your files")
	}
	return p.list
}
