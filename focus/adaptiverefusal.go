package focus

import "sluice/weburl"

var _ Refuser = (*Adaptive)(nil)

// Refuse implements [Refuser]. A link that does not wait any more must not stand before those that do.
func (a *Adaptive) Refuse(u weburl.URL) {
	if c := a.byKey[u.Key()]; c != nil {
		a.remove(c)
	}
}
