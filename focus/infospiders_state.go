package focus

import (
	"encoding/binary"
	"fmt"
	"math"

	"sluice/focus/internal/neuralnet"
	"sluice/focus/internal/vicinity"
)

// agentKey is the key of what is kept of a lane by its number; another form has another key.
func agentKey(n int) string { return fmt.Sprintf("infospiders/2/agent/%d", n) }

// Restore implements [Restorer]. All is read before anything is set: links may be placed while it reads.
func (f *InfoSpiders) Restore(s State) {
	var records [maxAgents + 1][]byte
	for n := range records {
		records[n] = s.Get(agentKey(n))
	}
	community := communityOf(s.Get(communityKey))
	f.state, f.community = s, community
	for n, b := range records {
		if n == 0 || len(b) == 0 {
			continue
		}
		if a, ok := decodeAgent(b[1:]); ok {
			f.agents[n] = a
			f.random += uint64(a.pages) // so that what is drawn is not drawn again
		}
		f.ending[n] = min(max(int(int8(b[0])), ended), groupsUntilDurable)
	}
}

// keep puts into the state what has changed.
func (f *InfoSpiders) keep() {
	for n := range f.dirty {
		if f.dirty[n] && f.state != nil {
			b := []byte{byte(f.ending[n])}
			if a := f.agents[n]; a != nil {
				b = a.append(b)
			}
			f.state.Put(agentKey(n), b)
		}
		f.dirty[n] = false
	}
}

// append returns b with an encoded agent.
func (a *agent) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint64(b, math.Float64bits(a.energy))
	b = binary.BigEndian.AppendUint64(b, uint64(a.waiting))
	b = binary.BigEndian.AppendUint32(b, uint32(a.pages))
	b = binary.BigEndian.AppendUint32(b, uint32(a.added))
	b = append(b, byte(a.parent), byte(a.splitIn), byte(a.ofTopic), byte(len(a.keywords)))
	for _, k := range a.keywords {
		b = binary.BigEndian.AppendUint64(b, math.Float64bits(k.weight))
		b = append(append(b, byte(len(k.stem))), k.stem...)
	}
	return a.net.Append(b)
}

const (
	agentHead   = 28   // bytes before the keywords
	keywordHead = 9    // bytes of a keyword without its text
	maxEnergy   = 1e3  // of a stored agent: more than any has
	maxStored   = 1e12 // of a stored weight, or number of links
)

// decodeAgent returns the agent that append encoded, and whether b is one.
func decodeAgent(b []byte) (*agent, bool) {
	if len(b) < agentHead {
		return nil, false
	}
	a := &agent{
		energy: math.Float64frombits(binary.BigEndian.Uint64(b)), waiting: int64(binary.BigEndian.Uint64(b[8:])),
		pages: int(binary.BigEndian.Uint32(b[16:])), added: int(binary.BigEndian.Uint32(b[20:])), parent: Lane(b[24]), splitIn: int(b[25]), ofTopic: int(b[26]),
	}
	n := int(b[27])
	if !(a.energy > 0 && a.energy <= maxEnergy) || a.waiting > maxStored || a.waiting < -maxStored || a.parent != ownLane(a.parent) ||
		a.splitIn > groupsUntilDurable || a.splitIn > 0 && a.parent == 0 || n > vicinity.MaxKeywords || a.ofTopic > min(n, topicKeywords) {
		return nil, false
	}
	b = b[agentHead:]
	for range n {
		if len(b) < keywordHead || len(b) < keywordHead+int(b[8]) {
			return nil, false
		}
		k := keyword{string(b[keywordHead : keywordHead+int(b[8])]), math.Float64frombits(binary.BigEndian.Uint64(b))}
		if len(k.stem) > maxKeyword || !(k.weight >= 0 && k.weight <= maxStored) {
			return nil, false
		}
		a.keywords = append(a.keywords, k)
		b = b[keywordHead+len(k.stem):]
	}
	net, ok := neuralnet.Decode(b)
	a.net = net
	return a, ok
}
