// Package profile has settings files to begin with: one commented sluice.yaml for each common purpose.
package profile

import (
	"embed"
	"strings"
)

//go:embed *.yaml
var files embed.FS

// Names are the profiles, the most careful first.
const Names = "polite,archive,papers,own-site"

// Text returns the settings file of a profile; false if there is none of that name.
func Text(name string) ([]byte, bool) {
	if strings.ContainsAny(name, "/.") {
		return nil, false
	}
	text, err := files.ReadFile(name + ".yaml")
	return text, err == nil
}
