// Package nesting bounds how deep the lists and mappings of a YAML file may lie in one another, before the file is parsed.
//
// The parser calls itself for each level, and takes a time that grows with the square of their number.
package nesting

import (
	"fmt"

	"github.com/goccy/go-yaml/token"
)

// maxIndent is the widest usual indentation of a level, in spaces.
const maxIndent = 16

// Check returns the line of a file at which its levels are more than most, or at which it refers to parts of itself (such a file is
// small and has no end), with an error that says so.
func Check(tokens token.Tokens, most int) (line int, err error) {
	depth, entries := 0, 0
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
			return line, fmt.Errorf("%s is not supported: write the value itself", t.Value)
		}
		if depth > most || entries > most || t.Position.IndentNum > most*maxIndent {
			return line, fmt.Errorf("nested more than %d levels deep", most)
		}
	}
	return 0, nil
}
