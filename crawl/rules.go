package crawl

// Names of rules that [Scope].Rules can switch off, besides those of packages weburl and trap. All are on by default.
const (
	RuleSameAnswer       = "same-answer"        // caps hosts that return the same answer to every request
	RuleChallenge        = "challenge"          // an answer that is a check for robots, a login form or the like is no page
	RuleSoft404          = "soft-404"           // an answer that says "not found" is no page, whatever its status is
	RuleDocumentName     = "document-names"     // names of what is no document of a library: cv, flyer, form, …
	RuleDocumentSameSize = "document-same-size" // what the library has under this URL, of the same size
	RuleDocumentRejected = "document-rejected"  // a newer version of what was rejected
	RuleDocumentSmall    = "document-small"     // too small to be a document, by what the library has accepted so far
	RuleDocumentEmpty    = "document-empty"     // of no length
	RuleDocumentLarge    = "document-large"     // above Limits.DocumentSize
)

// RuleNames returns the names of the rules that are declared here.
func RuleNames() []string {
	return []string{
		RuleSameAnswer, RuleChallenge, RuleSoft404, RuleDocumentName, RuleDocumentSameSize, RuleDocumentRejected, RuleDocumentSmall, RuleDocumentEmpty, RuleDocumentLarge,
	}
}
