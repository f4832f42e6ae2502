package settings

import (
	"fmt"
	"strings"

	"sluice/cmd/sluice/internal/profile"
	"sluice/cmd/sluice/internal/units"
	"sluice/crawl"
	"sluice/document/genre"
	"sluice/focus"
	"sluice/internal/lazyregexp"
)

// defaults returns what the tags of [Flags] refer to as ${name}: the defaults of the engine, which
// has the only table of them, and the names of the strategies.
func defaults() map[string]string {
	d := crawl.Defaults()
	return map[string]string{
		"scope":              string(d.Scope.Kind),
		"cookies":            string(d.Network.Cookies),
		"index":              string(d.Storage.Index),
		"max_level":          fmt.Sprint(d.Limits.Level),
		"max_hosts":          fmt.Sprint(d.Limits.Hosts),
		"max_document_size":  units.Size(d.Limits.DocumentSize).String(),
		"max_page_size":      units.Size(d.Limits.PageSize).String(),
		"retries":            fmt.Sprint(d.Politeness.Retries),
		"delay":              d.Politeness.Delay.String(),
		"per_host":           fmt.Sprint(d.Politeness.PerHost),
		"per_address":        fmt.Sprint(d.Politeness.PerAddress),
		"workers":            fmt.Sprint(d.Politeness.Workers),
		"accept":             joined(genre.Wanted, func(g genre.Genre) string { return string(g) }),
		"test_share":         units.Share(d.Knowledge.TestShare).String(),
		"level_sites":        fmt.Sprint(d.Knowledge.LevelSites),
		"stop_documents":     fmt.Sprint(d.Knowledge.StopDocuments),
		"avoid_revisits":     fmt.Sprint(d.Knowledge.AvoidRevisits),
		"pattern_pages":      fmt.Sprint(d.Knowledge.PatternPages),
		"early_stop_pages":   fmt.Sprint(d.EarlyStop.Pages),
		"early_stop_recheck": fmt.Sprint(d.EarlyStop.Recheck),
		"early_stop_share":   units.Share(d.EarlyStop.Share).String(),
		"profiles":           profile.Names,
		"strategy":           focus.Default,
		"strategies":         joined(focus.Strategies(), func(s focus.Entry) string { return s.Name }),
	}
}

// joined returns the names of a list, separated by commas, as the tag "enum" expects them.
func joined[T any](list []T, name func(T) string) string {
	var names []string
	for _, entry := range list {
		names = append(names, name(entry))
	}
	return strings.Join(names, ",")
}

// vars is read once: the defaults of the engine do not change while the program runs.
var vars = defaults()

// variable matches a variable of a tag.
var variable = lazyregexp.New(`\$\{\w+\}`)

// Expand returns a tag with the values of its variables, ${name}. It leaves all else as it is: other dollar signs, and names that it does not know,
// for the parser of the command line, which refuses them. That parser expands its tags by this function, so that flags, sluice.yaml and the manual
// agree with the engine.
func Expand(tag string) string {
	return variable.ReplaceAllStringFunc(tag, func(v string) string {
		if value, ok := vars[v[len("${"):len(v)-len("}")]]; ok {
			return value
		}
		return v
	})
}
