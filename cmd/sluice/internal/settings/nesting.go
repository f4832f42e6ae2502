package settings

import (
	"fmt"

	"github.com/goccy/go-yaml/token"
)

// maxNesting is how deep lists may lie in one another. Settings need one level. The parser calls itself for each level, and takes a time that grows with the
// square of their number.
const maxNesting = 4

// checkNesting returns an error for a file that is nested too deeply, or refers to parts of itself: such a file is small and has no end.
func checkNesting(tokens token.Tokens) error {
	depth, entries, line := 0, 0, 0
	for _, t := range tokens {
		if t.Position.Line != line {
			entries, line = 0, t.Position.Line
		}
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType:
			depth++
		case token.SequenceEndType, token.MappingEndType:
			depth--
		case token.SequenceEntryType, token.MappingKeyType: // a list in a list may begin on the same line
			entries++
		case token.AnchorType, token.AliasType, token.MergeKeyType, token.TagType:
			return fmt.Errorf("%s:%d: %s is not supported: write the value itself", FileName, line, t.Value)
		}
		if depth > maxNesting || entries > maxNesting || t.Position.IndentNum > maxNesting*maxIndent {
			return fmt.Errorf("%s:%d: nested more than %d levels deep", FileName, line, maxNesting)
		}
	}
	return nil
}

// maxIndent is the widest usual indentation of a level, in spaces.
const maxIndent = 16
