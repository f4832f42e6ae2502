package genre

import "sync"

// lows returns the words for a feature that is low by its name.
var lows = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for _, part := range [][]feature{paging, setting, file, volume, speech} {
		for _, f := range part {
			m[f.high] = f.low
		}
	}
	for _, c := range cues {
		m[c.yes] = c.no
	}
	return m
})

// cueNumber returns the place of a cue by its name.
var cueNumber = sync.OnceValue(func() map[string]int {
	m := map[string]int{}
	for i, c := range cues {
		m[c.yes] = i
	}
	return m
})
