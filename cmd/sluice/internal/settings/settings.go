// Package settings holds the settings of a crawl: from the command line, in sluice.yaml, and in
// earlier runs of the crawl.
//
// A [Layer] is one source of settings as text, key by key. [Layer.Over] lays one source over another,
// [Layer.Decode] returns the typed form, [Flags], and [Flags.Check] validates it. Every key is a flag of
// `sluice crawl`, and there is one list of them: the fields of Flags.
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

	"sluice/cmd/sluice/internal/units"
	"sluice/internal/credential"
	"sluice/internal/suggestion"
)

// Flags are the settings of a crawl. The tags make each field a flag of the command line; their
// variables are those of [Expand]. A limit of zero is off unless the help says otherwise.
type Flags struct {
	Seeds            string      `group:"visit" placeholder:"FILE" help:"Read seeds from FILE, one URL per line; - reads standard input. In sluice.yaml: a list of URLs, or the name of a file."`
	Scope            string      `group:"visit" enum:"host,domain,prefix,list,any" default:"${scope}" help:"Visit the hosts of the seeds, their registrable domains, the folder of each seed and everything below it, only the hosts named by seeds and --allow, or any host."`
	Allow            []string    `group:"visit" sep:"none" placeholder:"PATTERN" help:"Fetch matching URLs even if their ending is on the list of endings that are never pages; a host named here extends the scope 'list'. The name of a file stands for the patterns in it. Can be repeated."`
	Ignore           []string    `group:"visit" sep:"none" placeholder:"PATTERN" help:"Never fetch matching URLs; overrides --allow. Can be repeated."`
	ForeignDocuments string      `group:"visit" enum:"yes,no" default:"yes" help:"Fetch documents on hosts out of scope if a page in scope links to them, or only count them."`
	Sitemaps         bool        `group:"visit" default:"true" negatable:"" help:"Read the sitemaps of each site, and the feeds that its pages announce."`
	Requisites       bool        `group:"visit" help:"Fetch also the images, styles, scripts and fonts that are needed to display pages in scope."`
	Strategy         string      `group:"visit" enum:"${strategies}" default:"${strategy}" help:"Order in which links are followed. Every strategy crawls the whole site but infospiders, which drops the links of agents that die and ends with the last; the order matters if a limit ends the crawl."`
	Rules            []string    `group:"visit" placeholder:"RULE,-RULE" help:"Switch rules on or off by name: rules of canonical URLs, traps, and rules of documents. Write --rules=-RULE to switch one off. Can be repeated."`
	Again            bool        `group:"visit" help:"Crawl a finished library again; sites are asked only for changes."`
	Requests         float64     `group:"visit" placeholder:"N" help:"With --again, and in cycles: of the pages that the library has, request only those that are due if N requests may be made a day: see REVISITS. 0 means all pages."`
	Knowledge        bool        `group:"visit" negatable:"" help:"Leave out what earlier crawls of the library have learned to be without documents: see KNOWLEDGE."`
	TestShare        units.Share `group:"visit" default:"${test_share}" placeholder:"SHARE" help:"With --knowledge: request this share of the URLs left out all the same, as a test. 0 means none."`
	LevelSites       int         `group:"visit" default:"${level_sites}" placeholder:"N" help:"With --knowledge: the deepest directory level of the documents of N sites, with five documents each, limits the sites that have no level limit of their own. With fewer sites it limits none."`
	StopDocuments    int         `group:"visit" default:"${stop_documents}" placeholder:"N" help:"With --knowledge: a name of a directory is a stop directory if N documents were found under it, all of them rejected."`
	AvoidRevisits    int         `group:"visit" default:"${avoid_revisits}" placeholder:"N" help:"With --knowledge: leave out directories, pages and patterns of URLs that were revisited N times and never led to a document."`
	PatternPages     int         `group:"visit" default:"${pattern_pages}" placeholder:"N" help:"With --knowledge: leave out patterns of URLs only if they have N pages."`

	Accept []string `group:"documents" default:"${accept}" placeholder:"GENRE,..." help:"Genres that are accepted; documents of other genres go to the trash. Genres are paper, thesis, report, faq, book, slides, poster, cv, course, form, other."`
	Index  string   `group:"documents" enum:"documents,relevant,all" default:"${index}" help:"Index only accepted documents; also pages that are relevant or link to documents; or all pages."`

	MaxPages         int64         `group:"limits" placeholder:"N" help:"Stop after N responses, counted over all runs of the crawl, which adaptive spends on the best links (see LIMITS); with --again, unchanged pages and documents do not count. 0 means no limit."`
	MaxDepth         int           `group:"limits" placeholder:"N" help:"Follow at most N links from a seed; 0 means no limit."`
	MaxLevel         int           `group:"limits" default:"${max_level}" placeholder:"N" help:"Visit at most N directory levels; 0 means no limit."`
	MaxHosts         int           `group:"limits" default:"${max_hosts}" placeholder:"N" help:"Visit at most N hosts of one registrable domain, not counting those of seeds; 0 means no limit."`
	MaxTime          time.Duration `group:"limits" placeholder:"TIME" help:"Stop after this time, such as 2h, counted over all runs of the crawl; 0 means no limit."`
	MaxBytes         units.Size    `group:"limits" placeholder:"SIZE" help:"Stop after receiving this many bytes, such as 10GB, counted over all runs of the crawl; 0 means no limit."`
	MaxDocumentSize  units.Size    `group:"limits" default:"${max_document_size}" placeholder:"SIZE" help:"Refuse documents larger than SIZE. A document of unknown size is cut off there and not added to the library."`
	MaxPageSize      units.Size    `group:"limits" default:"${max_page_size}" placeholder:"SIZE" help:"Cut off any other response after SIZE."`
	Retries          int           `group:"limits" default:"${retries}" placeholder:"N" help:"Retry a failed URL up to N times, with increasing delays."`
	EarlyStop        bool          `group:"limits" negatable:"" help:"Stop a site that yields too few documents: see KNOWLEDGE."`
	EarlyStopPages   int64         `group:"limits" default:"${early_stop_pages}" placeholder:"N" help:"With --early-stop: examine a site after N of its pages, and again after each N more."`
	EarlyStopRecheck int64         `group:"limits" default:"${early_stop_recheck}" placeholder:"N" help:"With --early-stop: stop a site with too few documents if that is still so N pages later."`
	EarlyStopShare   units.Share   `group:"limits" default:"${early_stop_share}" placeholder:"SHARE" help:"With --early-stop: documents found, divided by pages, below which a site has too few."`
	EarlyStopPrice   int64         `group:"limits" placeholder:"N" help:"With --early-stop: stop a site also when an examination expects fewer than N documents from its next 1,000 pages. 0 means never."`

	Robots     string        `group:"politeness" enum:"obey,ignore" default:"obey" help:"Obey robots.txt, robots metas and headers, or ignore them on your own sites."`
	Delay      time.Duration `group:"politeness" default:"${delay}" placeholder:"TIME" help:"Wait this long between two requests to a host."`
	PerHost    int           `group:"politeness" default:"${per_host}" placeholder:"N" help:"Make at most N requests to a host at the same time; each of the N observes the delay by itself."`
	PerAddress int           `group:"politeness" default:"${per_address}" placeholder:"N" help:"Make at most N requests at the same time to all hosts of one IP address; off behind a proxy."`
	Workers    int           `group:"politeness" default:"${workers}" placeholder:"N" help:"Make at most N requests at the same time in total."`
	Bandwidth  units.Rate    `group:"politeness" placeholder:"RATE" help:"Receive at most this much per second, such as 500kB/s."`
	Idle       units.Hours   `group:"politeness" placeholder:"HOURS" help:"Make no requests in these hours of the day, such as 08:00-18:00; may include midnight."`

	UserAgent    string   `group:"network" placeholder:"NAME" help:"Send NAME as the user agent instead of Sluice."`
	Contact      string   `group:"network" placeholder:"URL|MAIL" help:"Tell site owners how to reach you."`
	Proxy        string   `group:"network" placeholder:"URL" help:"Fetch through this HTTP, HTTPS or SOCKS5 proxy, with USER:PASSWORD@ in front of its host if it wants them."`
	Header       []string `group:"network" sep:"none" placeholder:"'NAME: VALUE'" help:"Send this header with each request. A header whose name contains auth, cookie, pass, session, credential, token, key or secret is sent only to scheme, host and port of the seeds. Can be repeated."`
	Cookies      string   `group:"network" enum:"none,host,jar" default:"${cookies}" help:"Keep no cookies; keep those of each host, and those that a chain of redirects sets, until the run ends; or keep them for whole domains in the file of --cookie-jar."`
	CookieJar    string   `group:"network" placeholder:"FILE" help:"Send the cookies in FILE (Netscape format, as browsers export them), and write those that sites set back to it; implies --cookies jar."`
	Resolve      []string `group:"network" sep:"none" placeholder:"HOST:PORT:ADDR" help:"Use ADDR as the address of HOST at PORT. Can be repeated."`
	AllowPrivate bool     `group:"network" help:"Allow private, loopback and link-local addresses, addresses of this machine, local names (of one label, or ending in .local, .lan, .internal and the like), and ports of other protocols than HTTP."`
	CAFile       string   `group:"network" name:"ca-file" placeholder:"FILE" help:"Trust also the certificates in FILE."`
	Insecure     bool     `group:"network" help:"Accept any certificate."`

	Warc      string        `group:"output" enum:"gzip,plain" default:"gzip" help:"Compress the archive, or not."`
	Render    string        `group:"output" enum:"never,auto,always" default:"never" help:"Render pages in a browser; only 'never' is implemented."`
	Progress  string        `group:"output" enum:"auto,bar,plain,none" default:"auto" help:"Show progress as a live view, as a line every ten seconds, or not; auto is bar on a terminal, else plain."`
	Metrics   units.Address `group:"output" placeholder:"ADDR" help:"Serve metrics for Prometheus at http://ADDR/metrics while the crawl runs; a port alone, such as 9090, is on the loopback interface."`
	Pprof     bool          `group:"output" help:"Serve also Go's profiles at http://ADDR/debug/pprof/; ADDR is that of --metrics."`
	LogFormat string        `group:"output" enum:"text,json" default:"text" help:"Write the log, the lines of -v, the progress and the summary as text, or as JSON: one object per line. Its key msg is fetch (-v), progress (every ten seconds) or summary, or the message of the log. docs/operating.md lists the keys."`
}

