package crawler

import (
	"testing"
	"time"

	"sluice/crawl"
	"sluice/internal/clock"
	"sluice/internal/fetch"
)

// BenchmarkCounters measures what the measuring of one visit costs.
func BenchmarkCounters(b *testing.B) {
	b.ReportAllocs()
	m := newCounters(clock.Real, crawl.Totals{})
	now := time.Now()
	resp := &fetch.Response{Start: now, FirstByte: now.Add(time.Millisecond), End: now.Add(2 * time.Millisecond)}
	b.RunParallel(func(p *testing.PB) {
		for p.Next() {
			v := &visit{since: time.Now(), resp: resp}
			m.endStage(v, stageRobots)
			m.measureAnswer(v)
			m.endStage(v, stageQueued)
			m.endStage(v, stageRead)
			m.endStage(v, stageEncode)
			m.endStage(v, stageCommit)
		}
	})
}
