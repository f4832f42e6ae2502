package settings

import (
	"os"
	"strings"

	"sluice/focus"
)

// Vars returns what the tags of [Flags] refer to as ${name}. The command line's parser expands the
// same names, so that flags, sluice.yaml and the manual agree.
func Vars() map[string]string {
	var names []string
	for _, s := range focus.Strategies() {
		names = append(names, s.Name)
	}
	return map[string]string{
		"strategy":   focus.Default,
		"strategies": strings.Join(names, ","),
	}
}

var vars = Vars()

// expand returns a tag with the values of its variables.
func expand(tag string) string { return os.Expand(tag, func(name string) string { return vars[name] }) }
