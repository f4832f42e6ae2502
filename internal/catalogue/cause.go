package catalogue

import "sluice/internal/cause"

// The classes of causes that the catalogue reads again.
const (
	// NoDocument is the class for a page that only looked like a document; the detail says what it is.
	NoDocument cause.Class = "no document"
	// WrongGenre is the class for a document that is rejected; the detail is its genre.
	WrongGenre cause.Class = "genre"
	// Challenge is the class for an answer that is not what was asked for; the detail is its kind and its vendor.
	Challenge cause.Class = "challenge"

	failedTLS cause.Class = "tls" // the certificate is not trusted, say; the detail says why
)

// CauseWebPage is the cause of a page that was sent under the name of a document: an error
// page, a login.
const CauseWebPage = "a web page under the name of a document"

// CauseSoft404 is the cause of an answer that says "not found" with a status that says otherwise.
const CauseSoft404 = "soft 404"
