package frontier

import (
	"time"

	"sluice/weburl"
)

// book holds what is known of URLs while a group is entered.
type book interface {
	// look returns the state of a URL; it is Leased while a request for it is under way.
	look(weburl.Key) (record, error)
	// familiar reports true when k is surely known and not vacant, at little cost.
	familiar(k weburl.Key) bool
	// enter changes a record. A link that waits again comes with l; nil leaves it as it is.
	enter(k weburl.Key, was, now record, l *Link) error
	// number returns a host's number.
	number(host string) (uint32, error)
	// serial returns the next place in the order of arrival.
	serial() uint64
	// due returns the moment of t, 0 when it has come.
	due(t time.Time) int64
}

// enterInto makes the changes of a group to single URLs.
func (g *Group) enterInto(b book) error {
	again := make(map[weburl.Key]bool, len(g.Again))
	for i := range g.Again {
		l := &g.Again[i]
		again[l.URL.Key()] = true
		if err := await(b, l, true); err != nil {
			return err
		}
	}
	for _, k := range g.Done {
		if again[k] {
			continue
		}
		if err := end(b, k, record{state: Done}); err != nil {
			return err
		}
	}
	for _, r := range g.Forbid {
		if err := end(b, r.URL.Key(), r.record()); err != nil {
			return err
		}
	}
	for i := range g.Requeue {
		if err := requeue(b, &g.Requeue[i]); err != nil {
			return err
		}
	}
	for i := range g.Add {
		if err := await(b, &g.Add[i], false); err != nil {
			return err
		}
	}
	for _, r := range g.Refuse {
		if err := r.enterInto(b); err != nil {
			return err
		}
	}
	for _, m := range g.Move {
		if err := m.enterInto(b); err != nil {
			return err
		}
	}
	return nil
}

// await lets a link wait that is not known, or one that is leased wait again.
func await(b book, l *Link, again bool) error {
	k := l.URL.Key()
	if !again && !l.wished() && b.familiar(k) {
		return nil
	}
	was, err := b.look(k)
	mayWait := was.vacant() || again && was.state == Leased || l.wished() && was.state == Refused
	if err != nil || !mayWait {
		return err
	}
	return l.wait(b, was)
}

// wished handles what a person has named: it waits again although it was refused.
func (l *Link) wished() bool { return l.Kind == Seed || l.Kind == Foreign && l.Parent == "" }

// requeue queues a link again that is done.
func requeue(b book, l *Link) error {
	was, err := b.look(l.URL.Key())
	if err != nil || was.state != Done {
		return err
	}
	return l.wait(b, was)
}

// wait enters a link as waiting, in place of what was known of its URL.
func (l *Link) wait(b book, was record) error {
	host, err := b.number(l.URL.Host())
	if err != nil {
		return err
	}
	now := record{state: Waiting, lane: l.Lane, host: host, rank: rankOf(l.Score), seq: b.serial()}
	if !l.NotBefore.IsZero() {
		now.due = b.due(l.NotBefore)
	}
	return b.enter(l.URL.Key(), was, now, l)
}

// end is the end of a URL that is not done or forbidden yet.
func end(b book, k weburl.Key, now record) error {
	was, err := b.look(k)
	if err != nil || !was.vacant() && !was.waits() {
		return err
	}
	return b.enter(k, was, now, nil)
}

// record returns what is stored of a refused URL.
func (r Refusal) record() record {
	return record{state: Refused, why: &r}
}

// enterInto keeps a first refusal, unless it was a soft one and this is not.
func (r Refusal) enterInto(b book) error {
	k := r.URL.Key()
	if b.familiar(k) {
		return nil
	}
	was, err := b.look(k)
	if err != nil || !was.vacant() || was.state == Refused && r.Soft {
		return err
	}
	return b.enter(k, was, r.record(), nil)
}

// enterInto moves a link that waits. One that is leased, done or unknown is left alone.
func (m Move) enterInto(b book) error {
	k := m.URL.Key()
	was, err := b.look(k)
	if err != nil || was.state != Waiting {
		return err
	}
	now := was
	now.lane, now.rank = m.Lane, rankOf(m.Score)
	if now == was {
		return nil
	}
	now.seq = b.serial()
	return b.enter(k, was, now, nil)
}
