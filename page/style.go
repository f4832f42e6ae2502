package page

import (
	"iter"

	"sluice/page/internal/reference"
)

// StyleReferences yields the references of a style sheet, or of a style attribute: what url() and @import name, as written
// and with its escapes, at most the first 2000. Images, fonts and other style sheets can only be distinguished by what
// their responses are. What is no CSS yields nothing.
func StyleReferences(sheet []byte) iter.Seq[[]byte] { return reference.InStyle(sheet) }
