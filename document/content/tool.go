package content

// Tool is an external program that reads or converts some formats.
type Tool struct {
	Name    string // of the program: "soffice"
	Title   string // as people know it: "LibreOffice"
	Path    string // empty when it is missing
	Version string // empty if it is missing or does not report one
	For     string // what it is for: "DOC, PPT to text"
	Package string // of Debian, that has it
}
