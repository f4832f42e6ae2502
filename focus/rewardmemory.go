package focus

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/bits"

	"sluice/focus/internal/rewardtree"
)

// rewardMemory has the rewards of pages by the names of groups that they belong to, hashed. The zero value is empty.
type rewardMemory struct {
	counts, sums [memorySlots]float32
	changed      [memoryParts]bool
	count, sum   float64 // of all slots
}

const (
	memorySlots = 1 << 13 // groups; those with the same slot share it
	memoryParts = 32      // in which it is stored
	partSlots   = memorySlots / memoryParts
	levelsOfOne = 4       // of a mean reward of 1
	fullSlot    = 1 << 20 // visits after which a slot is halved
)

// slotOf returns the slot of a group.
func slotOf(group string) int {
	h := fnv.New32a()
	h.Write([]byte(group))
	return int(h.Sum32() % memorySlots)
}

// add adds a reward to groups.
func (m *rewardMemory) add(reward float64, groups ...string) {
	for _, g := range groups {
		n := slotOf(g)
		if m.counts[n] >= fullSlot {
			m.counts[n] /= 2
			m.sums[n] /= 2
		}
		m.counts[n]++
		m.sums[n] += float32(reward)
		m.count++
		m.sum += reward
		m.changed[n/partSlots] = true
	}
}

// mean returns the mean reward of a group as a level. A group begins with one visit that brought the mean of all groups.
func (m *rewardMemory) mean(group string) uint8 {
	n := slotOf(group)
	return level(math.Ceil(levelsOfOne * (float64(m.sums[n]) + m.sum/max(1, m.count)) / (1 + float64(m.counts[n]))))
}

// append returns b with an encoded part.
func (m *rewardMemory) append(b []byte, part int) []byte {
	for n := part * partSlots; n < (part+1)*partSlots; n++ {
		b = binary.BigEndian.AppendUint32(b, math.Float32bits(m.counts[n]))
		b = binary.BigEndian.AppendUint32(b, math.Float32bits(m.sums[n]))
	}
	return b
}

// restore sets a part that append encoded, if b holds one.
func (m *rewardMemory) restore(b []byte, part int) {
	if len(b) != 8*partSlots {
		return
	}
	var counts, sums [partSlots]float32
	for i := range partSlots {
		counts[i], sums[i] = math.Float32frombits(binary.BigEndian.Uint32(b[8*i:])), math.Float32frombits(binary.BigEndian.Uint32(b[8*i+4:]))
		if !(counts[i] >= 0 && counts[i] <= fullSlot && sums[i] >= 0 && sums[i] <= 100*fullSlot) {
			return
		}
	}
	copy(m.counts[part*partSlots:], counts[:])
	copy(m.sums[part*partSlots:], sums[:])
	for i := range partSlots {
		m.count += float64(counts[i])
		m.sum += float64(sums[i])
	}
}

// level returns a number as a level.
func level(n float64) uint8 {
	if !(n > 0) {
		return 0
	}
	return uint8(min(n, rewardtree.Levels-1))
}

// logarithm returns the bits of a number as a level.
func logarithm(n int) uint8 { return uint8(min(bits.Len(uint(max(0, n))), rewardtree.Levels-1)) }
