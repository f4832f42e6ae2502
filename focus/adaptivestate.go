package focus

import (
	"encoding/binary"
	"fmt"

	"sluice/internal/linkvalue"
)

// The keys of what is kept; another form has others. What is worth something to a topic is kept apart.
func modelKey(part int, topical bool) string {
	if topical {
		return fmt.Sprintf("adaptive/1/topic/%d", part)
	}
	return fmt.Sprintf("adaptive/1/model/%d", part)
}

// keep puts parts of the model into the state, one after the other, as many as are due after some requests.
func (a *Adaptive) keep(requests int) {
	if a.state == nil {
		return
	}
	a.unkept = min(a.unkept+requests, maxPartsKept*requestsOfPart)
	for ; a.unkept >= requestsOfPart; a.unkept -= requestsOfPart {
		a.state.Put(modelKey(a.part, a.topic != nil), a.model.AppendPart(nil, a.part))
		a.part = (a.part + 1) % linkvalue.Parts
	}
}

// arrivalsKey is the key of the number of links that have arrived.
const arrivalsKey = "adaptive/1/arrivals"

// keepArrivals puts the number of links that have arrived into the state, if it has changed.
func (a *Adaptive) keepArrivals() {
	if a.state != nil && a.arrivals != a.arrivalsKept {
		a.state.Put(arrivalsKey, binary.AppendUvarint(nil, a.arrivals))
		a.arrivalsKept = a.arrivals
	}
}

// keptArrivals returns the number of links that had arrived; 0 if the state has none.
func keptArrivals(s State) uint64 {
	b := s.Get(arrivalsKey)
	if n, size := binary.Uvarint(b); size > 0 && size == len(b) && n <= lastArrival {
		return n
	}
	return 0
}

// Restore implements [Restorer]. All is read before anything is set: links may be placed while it reads.
func (a *Adaptive) Restore(s State) {
	model := linkvalue.Shipped()
	for part := range linkvalue.Parts {
		model.RestorePart(s.Get(modelKey(part, false)), part)
	}
	if a.topic != nil {
		model.ForgetWorth() // but not where there are pages
		for part := range linkvalue.Parts {
			model.RestorePart(s.Get(modelKey(part, true)), part)
		}
	}
	arrivals := keptArrivals(s)
	a.init()
	a.model, a.state, a.reading = model, s, true
	a.arrivals = max(a.arrivals, arrivals)
}
