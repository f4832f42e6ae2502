package focus

import (
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
	a.init()
	a.model, a.state, a.reading = model, s, true
}
