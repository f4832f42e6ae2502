package sandbox

import "golang.org/x/sys/unix"

// accessCalls ask what may be done with a file; the argument that says what.
var accessCalls = map[uint32]uint32{unix.SYS_ACCESS: 1, unix.SYS_FACCESSAT: 2, unix.SYS_FACCESSAT2: 2}

// neededHere are the needed calls of this architecture alone.
var neededHere = []uint32{unix.SYS_EPOLL_WAIT, unix.SYS_POLL, unix.SYS_SELECT, unix.SYS_ARCH_PRCTL, unix.SYS_GETRLIMIT, unix.SYS_TIME}
