package article

import (
	"strings"

	"sluice/document/internal/xmltree"
)

// personName returns the name of a person, given names first, or of a group
// that wrote together.
// The order of the elements of a name in the file may be that of sorting, so the parts are joined
// here.
func personName(c *xmltree.Node) string {
	name := c.First("name")
	if name == nil {
		name = c.First("name-alternatives/name")
	}
	if name == nil {
		name = c.First("string-name")
	}
	if name == nil && c.First("surname") != nil {
		name = c
	}
	if name == nil {
		if collab := c.First("collab"); collab != nil {
			return collab.Words("contrib-group")
		}
		return c.First("anonymous").Words()
	}
	family := name.First("surname").Words()
	if family == "" {
		return name.Words()
	}
	parts := []string{name.First("given-names").Words(), name.First("particle").Words(), family, name.First("suffix").Words()}
	return strings.Join(strings.Fields(strings.Join(parts, " ")), " ")
}
