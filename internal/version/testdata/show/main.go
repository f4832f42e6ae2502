// Command show prints the build of itself.
package main

import (
	"encoding/json"
	"os"

	"sluice/internal/version"
)

func main() { json.NewEncoder(os.Stdout).Encode(version.Current()) }
