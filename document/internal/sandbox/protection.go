package sandbox

import "strings"

// Protection is what keeps a program from doing harm on this machine. The
// limits of time and output, and on Linux those of memory and disk, hold in any
// case.
type Protection struct {
	Processes bool // its processes are in namespaces of their own: they cannot leave them, or signal others
	Files     bool // it writes only in its folder, and reads only there, in the system's folders and its own files
	Network   bool // it has no network
}

// String names what is missing; empty when nothing is.
func (p Protection) String() string {
	var missing []string
	if !p.Processes {
		missing = append(missing, "programs may leave processes behind, and end others (no user namespaces)")
	}
	if !p.Files {
		missing = append(missing, "programs may read and write what the user may (no Landlock)")
	}
	if !p.Network {
		missing = append(missing, "programs reach the network")
	}
	return strings.Join(missing, "; ")
}
