package engine

import (
	"fmt"
	"net/netip"
	"net/url"
	"strings"

	"sluice/internal/credential"
	"sluice/internal/lazyregexp"
	"sluice/weburl"
)

// isSecret reports whether a header of this name is sent to the origin of its engine alone.
func isSecret(header string) bool { return credential.IsSecretName(header) }

// Choice is an engine of the Web that can be asked, or why it cannot.
type Choice struct {
	Name    string `json:"name"`
	Address string `json:"address"`           // scheme and host
	Missing string `json:"missing,omitempty"` // what it needs to be asked; empty: nothing

	description Description
	host        string // canonical: in ASCII
	port        int
	isOwn       bool // the user named it by the environment, and not a file that may come from another person
	key         string
	isShared    bool // everybody may use the key
}

// Choices returns the engines of the Web: the known ones and those of a file. Getenv returns a variable of the environment.
func Choices(described []Description, getenv func(string) string) ([]Choice, error) {
	var all []Choice
	instance := Choice{Name: SearXNG, Missing: "SEARXNG_URL, the address of an instance"}
	if address := getenv("SEARXNG_URL"); address != "" {
		d := Description{Name: SearXNG, Kind: "searxng", URL: address}
		if err := d.check(); err != nil {
			return nil, fmt.Errorf("SEARXNG_URL: %q is not the address of an instance, such as http://127.0.0.1:8888", weburl.Redact(address))
		}
		instance = newChoice(d, "")
		instance.isOwn = true
	}
	all = append(all, instance)
	for _, b := range builtins {
		key := getenv(b.variable)
		isShared := key == "" || key == b.shared
		if key == "" {
			key = b.shared
		}
		d := b.Description
		missing := ""
		if key == "" && d.KeyHeader != "" {
			missing = b.variable + ", a key"
		}
		if d.Name == "google" {
			if cx := getenv("GOOGLE_CX"); cx != "" {
				d.URL += "&cx=" + url.QueryEscape(cx)
			} else if missing == "" {
				missing = "GOOGLE_CX, the identifier of a search engine"
			}
		}
		c := newChoice(d, key)
		c.Missing, c.isShared = missing, isShared
		all = append(all, c)
	}
	for _, d := range described {
		c := newChoice(d, "")
		if d.KeyHeader != "" || d.KeyParameter != "" {
			variable := KeyVariable(c.host)
			switch {
			case variable == "":
				c.Missing = "a host of letters, digits, dots and hyphens, because it has a key"
			case getenv(variable) == "":
				c.Missing = variable + ", a key"
			case !c.isConfidential():
				c.Missing = "an address with https, because its key must not be read on the way"
			default:
				c.key = getenv(variable)
			}
		}
		all = append(all, c)
	}
	return all, nil
}

// newChoice returns an engine that can be asked.
func newChoice(d Description, key string) Choice {
	c := Choice{Name: d.Name, description: d, key: key}
	if u, err := weburl.Parse(d.address("x", position{})); err == nil {
		c.Address, c.host, c.port = u.Origin(), u.Hostname(), u.Port()
	}
	return c
}

// isConfidential reports whether nobody on the way to the engine can read what is sent.
func (c *Choice) isConfidential() bool {
	if strings.HasPrefix(c.Address, "https://") {
		return true
	}
	_, isLoopback := c.loopback()
	return isLoopback
}

// loopback returns the address of the engine if it runs on this machine.
func (c *Choice) loopback() (netip.Addr, bool) {
	host := strings.Trim(c.host, "[]")
	if host == "localhost" {
		host = "127.0.0.1"
	}
	a, err := netip.ParseAddr(host)
	return a, err == nil && a.IsLoopback()
}

// KeyVariable returns the variable of the environment that has the key for the engine at a host: SLUICE_KEY_ and the host in capitals, with "_" for a
// dot and "__" for a hyphen; empty for a host with other characters, because two hosts must not share a variable. The host is in the name so that a file of engines, which may come from another person, cannot have a key sent
// elsewhere.
func KeyVariable(host string) string {
	if !plainHost.MatchString(host) {
		return ""
	}
	return "SLUICE_KEY_" + strings.NewReplacer("-", "__", ".", "_").Replace(strings.ToUpper(host))
}

// plainHost matches names and addresses of hosts that have a variable.
var plainHost = lazyregexp.New(`^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$`)
