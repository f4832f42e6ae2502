package sluice_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"

	"sluice"
	"sluice/crawl"
)

// A crawl into a library, and the body of a page. A server on loopback is the proxy
// for every host, and so stands for the Web.
func Example() {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			fmt.Fprint(w, `<html><title>Home</title><a href="paper.html">A paper</a></html>`)
		case "/paper.html":
			fmt.Fprint(w, `<html><title>A paper</title>On crawling.</html>`)
		default:
			http.NotFound(w, r)
		}
	}))
	defer site.Close()
	dir, err := os.MkdirTemp("", "library-*")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)

	lib, err := sluice.Open(dir, sluice.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer lib.Close()
	c, err := lib.Crawl(context.Background(), crawl.Config{
		Seeds:   []string{"http://www.example.org/"},
		Network: crawl.Network{Proxy: site.URL},
		Politeness: crawl.Politeness{
			Delay:   -1,
			Retries: -1,
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	result, err := c.Run(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.State, result.Stats.Pages)

	body, err := lib.Body(context.Background(), "http://www.example.org/paper.html")
	if err != nil {
		log.Fatal(err)
	}
	defer body.Close()
	io.Copy(os.Stdout, body)
	// Output:
	// done 2
	// <html><title>A paper</title>On crawling.</html>
}
