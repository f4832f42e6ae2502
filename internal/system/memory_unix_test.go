//go:build unix

package system_test

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"sluice/internal/system"
)

// TestMemoryLimitOfTheShellIsFollowed starts this test again below limits.
func TestMemoryLimitOfTheShellIsFollowed(t *testing.T) {
	if os.Getenv("SLUICE_TEST_MEMORY") != "" {
		system.KeepToMemoryLimit()
		limit := system.FindMemoryLimit()
		fmt.Println("limit", limit.Bytes, "by", limit.By, "heap", debug.SetMemoryLimit(-1))
		return
	}
	if runtime.GOOS == "darwin" {
		t.Skip("macOS has no such limits")
	}
	if own := system.FindMemoryLimit(); own.Bytes <= 1<<30 {
		t.Skipf("this process is limited to %d bytes by %s", own.Bytes, own.By)
	}
	for _, c := range []struct{ shell, environment, want string }{
		{"ulimit -d 524288", "GOMEMLIMIT=", "limit 536870912 by ulimit heap 201326592"},
		{"ulimit -d 524288", "GOMEMLIMIT=100MiB", "limit 536870912 by ulimit heap 104857600"},
		{"ulimit -d 524288", "GOMEMLIMIT=off", "limit 536870912 by ulimit heap 9223372036854775807"},
		{"ulimit -d 1048576", "GOMEMLIMIT=", "limit 1073741824 by ulimit heap 402653184"},
	} {
		cmd := exec.Command("sh", "-c", c.shell+`; exec "$0" -test.run=TestMemoryLimitOfTheShell`, os.Args[0])
		cmd.Env = append(os.Environ(), "SLUICE_TEST_MEMORY=1", c.environment)
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), c.want) {
			t.Errorf("%s, %s: %v\n%s\nwant %s", c.shell, c.environment, err, out, c.want)
		}
	}
	if free := system.FindMemoryLimit(); free.Bytes == math.MaxInt64 != (free.By == "") {
		t.Errorf("limit %d by %q", free.Bytes, free.By)
	}
}
