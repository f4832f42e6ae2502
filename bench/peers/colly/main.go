// Command colly crawls all hosts of a list of seeds with Colly, as fast as it can
// while it obeys robots.txt, and keeps nothing.
//
// Colly's own check of visited URLs is not atomic, and it takes URLs with different
// fragments for different pages. So this program checks both before it passes a URL
// on.
package main

import (
	"flag"
	"log"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/gocolly/colly/v2"
)

func main() {
	proxy := flag.String("proxy", "", "URL of the proxy")
	seeds := flag.String("seeds", "", "file of URLs, one a line")
	atOnce := flag.Int("at-once", 16, "requests at a time over all hosts, or to each with -per-host")
	perHost := flag.Bool("per-host", false, "the limit is one a host")
	flag.Parse()
	if err := crawl(*proxy, *seeds, *atOnce, *perHost); err != nil {
		log.Fatal("colly: ", err)
	}
}

func crawl(proxy, seeds string, atOnce int, perHost bool) error {
	list, err := os.ReadFile(seeds)
	if err != nil {
		return err
	}
	via, err := url.Parse(proxy)
	if err != nil {
		return err
	}
	c := colly.NewCollector(colly.Async(true), colly.AllowURLRevisit(), colly.MaxBodySize(10<<20))
	c.IgnoreRobotsTxt = false
	c.WithTransport(&http.Transport{Proxy: http.ProxyURL(via), MaxIdleConns: 1000, MaxIdleConnsPerHost: 1000, DisableCompression: true})
	c.SetRequestTimeout(30 * time.Second)

	var seen sync.Map
	visit := func(u string) {
		u, _, _ = strings.Cut(u, "#")
		if _, known := seen.LoadOrStore(u, true); !known && u != "" {
			c.Visit(u)
		}
	}
	c.OnHTML("a[href]", func(e *colly.HTMLElement) {
		visit(e.Request.AbsoluteURL(e.Attr("href")))
	})

	urls := strings.Fields(string(list))
	var rules []*colly.LimitRule
	for _, u := range urls {
		glob := "*"
		if perHost {
			at, err := url.Parse(u)
			if err != nil {
				return err
			}
			glob = at.Host
		}
		rules = append(rules, &colly.LimitRule{DomainGlob: glob, Parallelism: atOnce})
		if !perHost {
			break
		}
	}
	if err := c.Limits(rules); err != nil {
		return err
	}
	for _, u := range urls {
		visit(u)
	}
	c.Wait()
	return nil
}
