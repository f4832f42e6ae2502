package manual

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// Shells are the shells that [Completion] knows.
var Shells = []string{"bash", "zsh", "fish"}

// Completion returns a script with which a shell completes the program's commands, its flags, the values of flags that have
// a fixed choice, and files and folders. It is an error to ask for a shell that is not in [Shells].
func Completion(app *kong.Application, shell string) (string, error) {
	switch shell {
	case "bash":
		return bash(app), nil
	case "zsh":
		return zsh(app), nil
	case "fish":
		return fish(app), nil
	}
	return "", fmt.Errorf("completion: unknown shell %q (known: %s)", shell, strings.Join(Shells, ", "))
}