// transient are the keys that concern one run and are not saved for the next.
var transient = append([]string{"again"}, monitoring...)

// monitoring are the keys that say how one run is monitored. In sluice.yaml they hold for every run.
var monitoring = []string{"progress", "log-format", "metrics", "pprof"}

// A Layer is one source of settings: texts by key. A key that is not a list has one text.
type Layer map[string][]string

// Over returns the keys of both layers; a key of l hides the same key of below, and either key of cookies both.
// Neither layer is changed.
func (l Layer) Over(below Layer) Layer {
	out := maps.Clone(below)
	if out == nil {
		out = Layer{}
	}
	if l["cookies"] != nil && !slices.Equal(l["cookies"], []string{"jar"}) {
		delete(out, "cookie-jar")
	}
	if l["cookie-jar"] != nil {
		delete(out, "cookies")
	}
	maps.Copy(out, l)
	return out
}

// Lasting returns the keys that are saved for later runs, without those that have their default.
func (l Layer) Lasting() Layer {
	defaults := Default().layer()
	out := Layer{}
	for key, texts := range l {
		if !slices.Contains(transient, key) && !slices.Equal(texts, defaults[key]) {
			out[key] = texts
		}
	}
	return out
}

// WithoutSecrets returns the layer as sluice.yaml of a new library has it: without headers that hold a secret, without a proxy
// that wants a password, and with seeds without user and password. The catalogue has all of them.
func (l Layer) WithoutSecrets() Layer {
	out := maps.Clone(l)
	if proxy := strings.Join(l["proxy"], ""); strings.Contains(proxy, "@") {
		delete(out, "proxy")
	}
	if headers, ok := l["header"]; ok {
		out["header"] = slices.DeleteFunc(slices.Clone(headers), func(h string) bool {
			name, _, _ := strings.Cut(h, ":")
			return credential.IsSecretName(name)
		})
		if len(out["header"]) == 0 {
			delete(out, "header")
		}
	}
	if seeds, ok := l["seeds"]; ok {
		out["seeds"] = make([]string, len(seeds))
		for i, seed := range seeds {
			out["seeds"][i] = credential.WithoutUser(seed)
		}
	}
	return out
}

