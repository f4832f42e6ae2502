package settings

import (
	"cmp"
	"encoding/json"
)

// renamed are the keys of earlier versions by their former names. A sluice.yaml, the stored settings of a crawl and a command line may
// still have them.
var renamed = map[string]string{
	"max-page":     "max-page-size",
	"max-document": "max-document-size",
}

// Renamed returns the present name of a key that an earlier version had, or "" if there was none of that name.
func Renamed(key string) string { return renamed[key] }

// currentName returns the present name of a key.
func currentName(key string) string { return cmp.Or(renamed[key], key) }

// UnmarshalJSON reads stored settings, with the keys of earlier versions under their present names.
func (l *Layer) UnmarshalJSON(data []byte) error {
	var stored map[string][]string
	if err := json.Unmarshal(data, &stored); err != nil {
		return err
	}
	*l = make(Layer, len(stored))
	for key, texts := range stored {
		if _, ok := stored[currentName(key)]; ok && renamed[key] != "" {
			continue // the present name is there, too, and was written later
		}
		(*l)[currentName(key)] = texts
	}
	return nil
}
