package sandbox

import "os"

// Protect returns what the machine lets the sandbox do.
func Protect() Protection {
	if os.Getenv(stage) == "none" {
		return Protection{}
	}
	return Protection{Processes: isolated(), Files: landlock() > 0, Network: hasFilters() || isolated()}
}