// Monitoring returns the keys that say how a run is monitored.
func (l Layer) Monitoring() Layer {
	out := Layer{}
	for _, key := range monitoring {
		if texts, ok := l[key]; ok {
			out[key] = texts
		}
	}
	return out
}

// Changed returns the keys whose texts differ between two layers, sorted.
func Changed(a, b Layer) []string {
	all := maps.Clone(a)
	if all == nil {
		all = Layer{}
	}
	maps.Copy(all, b)
	var keys []string
	for key := range all {
		if !slices.Equal(a[key], b[key]) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// Decode returns the typed form of l over the defaults. The error names the key.
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

// Seeds returns the URLs that the layer names.
func (l Layer) Seeds() []string { return l["seeds"] }

// Default returns the settings of a user who sets nothing.
func Default() *Flags {
	f := new(Flags)
	for key, field := range fields {
		text, ok := field.Tag.Lookup("default")
		if !ok {
			continue
		}
		text = Expand(text)
		texts := []string{text}
		if field.Type.Kind() == reflect.Slice {
			texts = strings.Split(text, ",")
		}
		if err := f.set(key, texts); err != nil {
			panic(fmt.Sprintf("default of %s: %v", key, err)) // a wrong tag above: every test finds it
		}
	}
	return f
}

// Given returns a layer with the values of f for the keys that the user has set.
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

// layer returns all fields of f as texts, those with their default included.
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

// fields are the fields of Flags by key.
var fields = func() map[string]reflect.StructField {
	out := map[string]reflect.StructField{}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[Flags]()) {
		out[key(field)] = field
	}
	return out
}()

// Keys returns all keys in the order of the manual.
func Keys() []string {
	var keys []string
	for _, field := range reflect.VisibleFields(reflect.TypeFor[Flags]()) {
		keys = append(keys, key(field))
	}
	return keys
}

// key returns the name of a field as a flag: MaxPages is max-pages.
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

// isList reports whether a key may have several texts. The field Seeds is a string, but in
// sluice.yaml seeds is a list.
func isList(key string) bool {
	if of, ok := cycleFields[key]; ok {
		return of.Type.Kind() == reflect.Slice
	}
	return key == "seeds" || fields[key].Type.Kind() == reflect.Slice
}

// cookiesInMemory is the name of a cookie jar by which earlier versions kept cookies in memory, as they are kept now without a jar.
const cookiesInMemory = "on"

// set sets the field of a key.
func (f *Flags) set(key string, texts []string) error {
	field, ok := fields[key]
	if !ok {
		return fmt.Errorf("unknown key")
	}
	if key == "cookie-jar" && slices.Equal(texts, []string{cookiesInMemory}) {
		texts = []string{""}
	}
	return setField(reflect.ValueOf(f).Elem(), field, texts)
}

// setField sets a field of a struct. A list replaces the one that was there and is copied.
func setField(of reflect.Value, field reflect.StructField, texts []string) error {
	target := of.FieldByIndex(field.Index)
	if field.Type == reflect.TypeFor[[]string]() {
		target.Set(reflect.ValueOf(slices.Clone(texts)))
		return nil
	}
	if field.Type.Kind() == reflect.Slice {
		list := reflect.MakeSlice(field.Type, len(texts), len(texts))
		for i, text := range texts {
			if err := setText(list.Index(i), field, text); err != nil {
				return err
			}
		}
		target.Set(list)
		return nil
	}
	if len(texts) != 1 {
		return fmt.Errorf("needs one value, not %d", len(texts))
	}
	return setText(target, field, texts[0])
}

// booleans are the words of YAML 1.1 and 1.2 for true and false.
var booleans = map[string]bool{
	"true": true, "yes": true, "on": true, "1": true,
	"false": false, "no": false, "off": false, "0": false,
}

// setText parses text by the type of the field and sets it. A tag "enum" restricts the texts,
// whatever the type is.
func setText(target reflect.Value, field reflect.StructField, text string) error {
	if enum, ok := field.Tag.Lookup("enum"); ok {
		if words := strings.Split(Expand(enum), ","); !slices.Contains(words, text) {
			return fmt.Errorf("%q is not one of %s%s", text, strings.Join(words, ", "), suggestion.Hint(text, words))
		}
	}
	switch p := target.Addr().Interface().(type) {
	case encoding.TextUnmarshaler:
		return p.UnmarshalText([]byte(text))
	case *string:
		*p = text
		return nil
	case *bool:
		b, ok := booleans[strings.ToLower(text)]
		if !ok {
			return fmt.Errorf("%q is neither true nor false", text)
		}
		*p = b
		return nil
	case *time.Duration:
		d, err := time.ParseDuration(text)
		if err != nil {
			return fmt.Errorf("%q is not a duration; write 250ms, 1s or 2h", text)
		}
		*p = d
		return nil
	case *float64:
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return fmt.Errorf("%q is not a number", text)
		}
		*p = x
		return nil
	default:
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || target.OverflowInt(n) {
			return fmt.Errorf("%q is not a whole number", text)
		}
		target.SetInt(n)
		return nil
	}
}
