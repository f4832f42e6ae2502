// Package cycle has the rules by which the sites of the next cycle are chosen.
//
// A cycle crawls a number of sites, half of them new ones. The others were crawled before. Each has a priority level, which says how long it
// waits until it may be crawled again ([Level], [Settings].Waits). [NewPlan] ranks those that have waited, chooses among them, and says how long the
// cycle will take. The rules are those of C. Zhou, CNDROBOT: a robot for the CINDI digital library, Concordia University 2005, sections 3.2
// (table 15), 3.3.4 (tables 19 to 21) and 3.3.5 (tables 22 and 23). Each is a field of [Settings] with the published value as its default.
package cycle

import (
	"errors"
	"fmt"
	"time"
)

// Settings are the rules of a plan.
type Settings struct {
	Places       int             // sites of a cycle
	NewShare     float64         // share of the places for new sites, 0 to 1; a part of a place is a whole one
	GoodShare    float64         // share of the ranked sites that are good: all of them are chosen
	MediumShare  float64         // share of the ranked sites that are medium: the ones after the good ones
	MediumChosen float64         // share of the medium sites that is chosen
	Waits        []time.Duration // by priority level, the highest first; a site below the last one is never crawled again
}

// Day is the unit of waits.
const Day = 24 * time.Hour

// Defaults returns the published rules.
func Defaults() Settings {
	return Settings{Places: 30, NewShare: 0.5, GoodShare: 0.25, MediumShare: 0.25, MediumChosen: 0.5, Waits: []time.Duration{15 * Day, 30 * Day, 60 * Day, 180 * Day}}
}

// Limits of settings.
const (
	maxPlaces = 1_000_000
	maxLevels = 100
)

// Check returns an error that names every setting that is not possible.
func (s *Settings) Check() error {
	var errs []error
	if s.Places < 1 || s.Places > maxPlaces {
		errs = append(errs, fmt.Errorf("places: %d is not a number from 1 to %d", s.Places, maxPlaces))
	}
	for _, share := range []struct {
		name  string
		value float64
	}{{"new-share", s.NewShare}, {"good-share", s.GoodShare}, {"medium-share", s.MediumShare}, {"medium-chosen", s.MediumChosen}, {"good-share and medium-share together", s.GoodShare + s.MediumShare}} {
		if !(share.value >= 0 && share.value <= 1) { // also if it is not a number
			errs = append(errs, fmt.Errorf("%s: %v is not a share from 0 to 1", share.name, share.value))
		}
	}
	if len(s.Waits) == 0 || len(s.Waits) > maxLevels {
		errs = append(errs, fmt.Errorf("wait-days: %d levels; there can be 1 to %d", len(s.Waits), maxLevels))
	}
	for _, wait := range s.Waits {
		if wait < 0 {
			errs = append(errs, fmt.Errorf("wait-days: %v is negative", wait))
		}
	}
	return errors.Join(errs...)
}

// Level returns the priority level of a site from its ADR, in whole percents, at the end of each of its crawls, the oldest first. A site begins at level
// 1. Each rise against the crawl before moves it one level up, but not above 1, and each fall one level down, but not below the level of those that
// are never crawled again. Because the percents are whole, noise moves nobody.
func (s *Settings) Level(rates []int) int {
	level := 1
	for i := 1; i < len(rates); i++ {
		switch {
		case rates[i] > rates[i-1]:
			level = max(level-1, 1)
		case rates[i] < rates[i-1]:
			level = min(level+1, len(s.Waits)+1)
		}
	}
	return level
}

// next returns when a site may be crawled again; false for never.
func (s *Settings) next(site *Site) (time.Time, bool) {
	if site.Level > len(s.Waits) {
		return time.Time{}, false
	}
	return site.Finished.Add(s.Waits[max(site.Level, 1)-1]), true
}
