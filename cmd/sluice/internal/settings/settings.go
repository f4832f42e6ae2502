// Package settings holds what a user tells a crawl: by flags, by sluice.yaml,
// and by the settings of the crawl that a library went on from.
//
// A [Layer] is one source of settings as text, key by key. Layers are laid over
// one another with [Layer.Over] and become [Flags], the typed form, with
// [Layer.Decode] and [Flags.Check]. A key is the name of a flag, and every flag is a key.
package settings

import (
	"encoding"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Flags are the settings of a crawl, with the tags that make them flags of the
// command line. Zero limits are off unless the help says otherwise.
type Flags struct {
	Seeds            string   `group:"visit" placeholder:"FILE" help:"Read seeds from FILE, one URL a line; - reads standard input. In sluice.yaml: a list of URLs, or the name of a file."`
	Scope            string   `group:"visit" enum:"host,domain,prefix,list,any" default:"host" help:"Visit the hosts of the seeds, their registrable domains, what lies below the folder of each seed, only the hosts that seeds and --allow name, or any host."`
	Allow            []string `group:"visit" sep:"none" placeholder:"PATTERN" help:"Fetch what matches, even if it ends like something that is never a page; a host named here widens the scope 'list'. A name of a file stands for the patterns in it. Can be repeated."`
	Ignore           []string `group:"visit" sep:"none" placeholder:"PATTERN" help:"Never fetch what matches; wins over --allow. Can be repeated."`
	ForeignDocuments string   `group:"visit" enum:"yes,no" default:"yes" help:"Fetch documents on hosts out of scope that a page in scope links to, or only count them."`
	Sitemaps         bool     `group:"visit" default:"true" negatable:"" help:"Read the sitemaps of each site."`
	Requisites       bool     `group:"visit" help:"Fetch the images, styles, scripts and fonts, too, that pages in scope need to be shown."`
	Strategy         string   `group:"visit" enum:"${strategies}" default:"${strategy}" help:"Order in which links are followed. Every strategy crawls the whole site; the order matters if a limit ends the crawl."`
	Rules            []string `group:"visit" placeholder:"RULE,-RULE" help:"Switch rules of the canonical form of URLs, traps, and rules of documents on or off by name; write --rules=-RULE for off. Can be repeated."`
	Again            bool     `group:"visit" help:"Crawl a finished library anew, asking each site only for what has changed."`

	Accept []string `group:"documents" default:"paper,thesis,report,faq" placeholder:"GENRE,..." help:"Genres of documents that are accepted; the others are put into the trash. Genres are paper, thesis, report, faq, book, slides, poster, cv, course, form, other."`
	Index  string   `group:"documents" enum:"documents,relevant,all" default:"relevant" help:"Make searchable the accepted documents alone, also the pages that were judged relevant or link to documents, or also all pages."`

	MaxPages    int64         `group:"limits" placeholder:"N" help:"Stop after N answers, counted over all runs of the crawl; 0 is no limit."`
	MaxDepth    int           `group:"limits" placeholder:"N" help:"Follow at most N links from a seed; 0 is no limit."`
	MaxLevel    int           `group:"limits" default:"20" placeholder:"N" help:"Visit at most N directory levels; 0 is no limit."`
	MaxHosts    int           `group:"limits" default:"10000" placeholder:"N" help:"Visit at most N hosts of one registrable domain, besides those of seeds; 0 is no limit."`
	MaxTime     time.Duration `group:"limits" placeholder:"TIME" help:"Stop after this time, such as 2h, counted over all runs of the crawl; 0 is no limit."`
	MaxBytes    Size          `group:"limits" placeholder:"SIZE" help:"Stop after this many bytes over the wire, such as 10GB, counted over all runs of the crawl; 0 is no limit."`
	MaxDocument Size          `group:"limits" default:"200MB" placeholder:"SIZE" help:"Refuse a document that is larger than SIZE; one that does not tell its size before is cut off there, and not taken into the library."`
	MaxPage     Size          `group:"limits" default:"10MB" placeholder:"SIZE" help:"Cut any other answer off after SIZE."`
	Retries     int           `group:"limits" default:"3" placeholder:"N" help:"Try a failed URL N times more, with growing pauses."`

	Robots     string        `group:"politeness" enum:"obey,ignore" default:"obey" help:"Obey robots.txt and the like, or ignore them on sites of your own."`
	Delay      time.Duration `group:"politeness" default:"1s" placeholder:"TIME" help:"Wait this long between two requests to a host."`
	PerHost    int           `group:"politeness" default:"1" placeholder:"N" help:"Make at most N requests at a time to a host; each of the N keeps the delay for itself."`
	PerAddress int           `group:"politeness" default:"4" placeholder:"N" help:"Make at most N requests at a time to the hosts of one address; off behind a proxy."`
	Workers    int           `group:"politeness" default:"256" placeholder:"N" help:"Make at most N requests at a time over all."`
	Bandwidth  Rate          `group:"politeness" placeholder:"RATE" help:"Take at most this much a second, such as 500KB/s."`
	Idle       Hours         `group:"politeness" placeholder:"HOURS" help:"Rest in these hours of the day, such as 08:00-18:00; may pass midnight."`

	UserAgent    string   `group:"network" placeholder:"NAME" help:"Call yourself NAME instead of Sluice."`
	Contact      string   `group:"network" placeholder:"URL|MAIL" help:"Tell site owners how to reach you."`
	Proxy        string   `group:"network" placeholder:"URL" help:"Fetch through this HTTP, HTTPS or SOCKS5 proxy."`
	Header       []string `group:"network" sep:"none" placeholder:"'NAME: VALUE'" help:"Send this header with each request. Can be repeated."`
	CookieJar    string   `group:"network" placeholder:"FILE" help:"Send the cookies in FILE, which has the Netscape format, and those that sites set while the crawl runs; the file itself stays as it is."`
	Resolve      []string `group:"network" sep:"none" placeholder:"HOST:PORT:ADDR" help:"Take ADDR as the address of HOST at PORT. Can be repeated."`
	AllowPrivate bool     `group:"network" help:"Allow private, loopback and link-local addresses."`
	CAFile       string   `group:"network" name:"ca-file" placeholder:"FILE" help:"Trust the certificates in FILE, too."`
	Insecure     bool     `group:"network" help:"Accept any certificate."`

	Warc      string  `group:"output" enum:"gzip,plain" default:"gzip" help:"Compress the archive or not."`
	Render    string  `group:"output" enum:"never,auto,always" default:"never" help:"Render pages in a browser; only 'never' works so far."`
	Progress  string  `group:"output" enum:"auto,bar,plain,none" default:"auto" help:"Show a live view, a line every ten seconds, or nothing; auto is bar on a terminal, else plain."`
	Metrics   Address `group:"output" placeholder:"ADDR" help:"Serve metrics for Prometheus at http://ADDR/metrics while the crawl runs; a port alone, such as 9090, is one of the loopback interface."`
	Pprof     bool    `group:"output" help:"Serve Go's profiles at http://ADDR/debug/pprof/, too; ADDR is that of --metrics."`
	LogFormat string  `group:"output" enum:"text,json" default:"text" help:"Write the log as text or JSON."`
}

// passing are the keys that concern one run, and are not remembered for the next.
var passing = append([]string{"again"}, watching...)

// watching are the keys by which one run is watched. Those of sluice.yaml hold for every run.
var watching = []string{"progress", "log-format", "metrics", "pprof"}

// A Layer is one source of settings: texts by key. A key that is no list has one text.
type Layer map[string][]string

// Over lays l over below: a key of l hides the same key of below.
func (l Layer) Over(below Layer) Layer {
	out := maps.Clone(below)
	if out == nil {
		out = Layer{}
	}
	maps.Copy(out, l)
	return out
}

// Lasting gives the keys that a later run shall remember, less those that say the default.
func (l Layer) Lasting() Layer {
	defaults := Default().layer()
	out := Layer{}
	for key, texts := range l {
		if !slices.Contains(passing, key) && !slices.Equal(texts, defaults[key]) {
			out[key] = texts
		}
	}
	return out
}

// Watching gives the keys by which a run is watched.
func (l Layer) Watching() Layer {
	out := Layer{}
	for _, key := range watching {
		if texts, ok := l[key]; ok {
			out[key] = texts
		}
	}
	return out
}

// Changed gives the keys whose texts differ between two layers, in order.
func Changed(a, b Layer) []string {
	var keys []string
	for key := range b.Over(a) {
		if !slices.Equal(a[key], b[key]) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// Decode gives the typed form of l over the defaults. The error names the key.
func (l Layer) Decode() (*Flags, error) {
	f := Default()
	for _, key := range slices.Sorted(maps.Keys(l)) {
		if key == "seeds" { // a list here, the name of a file on the command line: see [Layer.Seeds]
			continue
		}
		if err := f.set(key, l[key]); err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
	}
	return f, nil
}

// Seeds gives the URLs that the layer names.
func (l Layer) Seeds() []string { return l["seeds"] }

// Default gives the settings of a user who says nothing.
func Default() *Flags {
	f := new(Flags)
	for key, field := range fields {
		text, ok := field.Tag.Lookup("default")
		if !ok {
			continue
		}
		text = expand(text)
		texts := []string{text}
		if field.Type.Kind() == reflect.Slice {
			texts = strings.Split(text, ",")
		}
		if err := f.set(key, texts); err != nil {
			panic(fmt.Sprintf("default of %s: %v", key, err)) // the struct above is wrong; any test finds it
		}
	}
	return f
}

// Given gives the layer of those keys of f that were given.
func (f *Flags) Given(keys []string) Layer {
	all := f.layer()
	out := Layer{}
	for _, key := range keys {
		if texts, ok := all[key]; ok {
			out[key] = texts
		}
	}
	return out
}

func (f *Flags) layer() Layer {
	out := Layer{}
	for key, field := range fields {
		v := reflect.ValueOf(f).Elem().FieldByIndex(field.Index)
		if list, ok := v.Interface().([]string); ok {
			out[key] = list
		} else {
			out[key] = []string{fmt.Sprint(v.Interface())}
		}
	}
	return out
}

// fields are the fields of Flags by their keys.
var fields = func() map[string]reflect.StructField {
	out := map[string]reflect.StructField{}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[Flags]()) {
		out[key(field)] = field
	}
	return out
}()

// Keys gives all keys in the order of the manual.
func Keys() []string {
	var keys []string
	for _, field := range reflect.VisibleFields(reflect.TypeFor[Flags]()) {
		keys = append(keys, key(field))
	}
	return keys
}

// key spells a field's name as a flag: MaxPages is max-pages.
func key(field reflect.StructField) string {
	if name, ok := field.Tag.Lookup("name"); ok {
		return name
	}
	var b strings.Builder
	for i, r := range field.Name {
		if 'A' <= r && r <= 'Z' {
			if i > 0 {
				b.WriteByte('-')
			}
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

func isList(key string) bool {
	return key == "seeds" || fields[key].Type.Kind() == reflect.Slice
}

func (f *Flags) set(key string, texts []string) error {
	field, ok := fields[key]
	if !ok {
		return fmt.Errorf("unknown key")
	}
	target := reflect.ValueOf(f).Elem().FieldByIndex(field.Index)
	if field.Type.Kind() == reflect.Slice {
		target.Set(reflect.ValueOf(slices.Clone(texts)))
		return nil
	}
	if len(texts) != 1 {
		return fmt.Errorf("wants one value, not %d", len(texts))
	}
	return setText(target, field, texts[0])
}

// truths are the words of YAML, old and new, for true and false.
var truths = map[string]bool{
	"true": true, "yes": true, "on": true, "1": true,
	"false": false, "no": false, "off": false, "0": false,
}

func setText(target reflect.Value, field reflect.StructField, text string) error {
	if enum, ok := field.Tag.Lookup("enum"); ok {
		if enum = expand(enum); !slices.Contains(strings.Split(enum, ","), text) {
			return fmt.Errorf("%q is none of %s", text, strings.ReplaceAll(enum, ",", ", "))
		}
	}
	switch p := target.Addr().Interface().(type) {
	case encoding.TextUnmarshaler:
		return p.UnmarshalText([]byte(text))
	case *string:
		*p = text
		return nil
	case *bool:
		b, ok := truths[strings.ToLower(text)]
		if !ok {
			return fmt.Errorf("%q is neither true nor false", text)
		}
		*p = b
		return nil
	case *time.Duration:
		d, err := time.ParseDuration(text)
		if err != nil {
			return fmt.Errorf("%q is no time; write 250ms, 1s or 2h", text)
		}
		*p = d
		return nil
	default:
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || target.OverflowInt(n) {
			return fmt.Errorf("%q is no whole number", text)
		}
		target.SetInt(n)
		return nil
	}
}
