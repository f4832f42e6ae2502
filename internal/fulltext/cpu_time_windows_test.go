package fulltext_test

import (
	"time"

	"golang.org/x/sys/windows"
)

// cpuTime returns the processor time of this process.
func cpuTime() time.Duration {
	var begun, ended, kernel, user windows.Filetime
	if err := windows.GetProcessTimes(windows.CurrentProcess(), &begun, &ended, &kernel, &user); err != nil {
		panic(err)
	}
	count := func(t windows.Filetime) int64 { return int64(t.HighDateTime)<<32 | int64(t.LowDateTime) } // of 100 ns
	return time.Duration(count(kernel)+count(user)) * 100
}
