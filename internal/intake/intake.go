// Package intake reads, judges, describes and files the documents that a crawl has fetched,
// while the crawl runs.
//
// [New] one over the parts of a library, and [Intake.Run] it while a crawl runs: it reads the
// bodies of the catalogue's queue, which the crawl's commits fill, out of the archive, a few at
// a time. It never delays the fetching, and a crash loses nothing: what is not filed stays in
// the queue. [Intake.Add] files a document that a person submits, by the same judging.
//
// A document that cannot be read is filed all the same, with its cause: 'waiting' where another
// program, or a reader of scans, could help, else 'rejected'. One over whose reading the
// program has died five times is given up. The hosts take turns, a document that needs long is read
// later, and documents of a host whose budget is used up wait, see package fairqueue.
package intake

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"sluice/document"
	"sluice/document/genre"
	"sluice/internal/catalogue"
	"sluice/internal/fulltext"
	"sluice/internal/intake/fairqueue"
	"sluice/internal/repository"
	"sluice/topic"
)

// ErrLost is the error of an answer that is missing from the archive or damaged. After any
// other error a later attempt may succeed.
var ErrLost = errors.New("missing or damaged in the archive")

const (
	batchSize  = 32                     // documents filed in one transaction
	batchTime  = 500 * time.Millisecond // or so long after its first one
	lastRounds = 3                      // through the queue, at the end, for what was passed over
	napTime    = time.Second            // between two looks at an empty queue
)

// Config has the parts that an intake works with.
type Config struct {
	Fetches    Fetches
	Queue      Queue
	Documents  Documents
	SiteBlocks SiteBlocks
	Repository *repository.Repository
	Index      *fulltext.Index
	Reader     *document.Reader
	Filter     *genre.Filter // knows what the library wants
	Topic      *topic.Topic  // of the library; nil: documents have no relevance. See SetTopic

	Answer func(ctx context.Context, f *catalogue.Fetch) (*Body, error) // what a fetch brought, out of the archive; see ErrLost
	Page   func(ctx context.Context, url string) (*Body, error)         // what a URL has, out of the archive; see ErrLost

	Workers int           // documents read at a time; 0: 1
	Budget  time.Duration // processor time that documents of one host may waste; 0: [fairqueue.Budget]
	Log     *slog.Logger
}

// Body is what was got, with its header.
type Body struct {
	io.ReadCloser
	ContentType string
	Header      http.Header // nil where it is not known
}

// Intake reads and files documents. Its methods may be called from many goroutines, but for one
// Run at a time.
type Intake struct {
	Config
	pages    pages
	throttle throttle
	accounts *fairqueue.Accounts

	mu    sync.Mutex
	begun map[int64]bool // rows of the queue that count as tried and are not filed yet

	counted counters

	judging sync.RWMutex // guards Topic and topics, and is held while what was judged is filed
	topics  int          // that judged so far

	left     atomic.Bool // a body was passed over for a fault that may be over by now
	deferred atomic.Bool // a body was deferred, and is in the queue again
	again    atomic.Bool // pages are in the queue again, before the place up to which it is read
}

// New makes an intake.
func New(c Config) *Intake {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	c.Workers = max(c.Workers, 1)
	return &Intake{Config: c, begun: map[int64]bool{}, accounts: fairqueue.NewAccounts(c.Budget, c.Workers)}
}

// SetTopic makes a topic judge what is filed from now on. It calls store first, to change what the library has, while nothing is filed. Documents
// that were judged by the topic before and are not filed yet are filed without a relevance.
func (in *Intake) SetTopic(t *topic.Topic, store func() error) error {
	in.judging.Lock()
	defer in.judging.Unlock()
	if err := store(); err != nil {
		return err
	}
	in.Topic = t
	in.topics++
	return nil
}

// topic returns the topic that judges now, and how many did before.
func (in *Intake) topic() (*topic.Topic, int) {
	in.judging.RLock()
	defer in.judging.RUnlock()
	return in.Topic, in.topics
}

// begin counts a body as tried: should its reading end the program, that is known.
func (in *Intake) begin(ctx context.Context, id int64) error {
	in.mu.Lock()
	again := in.begun[id]
	in.begun[id] = true
	in.mu.Unlock()
	if again {
		return nil
	}
	return in.Queue.Begin(ctx, id)
}

// ended forgets what was begun: it is filed.
func (in *Intake) ended(ids ...int64) {
	in.mu.Lock()
	defer in.mu.Unlock()
	for _, id := range ids {
		delete(in.begun, id)
	}
}

// returnBegun takes back the attempts of bodies that were begun and not filed.
func (in *Intake) returnBegun(ctx context.Context) error {
	in.mu.Lock()
	ids := slices.Collect(maps.Keys(in.begun))
	clear(in.begun)
	in.mu.Unlock()
	return in.Queue.Return(ctx, ids...)
}

// safely runs a function over untrusted text, and turns a panic into an error: a hostile file
// costs only itself.
func (in *Intake) safely(url string, do func()) (err error) {
	defer func() {
		if p := recover(); p != nil {
			in.Log.Error("panic while reading a document", "url", url, "panic", p, "stack", string(debug.Stack()))
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	do()
	return nil
}
