package focus

// candidates is a heap with the best link first; of equal ones the one that arrived first.
type candidates []*candidate

func (h candidates) Len() int { return len(h) }

func (h candidates) Less(i, j int) bool {
	return h[i].score > h[j].score || h[i].score == h[j].score && h[i].arrival < h[j].arrival
}

func (h candidates) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].index, h[j].index = i, j
}

func (h *candidates) Push(x any) {
	c := x.(*candidate)
	c.index = len(*h)
	*h = append(*h, c)
}

func (h *candidates) Pop() any {
	last := len(*h) - 1
	c := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	return c
}
