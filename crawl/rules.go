package crawl

// Names of rules that [Scope].Rules can switch off, besides those of packages weburl and trap. All are on by default.
const (
	RuleSameAnswer       = "same-answer"        // caps hosts that return the same answer to every request
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
		RuleSameAnswer, RuleDocumentName, RuleDocumentSameSize, RuleDocumentRejected, RuleDocumentSmall, RuleDocumentEmpty, RuleDocumentLarge,
	}
}
