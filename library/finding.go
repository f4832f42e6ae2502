package library

// Severity is how good or bad a [Finding] is. The words are in JSON: never change one.
type Severity string

// The severities, from good to bad.
const (
	OK   Severity = "ok"
	Note Severity = "note" // worth knowing; nothing needs to be done
	Warn Severity = "warn" // works, but not well
	Fail Severity = "fail" // does not work, or is damaged
)

// Finding is the result of examining one thing.
type Finding struct {
	Part     string   `json:"part"` // to which it belongs: "machine", "disk", "network", "programs", "library"
	Name     string   `json:"name"`
	Verdict  Severity `json:"verdict"`
	Found    string   `json:"found"`
	Remedy   string   `json:"remedy,omitempty"`   // what to do; empty when nothing needs to be done
	Examples []string `json:"examples,omitempty"` // of what is wrong, at most ten
	More     int      `json:"more,omitempty"`     // wrong as well, and not among the examples
}
