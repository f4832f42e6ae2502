//go:build linux

package pdfium

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"sluice/document/internal/sandbox"
)

// probeVariable is set in the environment of a child that attempts what a document
// could make it do. It has an address and a process, and "before" if the
// attempts come before PDFium is loaded.
const probeVariable = "SLUICE_TEST_PROBE"

// Probe does the work of such a child, and reports whether this process is one.
func Probe() bool {
	order := strings.Fields(os.Getenv(probeVariable))
	if len(order) < 3 {
		return false
	}
	cache := os.Getenv(childVariable)
	if order[2] != "before" {
		if _, err := prepare(cache); err != nil {
			fmt.Println("prepare:", err)
			return true
		}
	}
	attempt := func(what string, err error) {
		if err == nil {
			fmt.Println("allowed:", what)
		}
	}
	open := func(name string, flags int) error {
		f, err := os.OpenFile(name, flags, 0o600)
		if err == nil {
			f.Close()
		}
		return err
	}
	dial := func(network, address string) error {
		c, err := net.DialTimeout(network, address, 5*time.Second)
		if err == nil {
			defer c.Close()
			_, err = c.Write([]byte("x"))
		}
		return err
	}
	attempt("read users", open("/etc/passwd", os.O_RDONLY))
	attempt("read its parent", open("/proc/"+order[1]+"/environ", os.O_RDONLY))
	attempt("write in its folder", open("file", os.O_CREATE|os.O_WRONLY))
	attempt("write elsewhere", open(filepath.Join(os.TempDir(), "sluice-probe"), os.O_CREATE|os.O_WRONLY))
	attempt("dial TCP", dial("tcp", order[0]))
	attempt("dial UDP", dial("udp", order[0]))
	_, err := net.Listen("tcp", "127.0.0.1:0")
	attempt("listen", err)
	_, err = syscall.Socket(syscall.AF_NETLINK, syscall.SOCK_RAW, 0)
	attempt("netlink", err)
	attempt("trace its parent", syscall.PtraceAttach(parent(order[1])))
	_, _, errno := unix.Syscall(unix.SYS_IO_URING_SETUP, 1, 0, 0)
	if errno == 0 {
		attempt("io_uring", nil)
	}
	if order[2] == "before" { // the rest is needed until PDFium is loaded
		fmt.Println("probed")
		return true
	}
	attempt("read the system", open("/usr/lib/os-release", os.O_RDONLY))
	attempt("read itself", open("/proc/self/exe", os.O_RDONLY))
	attempt("write into the cache", open(filepath.Join(cache, "sluice-probe"), os.O_CREATE|os.O_WRONLY))
	attempt("rename the cache", os.Rename(cache, cache+"-moved"))
	attempt("make a folder", os.Mkdir("folder", 0o700))
	attempt("execute", exec.Command("/bin/true").Run())
	attempt("execute itself", syscall.Exec("/proc/self/exe", []string{"x"}, nil))
	attempt("signal its parent", syscall.Kill(parent(order[1]), 0))
	attempt("signal itself from outside", syscall.Kill(os.Getpid(), 0))
	_, err = syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	attempt("local sockets", err)
	_, err = syscall.Mmap(-1, 0, 4096, syscall.PROT_READ|syscall.PROT_EXEC, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	attempt("new code", err)
	attempt("new namespace", syscall.Unshare(syscall.CLONE_NEWNS))
	attempt("more privileges", unix.Setuid(0))
	done := make(chan error) // another thread than the one that sealed it
	go func() { done <- open("/usr/lib/os-release", os.O_RDONLY) }()
	attempt("read in another thread", <-done)
	fmt.Println("probed")
	return true
}

// parent returns the number of a process.
func parent(text string) (pid int) {
	fmt.Sscan(text, &pid) //nolint:errcheck // 0 is none
	return pid
}

// TestChildReachesNothing has a child attempt what no document may make it do: files, network, programs,
// other processes.
func TestChildReachesNothing(t *testing.T) {
	protection := sandbox.Protect()
	if !protection.Files || !protection.Network {
		t.Skip("this machine has no sandbox: ", protection)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	for _, when := range []string{"before", "after"} {
		cmd := exec.Command("/proc/self/exe")
		cmd.Env = []string{childVariable + "=" + cacheFolder(), fmt.Sprintf("%s=%s %d %s", probeVariable, listener.Addr(), os.Getpid(), when)}
		cmd.Dir = t.TempDir()
		dieWithParent(cmd)
		if err := sandbox.Confine(cmd, cacheFolder()); err != nil {
			t.Fatal(err)
		}
		said, err := cmd.CombinedOutput()
		if err != nil || string(said) != "probed\n" {
			t.Errorf("%s PDFium is loaded: %v\n%s", when, err, said)
		}
	}
}

func TestChildHasNoPrivilegesToGain(t *testing.T) {
	if !sandbox.Protect().Available() {
		t.Skip("this machine has no sandbox: ", sandbox.Protect())
	}
	_, pid := started(t)
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"NoNewPrivs:\t1", "Seccomp:\t2", "CapEff:\t0000000000000000"} {
		if !strings.Contains(string(status), want) {
			t.Errorf("no %q in\n%s", want, status)
		}
	}
}

// TestCacheOfSomebodyElseIsNotUsed has a cache folder where others may write, as one in /tmp, and links.
func TestCacheOfSomebodyElseIsNotUsed(t *testing.T) {
	for name, change := range map[string]func(folder string) error{
		"writable":        func(folder string) error { return os.Chmod(folder, 0o777) },
		"writable parent": func(folder string) error { return os.Chmod(filepath.Dir(folder), 0o777) },
		"link": func(folder string) error {
			elsewhere := t.TempDir()
			return errors.Join(os.Remove(folder), os.Symlink(elsewhere, folder))
		},
		"another owner": func(folder string) error {
			if os.Geteuid() != 0 {
				return os.Chmod(folder, 0o777)
			}
			return os.Chown(folder, 12345, 12345)
		},
	} {
		t.Setenv("XDG_CACHE_HOME", t.TempDir())
		folder := cacheFolder()
		if folder == noCache {
			t.Fatal("no cache folder")
		}
		if err := change(folder); err != nil {
			t.Fatal(err)
		}
		if got := cacheFolder(); got != noCache {
			t.Errorf("%s: cache folder %s, want none", name, got)
		}
	}
}

// TestPDFIsReadWithoutSandbox reads as on a machine that has none.
func TestPDFIsReadWithoutSandbox(t *testing.T) {
	t.Setenv("SLUICE_SANDBOX", "none")
	p := NewPool(1, "", nil)
	defer p.Close()
	if d, err := p.Read(t.Context(), long(t, 2)); err != nil || d.Pages != 2 {
		t.Errorf("Read() = %+v, %v; want 2 pages", d, err)
	}
}

// TestReaderServesManyDocuments has a child make itself a new instance of PDFium when it is sealed.
func TestReaderServesManyDocuments(t *testing.T) {
	p, pid := started(t)
	path := long(t, 1)
	for range 120 {
		if d, err := p.Read(t.Context(), path); err != nil || d.Pages != 1 {
			t.Fatalf("Read() = %+v, %v; want a page", d, err)
		}
	}
	c := <-p.seats
	p.seats <- c
	if c == nil || c.cmd.Process.Pid != pid {
		t.Error("the child was replaced")
	}
}

// BenchmarkStart measures how long it takes until a child is ready.
func BenchmarkStart(b *testing.B) {
	for name, value := range map[string]string{"confined": "", "as it is": "none"} {
		b.Run(name, func(b *testing.B) {
			b.Setenv("SLUICE_SANDBOX", value)
			for b.Loop() {
				c, err := startChild(b.Context(), nil, b.TempDir(), cacheFolder())
				if err != nil {
					b.Fatal(err)
				}
				c.stop()
			}
		})
	}
}
