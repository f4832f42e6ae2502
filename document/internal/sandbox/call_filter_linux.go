//go:build amd64 || arm64

package sandbox

import (
	"fmt"
	"os"
	"runtime"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// hasFilters reports whether there are system call filters: a kernel may have
// been built without them.
var hasFilters = sync.OnceValue(func() bool {
	_, _, errno := unix.Syscall6(unix.SYS_PRCTL, unix.PR_GET_SECCOMP, 0, 0, 0, 0, 0)
	return errno == 0
})

// refused are the calls that no reader of documents makes: ways to the network
// past the sockets, into other processes, and into parts of the kernel that
// have often been broken.
var refused = []uint32{
	unix.SYS_CONNECT,
	unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER,
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PIDFD_GETFD,
	unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT,
	unix.SYS_FSOPEN, unix.SYS_OPEN_TREE, unix.SYS_MOVE_MOUNT, unix.SYS_OPEN_BY_HANDLE_AT,
	unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY,
	unix.SYS_SHMGET, // memory that no limit counts
	unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD,
	unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_KEXEC_LOAD, unix.SYS_KEXEC_FILE_LOAD,
}

// Where a filter finds what a call is: struct seccomp_data of linux/seccomp.h,
// low halves of the arguments.
const (
	callNumber   = 0
	callArch     = 4
	callArgument = 16 // eight bytes each
)

const (
	allowed    = unix.SECCOMP_RET_ALLOW
	denied     = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	noAccess   = unix.SECCOMP_RET_ERRNO | uint32(unix.EACCES)
	noFamily   = unix.SECCOMP_RET_ERRNO | uint32(unix.EAFNOSUPPORT)
	noCall     = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
	typeMask   = 0xf // of a socket: the rest are flags
	foreignABI = 0x40000000
	namespaces = unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWNET | unix.CLONE_NEWPID | unix.CLONE_NEWIPC |
		unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP
)

// filterCalls has the kernel refuse system calls to this thread and to what it
// becomes: all sockets but local streams, which programs use between their own
// processes; all connections; new namespaces; and the refused. With checks,
// questions whether something can be written are answered with no.
func filterCalls(checks bool) error {
	f := filter(checks)
	prog := unix.SockFprog{Len: uint16(len(f)), Filter: &f[0]}
	return unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&prog)), 0, 0)
}

// filter is the program that judges a call. It reads straight down: each test
// falls through to what it is about, or skips it.
func filter(checks bool) []unix.SockFilter {
	f := begin()
	when := func(test uint16, value uint32, then ...unix.SockFilter) { f = when(f, test, value, then...) }
	when(unix.BPF_JEQ, unix.SYS_CLONE, load(callArgument), jump(unix.BPF_JSET, namespaces, 0, 1), give(denied), give(allowed))
	for _, call := range []uint32{unix.SYS_SOCKET, unix.SYS_SOCKETPAIR} {
		when(unix.BPF_JEQ, call,
			load(callArgument), jump(unix.BPF_JEQ, unix.AF_UNIX, 1, 0), give(noFamily),
			load(callArgument+8), mask(typeMask), jump(unix.BPF_JEQ, unix.SOCK_STREAM, 1, 0), give(denied), give(allowed))
	}
	// LibreOffice asks access(2) whether it may write to /tmp. Landlock does
	// not govern that call, so that the filter has to answer it.
	if checks {
		for call, argument := range accessCalls {
			when(unix.BPF_JEQ, call, load(callArgument+8*argument), jump(unix.BPF_JSET, unix.W_OK, 0, 1), give(noAccess), give(allowed))
		}
	}
	for _, call := range refused {
		when(unix.BPF_JEQ, call, give(denied))
	}
	return append(f, give(allowed))
}

// begin returns what every filter begins with. It leaves the number of the call
// loaded.
func begin() []unix.SockFilter {
	arch := uint32(unix.AUDIT_ARCH_X86_64)
	if runtime.GOARCH == "arm64" {
		arch = unix.AUDIT_ARCH_AARCH64
	}
	f := []unix.SockFilter{load(callArch), jump(unix.BPF_JEQ, arch, 1, 0), give(denied)} // elsewhere calls have other numbers
	f = append(f, load(callNumber))
	f = when(f, unix.BPF_JGE, foreignABI, give(denied))
	return when(f, unix.BPF_JEQ, unix.SYS_CLONE3, give(noCall)) // it hides its flags from us; the C library then uses clone
}

// when adds instructions for calls that pass a test.
func when(f []unix.SockFilter, test uint16, value uint32, then ...unix.SockFilter) []unix.SockFilter {
	return append(append(f, jump(test, value, 0, len(then))), then...)
}

