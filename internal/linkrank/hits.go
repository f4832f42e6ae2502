package linkrank

// HITS returns how good a hub and how good an authority each page is: a good hub links to good authorities, a good authority is linked
// to by good hubs (Kleinberg, "Authoritative sources in a hyperlinked environment", 1999). Each adds up to 1, or is 0 throughout if no
// link counts.
//
// A link counts less or nothing where it says little about the topic:
//
//   - A link within a host counts nothing, nor one from or to a page whose relevance is not above a threshold.
//   - What a hub gives to an authority counts by the relevance of the authority, and what an authority gives back by that of the hub, so
//     that prestige does not flow to pages off the topic (Chakrabarti, van den Berg and Dom, "Focused crawling", 1999).
//   - k pages of a host that link to one page have one vote together: each link gives the authority 1/k. l links of a page to one host
//     give the hub 1/l each (Bharat and Henzinger, "Improved algorithms for topic distillation in a hyperlinked environment", 1998).
//
// The relevance of a page is 0 to 1. A nil relevance is 1 for all pages.
func (g *Graph) HITS(relevance []float64, threshold float64) (hubs, authorities []float64) {
	n := g.Len()
	votes := g.votes(relevance, threshold)
	hubs, authorities = make([]float64, n), make([]float64, n)
	for i := range hubs {
		hubs[i] = 1
	}
	before := make([]float64, n)
	for range maxRounds {
		clear(authorities)
		for _, v := range votes {
			authorities[v.to] += v.forAuthority * hubs[v.from]
		}
		normalize(authorities)
		copy(before, hubs)
		clear(hubs)
		for _, v := range votes {
			hubs[v.from] += v.forHub * authorities[v.to]
		}
		normalize(hubs)
		if distance(hubs, before) < precision {
			break
		}
	}
	return hubs, authorities
}

// vote is a link that counts.
type vote struct {
	from, to             int32
	forAuthority, forHub float64
}

// votes returns the links that count.
func (g *Graph) votes(relevance []float64, threshold float64) []vote {
	r := make([]float64, g.Len())
	for i := range r {
		switch {
		case relevance == nil:
			r[i] = 1
		case i < len(relevance) && relevance[i] > threshold:
			r[i] = min(1, bounded(relevance[i]))
		}
	}
	var votes []vote
	type pair struct{ host, page int32 }
	fromHost, toHost := map[pair]float64{}, map[pair]float64{}
	for u, to := range g.out {
		for _, v := range to {
			if r[u] == 0 || r[v] == 0 || g.hosts[u] == g.hosts[v] {
				continue
			}
			fromHost[pair{g.hosts[u], v}]++
			toHost[pair{g.hosts[v], int32(u)}]++
			votes = append(votes, vote{from: int32(u), to: v})
		}
	}
	for i := range votes {
		v := &votes[i]
		v.forAuthority = r[v.to] / fromHost[pair{g.hosts[v.from], v.to}]
		v.forHub = r[v.from] / toHost[pair{g.hosts[v.to], v.from}]
	}
	return votes
}

// normalize makes numbers add up to 1, unless all are 0.
func normalize(x []float64) {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	if !(sum > 0) {
		clear(x)
		return
	}
	for i := range x {
		x[i] /= sum
	}
}

// distance returns the sum of all differences.
func distance(a, b []float64) (sum float64) {
	for i := range a {
		sum += max(a[i]-b[i], b[i]-a[i])
	}
	return sum
}
