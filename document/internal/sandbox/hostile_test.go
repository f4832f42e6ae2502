//go:build unix

package sandbox_test

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"sluice/document/internal/sandbox"
)

// TestMain lets the test binary be the copies that the sandbox starts, and the
// programs in them.
func TestMain(m *testing.M) {
	if sandbox.Serve() {
		return
	}
	if len(os.Args) > 2 && os.Args[1] == "hostile" {
		hostile[os.Args[2]](os.Args[3:])
		return
	}
	os.Exit(m.Run())
}

const forever = time.Hour

// forkGenerations bounds what forks to 255 processes: twenty times as many as it may have, and too few to bring a machine down on which
// the sandbox comes too late.
const forkGenerations = 7

// hostile are programs that do what no reader of documents should.
var hostile = map[string]func(args []string){
	"works": func(args []string) {
		in, err := os.ReadFile("in")
		check(err)
		check(os.WriteFile("out", bytes.ToUpper(in), 0o644))
		fmt.Println("done")
	},
	"tells": func([]string) { // all that it knows
		wd, _ := os.Getwd()
		entries, _ := os.ReadDir(".")
		fmt.Println(wd)
		fmt.Println(entries)
		fmt.Println(strings.Join(os.Environ(), "\n"))
	},
	"complains": func([]string) { fmt.Fprintln(os.Stderr, "first\nno such font"); os.Exit(3) },
	"hangs":     func([]string) { time.Sleep(forever) },
	"waits":     func([]string) { time.Sleep(time.Second); fmt.Println("done") },
	"spins in many processes": func([]string) {
		for range 6 {
			start("spins")
		}
		time.Sleep(forever)
	},
	"spins one after the other": func([]string) {
		for {
			exec.Command("/proc/self/exe", "hostile", "spins a while").Run()
		}
	},
	"spins a while": func([]string) {
		var u syscall.Rusage
		for u.Utime.Nano() < int64(300*time.Millisecond) {
			check(syscall.Getrusage(syscall.RUSAGE_SELF, &u))
		}
	},
	"spins": func([]string) {
		for n := 0; ; n++ {
			runtime.KeepAlive(n)
		}
	},
	"is deaf": func([]string) {
		signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
		time.Sleep(forever)
	},
	"prints": func([]string) {
		for {
			os.Stdout.Write(bytes.Repeat([]byte("more "), 1000))
		}
	},
	"complains without end": func([]string) {
		for {
			os.Stderr.Write(bytes.Repeat([]byte("more "), 1000))
		}
	},
	"crashes": func([]string) {
		debug.SetTraceback("crash")
		syscall.Kill(os.Getpid(), syscall.SIGSEGV)
		signal.Reset()
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
	},
	"holds": func([]string) { // many processes would be as bad as one
		var held [][]byte
		for {
			b := make([]byte, 16<<20)
			for i := range b {
				b[i] = 1
			}
			held = append(held, b)
			_ = held
			time.Sleep(time.Millisecond)
		}
	},
	"reserves": func([]string) { _ = make([]byte, 64<<30); fmt.Println("had it") },
	"fills": func([]string) {
		for i := range 1000 {
			f, err := os.Create(fmt.Sprint("file", i))
			check(err)
			_, err = f.Write(make([]byte, 1<<20))
			check(err)
			f.Close()
		}
	},
	"fills without names": func([]string) {
		var open []*os.File
		for i := range 200 {
			f, err := os.Create(fmt.Sprint("file", i))
			check(err)
			check(os.Remove(f.Name()))
			_, err = f.Write(make([]byte, 1<<20))
			check(err)
			open = append(open, f)
		}
		time.Sleep(forever)
		runtime.KeepAlive(open)
	},
	"fills one": func([]string) {
		f, err := os.Create("file")
		check(err)
		for {
			_, err := f.Write(make([]byte, 1<<20))
			check(err)
		}
	},
	"scatters": func([]string) {
		for i := 0; ; i++ {
			check(os.Mkdir(fmt.Sprint("folder", i), 0o700))
		}
	},
	"digs": func([]string) {
		for {
			check(os.Mkdir("deeper", 0o700))
			check(os.Chdir("deeper"))
		}
	},
	"hides": func([]string) {
		check(os.Mkdir("closed", 0o700))
		check(os.WriteFile("closed/file", nil, 0o600))
		check(os.Chmod("closed", 0))
	},
	"closes its folder": func([]string) { // and writes in it all the same
		check(os.Chmod(".", 0o300))
		for i := range 1000 {
			check(os.WriteFile(fmt.Sprint("file", i), make([]byte, 1<<20), 0o600))
			time.Sleep(time.Millisecond)
		}
	},
	"forks": func(args []string) { // each starts two, which start two
		left := forkGenerations
		if len(args) > 0 {
			left, _ = strconv.Atoi(args[0])
		}
		for range 2 {
			if left > 0 {
				start("forks", strconv.Itoa(left-1))
			}
		}
		time.Sleep(forever)
	},
	"leaves": func(args []string) { // a child in a session of its own that writes on when its parent is gone
		cmd := exec.Command("/proc/self/exe", "hostile", "writes", args[0])
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		cmd.Stdout = os.Stdout // and keeps the output open
		check(cmd.Start())
		for {
			if _, err := os.Stat("sign"); err == nil {
				return
			}
			time.Sleep(time.Millisecond)
		}
	},
	"writes": func(args []string) {
		for i := 0; ; i++ {
			check(os.WriteFile(args[0], fmt.Append(nil, i), 0o600))
			time.Sleep(time.Millisecond)
		}
	},
	"is killed": func(args []string) { // not in the sandbox: a caller
		f, err := sandbox.Open(args[0])
		check(err)
		self, _ := os.Executable()
		f.Run(context.Background(), sandbox.Command{Path: self, Args: []string{"hostile", "writes", filepath.Join(f.Path(), "sign")}})
	},
	"breaks out": func(args []string) {
		outside := args[0]
		try("write", os.WriteFile(filepath.Join(outside, "new"), nil, 0o600))
		try("overwrite", os.WriteFile(filepath.Join(outside, "secret"), []byte("x"), 0o600))
		try("truncate", os.Truncate(filepath.Join(outside, "secret"), 0))
		try("remove", os.Remove(filepath.Join(outside, "secret")))
		try("folder", os.Mkdir(filepath.Join(outside, "folder"), 0o700))
		try("link", os.Symlink("/etc", filepath.Join(outside, "link")))
		try("rename", os.Rename("in", filepath.Join(outside, "renamed")))
		_, err := os.ReadFile(filepath.Join(outside, "secret"))
		try("read", err)
		check(os.Symlink(filepath.Join(outside, "secret"), "symlink"))
		_, err = os.ReadFile("symlink")
		try("read by a link", err)
		_, err = os.ReadFile(fmt.Sprintf("/proc/%s/environ", args[1]))
		try("spy", err)
		_, err = os.ReadFile(fmt.Sprintf("/proc/%s/cmdline", args[1]))
		try("what runs", err)
		_, err = os.ReadDir("/proc")
		try("processes", err)
		_, err = os.ReadFile("/etc/passwd")
		try("users", err)
		try("kill", syscall.Kill(os.Getppid(), syscall.SIGKILL))
	},
	"dials": func(args []string) {
		dial := func(network, address string) error {
			c, err := net.DialTimeout(network, address, 5*time.Second)
			if err == nil {
				_, err = c.Write([]byte("x")) // UDP tells it only now
			}
			return err
		}
		try("tcp", dial("tcp", args[0]))
		try("udp", dial("udp", args[0]))
		try("unix", dial("unix", args[1]))
		_, err := net.Listen("tcp", "127.0.0.1:0")
		try("listen", err)
	},
	"misleads": func(args []string) {
		check(os.Symlink(args[0], "link"))
		check(syscall.Mkfifo("pipe", 0o600))
		check(os.Mkdir("folder", 0o700))
		check(os.Mkdir("place", 0o700))
		check(os.Symlink(args[1], "place/out"))
		check(os.Symlink(args[1], "outside"))
		check(os.WriteFile("own", nil, 0o600))
		check(os.Link("own", "hard"))
	},
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// try attempts what the sandbox must prevent, and returns what did not fail.
func try(what string, err error) {
	if err == nil {
		fmt.Println(what)
	}
}

func start(role string, args ...string) {
	exec.Command("/proc/self/exe", append([]string{"hostile", role}, args...)...).Start()
}
