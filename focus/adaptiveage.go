package focus

import (
	"strings"
	"time"
)

// age returns how much older a page is than the newest of its host so far. A site that was published, or copied, at one time has one age for all its
// pages, and that says nothing of any.
func (a *Adaptive) age(v *Visit) time.Duration {
	if v.Age <= 0 {
		return 0
	}
	host := v.URL.Host()
	newest, known := a.newest[host]
	if known && newest <= v.Age {
		return v.Age - newest
	}
	if known || len(a.newest) < maxHosts {
		a.newest[strings.Clone(host)] = v.Age
	}
	return 0
}
