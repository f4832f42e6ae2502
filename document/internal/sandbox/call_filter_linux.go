//go:build amd64 || arm64

package sandbox

import (
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// filtered reports that this architecture has a system call filter.
const filtered = true

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
	arch := uint32(unix.AUDIT_ARCH_X86_64)
	if runtime.GOARCH == "arm64" {
		arch = unix.AUDIT_ARCH_AARCH64
	}
	var f []unix.SockFilter
	when := func(test uint16, value uint32, then ...unix.SockFilter) {
		f = append(f, jump(test, value, 0, len(then)))
		f = append(f, then...)
	}
	f = append(f, load(callArch), jump(unix.BPF_JEQ, arch, 1, 0), give(denied)) // elsewhere calls have other numbers
	f = append(f, load(callNumber))
	when(unix.BPF_JGE, foreignABI, give(denied))
	when(unix.BPF_JEQ, unix.SYS_CLONE3, give(noCall)) // it hides its flags from us; the C library then uses clone
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
