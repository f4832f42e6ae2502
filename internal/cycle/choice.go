package cycle

import (
	"fmt"

	"sluice/internal/catalogue"
)

// NewSite is a site that was not crawled before.
type NewSite struct {
	Host   string
	Seeds  []string // URLs from which it is crawled
	Reason string   // why it may be crawled
}

// maxSiteSeeds is the most URLs from which a site is crawled.
const maxSiteSeeds = 20

// Hosts returns the hosts of new sites.
func Hosts(all []NewSite) (hosts []string) {
	for _, s := range all {
		hosts = append(hosts, s.Host)
	}
	return hosts
}

// Chosen returns the sites that a plan has chosen, the new ones first, with the URLs from which they are crawled: those of earlier crawls, or its home
// page for a site that was reached in another way.
func (p *Plan) Chosen(candidates []NewSite, seeds map[string][]string) (all []catalogue.CycleSite) {
	of := map[string]NewSite{}
	for _, s := range candidates {
		of[s.Host] = s
	}
	for _, host := range p.New {
		all = append(all, catalogue.CycleSite{Host: host, Class: catalogue.ClassNew, Reason: of[host].Reason, Seeds: fewSeeds(of[host].Seeds, host)})
	}
	for _, r := range p.Ranked {
		if r.Chosen {
			reason := fmt.Sprintf("rank %d of %d: ADR %d %%, SSRC %d, level %d", r.Rank, len(p.Ranked), r.ADR, r.SSRC, r.Level)
			all = append(all, catalogue.CycleSite{Host: r.Host, Class: r.Class, Reason: reason, Seeds: fewSeeds(seeds[r.Host], r.Host)})
		}
	}
	return all
}

// fewSeeds returns seeds within their limit, and the home page in place of none.
func fewSeeds(seeds []string, host string) []string {
	if len(seeds) == 0 {
		return []string{"http://" + host + "/"}
	}
	return seeds[:min(len(seeds), maxSiteSeeds)]
}
