package health

import (
	"fmt"
	"math"

	"sluice/library"
)

// ControlSocket examines whether the path of a library's control socket is short enough for the system, which takes limit bytes. A limit of
// [math.MaxInt] is none. A crawl does not begin where the path is too long.
func ControlSocket(path string, limit int) Finding {
	f := Finding{Finding: library.Finding{Part: "library", Name: "control socket", Verdict: OK}}
	if limit == math.MaxInt {
		f.Found = "this system takes a path of any length"
		return f
	}
	f.Found = fmt.Sprintf("its path has %d bytes; this system takes up to %d", len(path), limit)
	if len(path) > limit {
		f.Worsen(Fail, "a crawl cannot begin here: name the folder with a shorter path, such as a relative one, or move it")
	}
	return f
}
