package sandbox

// Protect returns what the machine lets the sandbox do.
func Protect() Protection {
	return Protection{Processes: isolated(), Files: landlock() > 0, Network: filtered || isolated()}
}
