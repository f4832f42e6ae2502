package pdflayout

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

// maxOrdered lines of a page are put into order; more are left as the file has
// them.
const maxOrdered = 256

// set is a set of up to maxOrdered lines.
type set [maxOrdered / 64]uint64

// add puts line i into the set.
func (s *set) add(i int) { s[i/64] |= 1 << (i % 64) }

// meets reports whether the sets have a line in common, the first of them being
// before end.
func (s *set) meets(others ...*set) bool {
	for i, word := range s {
		for _, o := range others {
			word &= o[i]
		}
		if word != 0 {
			return true
		}
	}
	return false
}

// each calls f with each line of the set, from above.
func (s *set) each(f func(int)) {
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			f(64*i + bits.TrailingZeros64(word))
		}
	}
}

// inOrder puts lines into reading order (after Breuel, High Performance
// Document Layout Analysis, 2003): a line comes before one below it that shares
// part of its width. And it comes before one to the right of it if they are
// in columns: some line of the one's column is level with the other or with one
// of its column, and no line between them in height bridges both. What that
// leaves open is as the file has it.
func inOrder(lines []*line) []*line {
	order := make([]*line, 0, len(lines))
	for _, s := range slabs(lines) {
		order = append(order, columns(s)...)
	}
	return order
}

// slabs splits a page where white runs all across it, unless the same columns
// continue below.
func slabs(lines []*line) (slabs [][]*line) {
	if len(lines) == 0 {
		return nil
	}
	down := slices.Clone(lines)
	slices.SortStableFunc(down, func(a, b *line) int { return cmp.Compare(a.top, b.top) })
	sizes := make([]float64, len(lines))
	for i, l := range lines {
		sizes[i] = l.size
	}
	slices.Sort(sizes)
	// The median size of type is the least height of white that separates slabs.
	white := sizes[len(sizes)/2]
	bottom, from := down[0].bottom, 0
	cut := func(to int) {
		if s := down[from:to]; len(slabs) > 0 && goOn(slabs[len(slabs)-1], s) {
			slabs[len(slabs)-1] = slices.Concat(slabs[len(slabs)-1], s)
		} else {
			slabs = append(slabs, s)
		}
		from = to
	}
	for i, l := range down {
		if l.top-bottom > white {
			cut(i)
		}
		bottom = max(bottom, l.bottom)
	}
	cut(len(down))
	place := make(map[*line]int, len(lines))
	for i, l := range lines {
		place[l] = i
	}
	// Within a slab the lines keep the order of the file, which decides where the geometry does
	// not.
	for _, s := range slabs {
		slices.SortFunc(s, func(a, b *line) int { return place[a] - place[b] })
	}
	return slabs
}

// goOn reports whether two slabs have a gutter at the same place, with a
// column's worth of lines on both of its sides.
func goOn(a, b []*line) bool {
	const column = 8
	all := slices.Concat(a, b)
	slices.SortFunc(all, func(a, b *line) int { return cmp.Compare(a.x0, b.x0) })
	end := all[0].x1
	for _, l := range all {
		if l.x0 > end {
			beside := func(s []*line) bool {
				left := 0
				for _, m := range s {
					if m.x1 <= end {
						left++
					}
				}
				return left >= column && len(s)-left >= column
			}
			if beside(a) && beside(b) {
				return true
			}
		}
		end = max(end, l.x1)
	}
	return false
}

// columns puts the lines of a slab into order.
func columns(lines []*line) []*line {
	n := len(lines)
	if n < 2 || n > maxOrdered {
		return lines
	}
	// Line i in the file is the rank[i]-th from above; sets hold ranks, so that
	// what lies between two is a range.
	down := make([]int, n)
	for i := range down {
		down[i] = i
	}
	slices.SortStableFunc(down, func(a, b int) int { return cmp.Compare(lines[a].base, lines[b].base) })
	shares, level := make([]set, n), make([]set, n)
	for i := range n {
		for j := range n {
			a, b := lines[down[i]], lines[down[j]]
			if i != j && a.shares(b) {
				shares[i].add(j)
			}
			if i != j && a.top < b.bottom && b.top < a.bottom {
				level[i].add(j)
			}
		}
	}
	after := make([]set, n)
	waits := make([]int, n)
	for i := range n {
		for j := range n {
			if i != j && precedes(lines[down[i]], lines[down[j]], i, j, shares, level) {
				after[i].add(j)
				waits[j]++
			}
		}
	}
	rank := make([]int, n)
	for r, i := range down {
		rank[i] = r
	}
	order := make([]*line, 0, n)
	done := make([]bool, n)
	// A topological sort. A cycle, which crossing columns can form, is broken at the line that
	// waits for the fewest others.
	for range n {
		next := -1
		for i := range lines {
			if !done[i] && (next < 0 || waits[rank[next]] > 0 && waits[rank[i]] < waits[rank[next]]) {
				next = i
			}
		}
		done[next] = true
		order = append(order, lines[next])
		after[rank[next]].each(func(j int) { waits[j]-- })
	}
	return order
}

// precedes reports whether line a, the i-th from above, is read before line b,
// the j-th.
func precedes(a, b *line, i, j int, shares, level []set) bool {
	if a.shares(b) {
		if same := 0.1 * min(a.size, b.size); math.Abs(a.base-b.base) <= same {
			return a.x0 < b.x0
		}
		return i < j
	}
	if a.x1 > b.x0+1 {
		return false
	}
	if a.top < b.bottom && b.top < a.bottom {
		return true
	}
	if !shares[i].meets(&level[j]) && !shares[j].meets(&level[i]) {
		return false
	}
	var between set
	for k := min(i, j) + 1; k < max(i, j); k++ {
		between.add(k)
	}
	return !between.meets(&shares[i], &shares[j])
}

// shares reports whether two lines overlap in width.
func (l *line) shares(m *line) bool {
	return min(l.x1, m.x1)-max(l.x0, m.x0) > 0.1*min(l.size, m.size)
}
