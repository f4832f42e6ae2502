//go:build yardstick

package robots_test

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"sluice/internal/robots"
)

// shared returns the folder of what others wrote, beside the module.
func shared(t testing.TB) string {
	if dir := os.Getenv("SLUICE_SHARED"); dir != "" {
		return dir
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, "..", "shared")
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("no go.mod above the package")
		}
		dir = filepath.Dir(dir)
	}
}

type robotsCase struct {
	ID, Suite, Note, Agent, URL, Input, Expected string
	AgentMatch                                   string `json:"agent_match"`
	Agents                                       []string
	Robots, RobotsB64                            *string
	Allowed                                      bool
	CrawlDelay                                   *float64    `json:"crawl_delay_seconds"`
	RequestRate                                  *[2]float64 `json:"request_rate"`
	RobotsURL                                    string      `json:"robots_url"`
	Sitemaps                                     []string
}

func (c *robotsCase) UnmarshalJSON(b []byte) error {
	type plain robotsCase
	if err := json.Unmarshal(b, (*plain)(c)); err != nil {
		return err
	}
	var raw struct {
		B64 *string `json:"robots_b64"`
	}
	err := json.Unmarshal(b, &raw)
	c.RobotsB64 = raw.B64
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

// conform runs every case of a file through check, which returns what is wrong, and wants a share
// of each suite to pass.
func conform(t *testing.T, file string, want float64, check func(c *robotsCase) string) {
	f, err := os.Open(filepath.Join(shared(t), "conformance", file+".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	passed, cases := map[string]int{}, map[string]int{}
	in := bufio.NewScanner(f)
	in.Buffer(nil, 64<<20)
	for in.Scan() {
		var c robotsCase
		if err := json.Unmarshal(in.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		cases[c.Suite]++
		if wrong := check(&c); wrong != "" {
			t.Logf("%s %s %s: %s", c.ID, c.Suite, c.Note, wrong)
		} else {
			passed[c.Suite]++
		}
	}
	if in.Err() != nil || len(cases) == 0 {
		t.Fatal("no cases", in.Err())
	}
	for _, suite := range slices.Sorted(maps.Keys(cases)) {
		fmt.Println("CONFORMANCE", file, suite, passed[suite], cases[suite])
		share := want
		if suite == "google-robotstxt" {
			share = 1
		}
		if float64(passed[suite]) < share*float64(cases[suite]) {
			t.Errorf("%s: %d of %d", suite, passed[suite], cases[suite])
		}
	}
}

func TestConformanceRobotsAllow(t *testing.T) {
	conform(t, "robots_allow", 0.99, func(c *robotsCase) string {
		if ok, line := c.rules(t).Allowed(robots.Path(c.URL)); ok != c.Allowed {
			return fmt.Sprintf("%v %q: %v by %q", append(c.Agents, c.Agent), c.URL, ok, line)
		}
		return ""
	})
}

func TestConformanceRobotsDelay(t *testing.T) {
	conform(t, "robots_delay", 1, func(c *robotsCase) string {
		r := c.rules(t)
		if c.RequestRate != nil {
			rate, ok := r.RequestRate()
			if !ok || float64(rate.Requests) != c.RequestRate[0] || rate.Period.Seconds() != c.RequestRate[1] {
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
	conform(t, "robots_sitemaps", 1, func(c *robotsCase) string {
		if got := c.rules(t).Sitemaps(c.RobotsURL); !slices.Equal(got, c.Sitemaps) {
			return fmt.Sprintf("%q, want %q", got, c.Sitemaps)
		}
		return ""
	})
}

func TestConformanceRobotsPathEscape(t *testing.T) {
	conform(t, "robots_path_escape", 1, func(c *robotsCase) string {
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
	conform(t, "robots_realworld", 1, func(c *robotsCase) string {
		rules := c.rules(t)
		rules.Allowed("/some/page.html?id=1")
		rules.Sitemaps("https://www.example.org/robots.txt")
		return ""
	})
}
