package focus

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/fnv"

	"sluice/internal/linkvalue"
	"sluice/topic"
)

// The keys of what is kept; another form has others. What is worth something to a topic is kept apart.
func modelKey(part int, topical bool) string {
	if topical {
		return fmt.Sprintf("adaptive/1/topic/%d", part)
	}
	return fmt.Sprintf("adaptive/1/model/%d", part)
}

// keep puts parts of the model into the state, one after the other, as many as are due after some requests. All of them are kept once in a quarter of the
// requests so far, since what is learned changes less and less, but once in requestsOfModel at the latest: a stop or a crash costs no more than that of what was learned.
func (a *Adaptive) keep(requests int) {
	if a.state == nil {
		return
	}
	a.learned += requests
	every := min(max(requestsOfPart, a.learned/(4*linkvalue.Parts)), requestsOfModel/linkvalue.Parts)
	a.unkept = min(a.unkept+requests, maxPartsKept*every)
	for ; a.unkept >= every; a.unkept -= every {
		a.state.Put(modelKey(a.part, a.topic != nil), a.model.AppendPart(nil, a.part))
		a.part = (a.part + 1) % linkvalue.Parts
	}
	if a.topic != nil {
		a.keepTopic()
	}
}

// topicKey is the key of the topic to which pages were worth something: 8 bytes that stand for it, and the number of requests under it, up to those of
// the beginning.
const topicKey = "adaptive/1/topic/of"

// keepTopic puts the topic into the state. With another one than before, all parts of the model go with it: those that are there have what pages
// were worth to that one.
func (a *Adaptive) keepTopic() {
	of := binary.AppendUvarint(bytesOf(a.topic), uint64(min(a.guard.requests, beginning)))
	if string(of) == string(a.topicKept) {
		return
	}
	if len(a.topicKept) > 0 && !bytes.HasPrefix(a.topicKept, bytesOf(a.topic)) {
		for part := range linkvalue.Parts {
			a.state.Put(modelKey(part, true), a.model.AppendPart(nil, part))
		}
	}
	a.state.Put(topicKey, of)
	a.topicKept = of
}

// bytesOf returns 8 bytes that stand for a topic. One that learns during a crawl keeps its name.
func bytesOf(t *topic.Topic) []byte {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\x00%s", t.Name(), t.Definition().Model)
	return h.Sum(nil)
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
	model, topicKept, explored := linkvalue.Shipped(), []byte(nil), 0
	for part := range linkvalue.Parts {
		model.RestorePart(s.Get(modelKey(part, false)), part)
	}
	if a.topic != nil {
		model.ForgetWorth() // but not where there are pages
		for part := range linkvalue.Parts {
			model.RestorePart(s.Get(modelKey(part, true)), part)
		}
		topicKept = s.Get(topicKey)
		if requests, isOf := bytes.CutPrefix(topicKept, bytesOf(a.topic)); isOf {
			n, _ := binary.Uvarint(requests)
			explored = int(min(n, beginning))
		} else if len(topicKept) > 0 {
			model.ForgetWorth() // to another topic
		}
	}
	arrivals := keptArrivals(s)
	a.init()
	a.model, a.state, a.reading = model, s, true
	a.arrivals = max(a.arrivals, arrivals)
	a.topicKept, a.guard.requests = topicKept, explored
}