// needed are the calls that the runtimes of Go and C make in a program that
// computes and uses files that are open: for memory, threads, time, its own
// signals and polling. Every other call is refused.
var needed = append([]uint32{
	unix.SYS_READ, unix.SYS_WRITE, unix.SYS_READV, unix.SYS_WRITEV, unix.SYS_CLOSE, unix.SYS_FSTAT, unix.SYS_FCNTL, unix.SYS_LSEEK,
	unix.SYS_PREAD64, unix.SYS_MUNMAP, unix.SYS_MADVISE, unix.SYS_MINCORE, unix.SYS_MREMAP, unix.SYS_BRK, unix.SYS_MEMBARRIER,
	unix.SYS_FUTEX, unix.SYS_SET_ROBUST_LIST, unix.SYS_RSEQ, unix.SYS_SET_TID_ADDRESS, unix.SYS_GETTID, unix.SYS_GETPID,
	unix.SYS_SCHED_YIELD, unix.SYS_SCHED_GETAFFINITY, unix.SYS_GETCPU, unix.SYS_NANOSLEEP, unix.SYS_CLOCK_NANOSLEEP, unix.SYS_CLOCK_GETTIME,
	unix.SYS_GETTIMEOFDAY, unix.SYS_GETRANDOM, unix.SYS_GETRUSAGE, unix.SYS_UNAME, unix.SYS_SYSINFO,
	unix.SYS_SETITIMER, unix.SYS_TIMER_CREATE, unix.SYS_TIMER_SETTIME, unix.SYS_TIMER_DELETE,
	unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK, unix.SYS_RT_SIGRETURN, unix.SYS_SIGALTSTACK, unix.SYS_RESTART_SYSCALL,
	unix.SYS_EPOLL_CREATE1, unix.SYS_EPOLL_CTL, unix.SYS_EPOLL_PWAIT, unix.SYS_EPOLL_PWAIT2, unix.SYS_EVENTFD2, unix.SYS_PIPE2, unix.SYS_PPOLL,
	unix.SYS_EXIT, unix.SYS_EXIT_GROUP,
}, neededHere...)

// setMemoryName is the option of prctl(2) by which Go's runtime names memory.
const setMemoryName = 0x53564d41

// sealed is the filter of a process that is ready, see [Seal].
func sealed() []unix.SockFilter {
	f := begin()
	// A thread, no process.
	f = when(f, unix.BPF_JEQ, unix.SYS_CLONE, load(callArgument), jump(unix.BPF_JSET, unix.CLONE_THREAD, 1, 0), give(denied),
		jump(unix.BPF_JSET, namespaces, 0, 1), give(denied), give(allowed))
	// A signal to itself: Go's runtime interrupts its threads.
	f = when(f, unix.BPF_JEQ, unix.SYS_TGKILL, load(callArgument), jump(unix.BPF_JEQ, uint32(os.Getpid()), 1, 0), give(denied), give(allowed))
	f = when(f, unix.BPF_JEQ, unix.SYS_PRCTL, load(callArgument), jump(unix.BPF_JEQ, setMemoryName, 1, 0), give(denied), give(allowed))
	// No new code: PDFium is compiled by now.
	for _, call := range []uint32{unix.SYS_MMAP, unix.SYS_MPROTECT} {
		f = when(f, unix.BPF_JEQ, call, load(callArgument+8*2), jump(unix.BPF_JSET, unix.PROT_EXEC, 0, 1), give(denied), give(allowed))
	}
	for _, call := range needed {
		f = when(f, unix.BPF_JEQ, call, give(allowed))
	}
	return append(f, give(denied))
}

// seal has the kernel refuse all calls but the needed ones to all threads.
func seal() error {
	f := sealed()
	prog := unix.SockFprog{Len: uint16(len(f)), Filter: &f[0]}
	thread, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&prog)))
	switch {
	case errno != 0:
		return errno
	case thread != 0:
		return fmt.Errorf("thread %d has another filter", thread)
	}
	return nil
}

// The instructions of a filter: take a word of the call, mask it, skip some
// when it is so or not, end.

// load returns the instruction that loads a word of the call.
func load(at uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: at}
}

// mask returns the instruction that keeps some bits of the word.
func mask(bits uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K, K: bits}
}

// jump returns the instruction that tests the word and skips instructions by
// the outcome.
func jump(test uint16, value uint32, so, not int) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_JMP | test | unix.BPF_K, Jt: uint8(so), Jf: uint8(not), K: value}
}

// give returns the instruction that ends the filter with a verdict.
func give(verdict uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: verdict}
}
