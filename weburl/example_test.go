package weburl_test

import (
	"fmt"

	"sluice/weburl"
)

func Example() {
	u, err := weburl.Parse("HTTP://www.Example.org:80/a/../%7Eanna/index.html?utm_source=list&id=7#top")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(u)
	fmt.Println(u.Hostname(), u.Domain(), u.Level(), u.SURT())
	// Output:
	// http://www.example.org/~anna/index.html?id=7
	// www.example.org example.org 1 org,example)/~anna/index.html?id=7
}

func ExampleBase() {
	page, _ := weburl.Parse("http://www.example.org/papers/")
	base := weburl.DefaultRules.NewBase(page)
	for _, ref := range []string{"2004/crawling.ps.gz", "../people#staff", "mailto:anna@example.org"} {
		u, err := base.Resolve([]byte(ref))
		if err != nil {
			fmt.Println("no link:", weburl.Reason(err))
			continue
		}
		fmt.Println(u, weburl.DocumentEnding(u))
	}
	// Output:
	// http://www.example.org/papers/2004/crawling.ps.gz true
	// http://www.example.org/people false
	// no link: mailto
}

func ExampleURL_Key() {
	a, _ := weburl.Parse("http://www.example.org/%7Eanna")
	b, _ := weburl.Parse("https://www.example.org/~anna")
	fmt.Println(a.Key() == b.Key())
	// Output: true
}

func ExampleParseRules() {
	rules, err := weburl.ParseRules("sort-query,no-www,-tracking")
	if err != nil {
		fmt.Println(err)
		return
	}
	u, _ := rules.Parse("http://www.example.org/?b=1&a=2&gclid=3")
	fmt.Println(u)
	// Output: http://example.org/?a=2&b=1&gclid=3
}
