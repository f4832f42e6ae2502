package library

import "time"

// Site is a host from which a crawl fetched, or that it found.
type Site struct {
	Host      string // with the port if it is not the default
	Domain    string // registrable domain
	Pages     int64
	Documents int64
	Errors    int64
	Redirects int64
	Copies    int64 // URLs with a body that another URL had before
	Refused   int64 // links that a rule forbids
	Bytes     int64 // of the bodies, content encoding removed
	Wire      int64 // bytes that came over the wire
	First     time.Time
	Last      time.Time     // fetched; zero: never
	Robots    string        // its robots.txt: "rules", "none", "unreachable"; empty: not requested
	GivenUp   string        // why nothing more is requested; empty while it is
	Delay     time.Duration // between two requests, as the site requested
}
