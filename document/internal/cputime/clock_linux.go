package cputime

import (
	"time"

	"golang.org/x/sys/unix"
)

// The kinds of processor clocks, after the kernel's include/linux/posix-timers.h: what is measured of a process or
// thread, in the low bits of a clock's number, which has the complement of the process above them.
const (
	clockOfProcess = 2
	clockOfThread  = 2 | 4
)

// threadClock measures the processor time of one thread.
type threadClock struct {
	thread int
	before time.Duration
}

// newThreadClock returns a clock of the calling thread, which starts at zero.
func newThreadClock() threadClock {
	c := threadClock{thread: unix.Gettid()}
	c.before, _ = read(c.thread, clockOfThread)
	return c
}

// used returns the processor time of the thread since the clock was made; false if the system does not say.
func (c threadClock) used() (time.Duration, bool) {
	now, ok := read(c.thread, clockOfThread)
	return now - c.before, ok
}

// Of returns the processor time that a process has used so far, all its threads together; false if the system does
// not say.
func Of(pid int) (time.Duration, bool) { return read(pid, clockOfProcess) }

// read reads the clock of a process or thread.
func read(id, kind int) (time.Duration, bool) {
	var t unix.Timespec
	if err := unix.ClockGettime(int32(^id<<3|kind), &t); err != nil {
		return 0, false
	}
	return time.Duration(t.Nano()), true
}
