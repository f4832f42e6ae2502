package sandbox

import "strings"

// Protection is what keeps a program from doing harm on this machine; the zero
// value is that of a system without a sandbox. The limits of time and output
// hold in any case, those of memory and disk wherever there is a sandbox.
type Protection struct {
	Processes bool // its processes are in namespaces of their own: they cannot leave them, or signal others
	Files     bool // it writes only in its folder, and reads only there, in the system's folders and its own files
	Network   bool // it has no network
}

// Available reports whether this is a sandbox: a program that may read and
// write the user's files, or send them away, is not in one. Processes that it
// leaves behind have the same limits, so that a machine without namespaces
// still has a sandbox.
func (p Protection) Available() bool { return p.Files && p.Network }

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

// KeptFrom names what a copy of this program cannot reach that [Confine] started and that called [Seal]; empty
// where there is no sandbox.
func (p Protection) KeptFrom() string {
	var all []string
	if p.Files {
		all = append(all, "files")
	}
	if p.Network {
		all = append(all, "the network")
	}
	if p.Available() {
		all = append(all, "other programs")
	}
	return strings.Join(all, ", ")
}
