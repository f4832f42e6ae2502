package frontier_test

import (
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"

	"sluice/internal/crawler/crawlertest"
	"sluice/internal/frontier"
	"sluice/weburl"
)

var (
	_ crawlertest.FrontierStore = (*frontier.Frontier)(nil)
	_ crawlertest.FrontierStore = (*frontier.Memory)(nil)
)

func TestMemoryKeepsTheContract(t *testing.T) {
	crawlertest.Frontier(t, func(t *testing.T, o frontier.Options) crawlertest.Opened {
		return crawlertest.Opened{Frontier: frontier.NewMemory(o)}
	})
}

func TestFrontierKeepsTheContract(t *testing.T) {
	crawlertest.Frontier(t, opener(func(*frontier.Frontier) {}))
}

// The same with so little room that queues and hosts come and go.
func TestFrontierKeepsTheContractWithLittleRoom(t *testing.T) {
	crawlertest.Frontier(t, opener(func(f *frontier.Frontier) { f.Narrow(5, 20, 3) }))
}

// opener makes frontiers on a disk that forgets, in a crash, what was not synced.
func opener(prepare func(*frontier.Frontier)) func(*testing.T, frontier.Options) crawlertest.Opened {
	return func(t *testing.T, o frontier.Options) crawlertest.Opened {
		fs := vfs.NewCrashableMem()
		open := func() *frontier.Frontier {
			f, err := frontier.OpenFS("frontier", fs, o)
			if err != nil {
				t.Fatal(err)
			}
			prepare(f)
			return f
		}
		f := open()
		t.Cleanup(func() {
			if err := f.Close(); err != nil {
				t.Error(err)
			}
		})
		return crawlertest.Opened{Frontier: f, Crash: func() crawlertest.FrontierStore {
			after := fs.CrashClone(vfs.CrashCloneCfg{})
			if err := f.Close(); err != nil {
				t.Error(err)
			}
			fs = after
			f = open()
			return f
		}}
	}
}

// keysOf returns the keys of links.
func keysOf(links []frontier.Link) (keys []weburl.Key) {
	for _, l := range links {
		keys = append(keys, l.URL.Key())
	}
	return keys
}
