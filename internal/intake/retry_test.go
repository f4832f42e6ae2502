package intake_test

import (
	"context"
	"errors"
	"testing"

	"sluice/internal/catalogue"
	"sluice/internal/intake"
)

// failAnswer makes the nth reading of an answer fail.
func (d *desk) failAnswer(n int, err error) {
	answer, asked := d.Answer, 0
	d.Answer = func(ctx context.Context, f *catalogue.Fetch) (*intake.Body, error) {
		if asked++; asked == n {
			return nil, err
		}
		return answer(ctx, f)
	}
}

func TestAPageThatCannotBeReadNowIsIndexedLater(t *testing.T) {
	for name, c := range map[string]struct {
		what catalogue.Intake
		nth  int // reading fails
		err  error
		hits int
	}{
		"page":                     {catalogue.IndexPage, 1, errors.New("too many open files"), 1},
		"page that is no document": {catalogue.ReadOrIndex, 2, errors.New("too many open files"), 1}, // the first is for the document
		"lost page":                {catalogue.IndexPage, 1, intake.ErrLost, 0},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.got("http://a.example/", "html", "<title>Home of owls</title><p>Owls sleep by day.", c.what)
			d.failAnswer(c.nth, c.err)
			for range 2 { // the first may end before the page has failed
				d.takeIn()
			}
			if n := d.hits("owls"); n != c.hits || d.queued() != 0 {
				t.Errorf("%d hits, want %d; %d in the queue", n, c.hits, d.queued())
			}
		})
	}
}

func TestAPageThatCannotBeReadStaysInTheQueue(t *testing.T) {
	d := newDesk(t)
	d.got("http://a.example/", "html", "<title>Home of owls</title><p>Owls sleep by day.", catalogue.IndexPage)
	d.broken["http://a.example/"] = errors.New("too many open files")
	d.takeIn()
	if n := d.queued(); n != 1 {
		t.Errorf("%d in the queue, want the page", n)
	}
}
