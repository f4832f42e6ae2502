package intake

import (
	"maps"
	"sync"
	"time"

	"sluice/crawl"
	"sluice/internal/catalogue"
	"sluice/library"
)

// counters are the counts behind crawl.Intake.
type counters struct {
	mu sync.Mutex
	crawl.Intake
}

// maxCauses bounds the causes that are counted separately: some contain the output of a program.
const maxCauses = 30

// Stats says how far the intake is. It may be called at any time.
func (in *Intake) Stats() crawl.Intake {
	c := &in.counted
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.Intake
	s.RejectedBy, s.WaitingFor = maps.Clone(s.RejectedBy), maps.Clone(s.WaitingFor)
	return s
}

// reading counts a body as begun, until ended is called. ocr counts how many of its pages OCR has tried.
func (c *counters) reading() (ocr func(tried, pages int), ended func()) {
	begun := time.Now()
	c.mu.Lock()
	c.InProgress++
	c.mu.Unlock()
	var counted crawl.OCR // of this body
	count := func(now crawl.OCR) {
		c.OCR.Documents += now.Documents - counted.Documents
		c.OCR.Read += now.Read - counted.Read
		c.OCR.Pages += now.Pages - counted.Pages
		counted = now
	}
	ocr = func(tried, pages int) {
		c.mu.Lock()
		defer c.mu.Unlock()
		count(crawl.OCR{Documents: 1, Read: int64(tried), Pages: int64(pages)})
	}
	ended = func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		count(crawl.OCR{})
		c.InProgress--
		c.ReadingTime += time.Since(begun)
	}
	return ocr, ended
}

// filed counts a batch. So many of the filings were pages.
func (c *counters) filed(filings []catalogue.Filing, passed []catalogue.Skipped, turned, pages int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range filings {
		switch f := &filings[i]; f.State {
		case library.Accepted:
			c.Accepted++
		case library.Waiting:
			c.Waiting++
			count(&c.WaitingFor, string(f.Cause))
		default:
			c.Rejected++
			count(&c.RejectedBy, string(f.Cause))
		}
	}
	for _, p := range passed {
		if p.Cause != "" {
			c.NoDocuments++
		}
	}
	c.AcceptedPages += int64(turned)
	c.IndexedPages += int64(pages)
}

// count adds one to a cause, or to "other" once there are maxCauses.
func count(by *map[string]int64, cause string) {
	if *by == nil {
		*by = map[string]int64{}
	}
	if _, ok := (*by)[cause]; !ok && len(*by) >= maxCauses {
		cause = "other"
	}
	(*by)[cause]++
}
