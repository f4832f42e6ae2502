package settings

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"sluice/internal/cycle"
	"sluice/internal/cycle/candidate"
)

// Cycle are the settings of cycles. Each field is a flag of `sluice plan` and `sluice run`, and a key of sluice.yaml. They are not kept with a
// crawl: the file has them, and a flag overrides it.
type Cycle struct {
	Places         int     `group:"cycle" default:"30" placeholder:"N" help:"Crawl N sites in a cycle."`
	NewShare       float64 `group:"cycle" default:"0.5" placeholder:"SHARE" help:"Share of the places for new sites, from 0 to 1. What they do not need goes to sites that were crawled before, and the other way round."`
	GoodShare      float64 `group:"cycle" default:"0.25" placeholder:"SHARE" help:"Share of the ranked sites that are good: all of them are chosen."`
	MediumShare    float64 `group:"cycle" default:"0.25" placeholder:"SHARE" help:"Share of the ranked sites that are medium: those that follow the good ones."`
	MediumChosen   float64 `group:"cycle" default:"0.5" placeholder:"SHARE" help:"Share of the medium sites that is chosen. The other sites take the places that remain."`
	WaitDays       []int   `group:"cycle" default:"15,30,60,180" placeholder:"DAYS,..." help:"Days between two crawls of a site by its priority level. A site that falls below the last level is never crawled again."`
	Keywords       string  `group:"cycle" placeholder:"FILE" help:"Judge new sites by the keywords in FILE, one a line, those with ? in front being ambiguous. Default: 174 keywords of computer science."`
	HomePages      int     `group:"cycle" default:"100" placeholder:"N" help:"Request the home pages of N hosts that are known from links only in a cycle: those to which most hosts link."`
	CitedDocuments int     `group:"cycle" default:"100" placeholder:"N" help:"Request N documents in a cycle that accepted documents have in their texts or references: those that most of them cite."`
	CandidatesRule string  `group:"cycle" enum:"learned,improved,first" default:"learned" help:"Rule for new sites: improved leaves ambiguous keywords out, first counts them, too; learned is improved until 40 sites have taught a classifier what a fitting site is."`
}

// maxOfCycle is the most home pages, and the most cited documents, of a cycle.
const maxOfCycle = 10_000

// maxWaitDays is the longest wait: longer ones would not fit a duration.
const maxWaitDays = 36500

// cycleFields are the fields of Cycle by key.
var cycleFields = func() map[string]reflect.StructField {
	out := map[string]reflect.StructField{}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[Cycle]()) {
		out[key(field)] = field
	}
	return out
}()

// LoadCycle returns the settings of cycles: the defaults, over them those of the settings file of a library, and over those the flags of the command line, whose
// names are given.
func LoadCycle(dir string, flags *Cycle, given []string) (*Cycle, error) {
	data, err := readSettings(dir)
	if err != nil {
		return nil, err
	}
	_, layer, _, err := parse(data)
	if err != nil {
		return nil, err
	}
	if file := strings.Join(layer["keywords"], ""); file != "" && !filepath.IsAbs(file) {
		layer["keywords"] = []string{filepath.Join(dir, file)}
	}
	c := *flags // the flags have the defaults
	for key, texts := range layer {
		if slices.Contains(given, key) {
			continue
		}
		if err := c.set(key, texts); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", FileName, key, err)
		}
	}
	return &c, nil
}

// set sets the field of a key.
func (c *Cycle) set(key string, texts []string) error {
	return setField(reflect.ValueOf(c).Elem(), cycleFields[key], texts)
}

// takeCycle removes the keys of cycles and returns them.
func (l Layer) takeCycle() Layer {
	of := Layer{}
	for key := range cycleFields {
		if texts, ok := l[key]; ok {
			of[key] = texts
			delete(l, key)
		}
	}
	return of
}

// CycleKeys returns the keys of cycles, sorted.
func CycleKeys() []string { return slices.Sorted(maps.Keys(cycleFields)) }

// Rules returns the rules by which sites are chosen. The error names every value that is not possible.
func (c *Cycle) Rules() (cycle.Settings, error) {
	s := cycle.Settings{Places: c.Places, NewShare: c.NewShare, GoodShare: c.GoodShare, MediumShare: c.MediumShare, MediumChosen: c.MediumChosen}
	for _, days := range c.WaitDays {
		if days > maxWaitDays {
			return s, fmt.Errorf("--wait-days: %d days are more than %d", days, maxWaitDays)
		}
		s.Waits = append(s.Waits, time.Duration(days)*cycle.Day)
	}
	err := s.Check()
	if c.HomePages < 0 || c.HomePages > maxOfCycle {
		err = errors.Join(err, fmt.Errorf("home-pages: %d is not a number from 0 to %d", c.HomePages, maxOfCycle))
	}
	if c.CitedDocuments < 0 || c.CitedDocuments > maxOfCycle {
		err = errors.Join(err, fmt.Errorf("cited-documents: %d is not a number from 0 to %d", c.CitedDocuments, maxOfCycle))
	}
	return s, err
}

// Subject returns the keywords by which new sites are judged.
func (c *Cycle) Subject() (*candidate.Keywords, error) {
	if c.Keywords == "" {
		return candidate.ComputerScience(), nil
	}
	f, err := os.Open(c.Keywords)
	if err != nil {
		return nil, fmt.Errorf("--keywords: %w", err)
	}
	defer f.Close()
	k, err := candidate.ReadKeywords(f)
	if err != nil {
		return nil, fmt.Errorf("--keywords: %s: %w", c.Keywords, err)
	}
	return k, nil
}
