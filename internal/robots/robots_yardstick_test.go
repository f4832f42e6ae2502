//go:build yardstick

package robots_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"sluice/internal/conformancetest"
	"sluice/internal/robots"
)

type robotsCase struct {
	ID, Suite, Note, Agent, URL, Input, Expected string
	AgentMatch                                   string `json:"agent_match"`
	Agents                                       []string
	Robots, RobotsB64                            *string
	Allowed                                      bool
	CrawlDelay                                   *float64    `json:"crawl_delay_seconds"`
	RequestRate                                  *[2]float64 `json:"request_rate"`
	AsksRate                                     bool        // the case is about the rate, which may be none
	RobotsURL                                    string      `json:"robots_url"`
	Sitemaps                                     []string
}

func (c *robotsCase) UnmarshalJSON(b []byte) error {
	type plain robotsCase
	if err := json.Unmarshal(b, (*plain)(c)); err != nil {
		return err
	}
	var raw struct {
		B64  *string         `json:"robots_b64"`
		Rate json.RawMessage `json:"request_rate"`
	}
	err := json.Unmarshal(b, &raw)
	c.RobotsB64, c.AsksRate = raw.B64, raw.Rate != nil
	return err
}

func (c *robotsCase) rules(t *testing.T) *robots.Rules {
	var body []byte
	switch {
	case c.Robots != nil:
		body = []byte(*c.Robots)
	case c.RobotsB64 != nil:
		var err error
		if body, err = base64.StdEncoding.DecodeString(*c.RobotsB64); err != nil {
			t.Fatalf("%s: %v", c.ID, err)
		}
	}
	agents := c.Agents
	if len(agents) == 0 {
		agents = []string{c.Agent}
	}
	return c.profile().Parse(body, agents...)
}

func (c *robotsCase) profile() robots.Profile {
	switch {
	case c.Suite == "google-robotstxt":
		return robots.Google
	case c.Suite == "protego":
		return robots.Protego
	case c.AgentMatch == "exact":
		return robots.CrawlerCommonsExact
	}
	return robots.CrawlerCommons
}

// conform runs every case of a file through check, which returns what is wrong.
func conform(t *testing.T, file string, want conformancetest.Bars, check func(c *robotsCase) string) {
	y := conformancetest.NewTally(t, file)
	for _, c := range conformancetest.Cases[robotsCase](t, file) {
		wrong := check(&c)
		y.Count(c.Suite, c.ID, wrong == "", "%s: %s", c.Note, wrong)
	}
	y.Report(want)
}

// all asks for every case.
var all = conformancetest.Bars{All: 100}

func TestConformanceRobotsAllow(t *testing.T) {
	conform(t, "robots_allow", conformancetest.Bars{All: 99, Suites: map[string]float64{"google-robotstxt": 100}}, func(c *robotsCase) string {
		if ok, line := c.rules(t).Allowed(robots.Path(c.URL)); ok != c.Allowed {
			return fmt.Sprintf("%v %q: %v by %q", append(c.Agents, c.Agent), c.URL, ok, line)
		}
		return ""
	})
}

func TestConformanceRobotsDelay(t *testing.T) {
	conform(t, "robots_delay", all, func(c *robotsCase) string {
		r := c.rules(t)
		if c.AsksRate {
			rate, ok := r.RequestRate()
			if ok != (c.RequestRate != nil) || ok && (float64(rate.Requests) != c.RequestRate[0] || rate.Period.Seconds() != c.RequestRate[1]) {
				return fmt.Sprint(rate)
			}
			return ""
		}
		d, ok := r.CrawlDelay()
		if ok != (c.CrawlDelay != nil) || ok && d != time.Duration(*c.CrawlDelay*float64(time.Second)) {
			return fmt.Sprint(c.Agent, d, ok)
		}
		return ""
	})
}

func TestConformanceRobotsSitemaps(t *testing.T) {
	conform(t, "robots_sitemaps", all, func(c *robotsCase) string {
		if got := c.rules(t).Sitemaps(c.RobotsURL); !slices.Equal(got, c.Sitemaps) {
			return fmt.Sprintf("%q, want %q", got, c.Sitemaps)
		}
		return ""
	})
}

func TestConformanceRobotsPathEscape(t *testing.T) {
	conform(t, "robots_path_escape", all, func(c *robotsCase) string {
		read := robots.Path
		if c.Suite == "google-escape-pattern" {
			read = robots.Google.Escape
		}
		if got := read(c.Input); got != c.Expected {
			return fmt.Sprintf("%q: %q, want %q", c.Input, got, c.Expected)
		}
		return ""
	})
}

func TestConformanceRobotsRealWorld(t *testing.T) {
	conform(t, "robots_realworld", all, func(c *robotsCase) string {
		rules := c.rules(t)
		rules.Allowed("/some/page.html?id=1")
		rules.Sitemaps("https://www.example.org/robots.txt")
		return ""
	})
}
