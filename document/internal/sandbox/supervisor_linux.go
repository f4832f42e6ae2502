package sandbox

import (
	"encoding/gob"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// supervise does the work of the supervisor: it reads a job, runs it, and writes
// the outcome.
func supervise() {
	runtime.LockOSThread() // the program dies with the thread that has started it
	var j job
	if err := gob.NewDecoder(os.Stdin).Decode(&j); err != nil {
		return
	}
	k := &supervisor{job: j, first: os.Getpid() == 1}
	var o outcome
	if err := k.run(&o.Result); err != nil {
		o.Error = err.Error()
	}
	gob.NewEncoder(os.Stdout).Encode(o)
}

// supervisor watches one run.
type supervisor struct {
	job   job
	first bool // in a process namespace of its own: what ends with it ends all
	pid   int  // of the program, which leads a session of its own

	disk  int64 // bytes and entries in the folder before
	files int

	limit     atomic.Pointer[string] // that was passed first
	stopped   atomic.Bool            // nothing of it shall live
	abandoned atomic.Bool            // by a caller who gives up, or is dead and can't remove the folder
}

// stop has everything killed, for a limit or (empty) because the caller wants
// it so.
func (k *supervisor) stop(limit string) {
	k.limit.CompareAndSwap(nil, &limit)
	k.stopped.Store(true)
	k.killAll()
}

// run runs the program of the job, watches it, and waits until nothing of it is
// left.
func (k *supervisor) run(r *Result) error {
	// What loses its parent becomes our child, and so stays in sight.
	unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
	restoreRights(k.job.Dir) // a folder that an earlier program closed would count as full already
	k.disk, k.files = k.folder()
	// Of standard output all is wanted, or nothing; of standard error only the
	// end, where programs name the cause.
	out, errs := &limitedBuffer{max: k.job.Command.Limits.Output, full: func() { k.stop("output") }}, &lastBytes{}
	wait, err := k.start(out, errs)
	if err != nil {
		return err
	}
	go func() {
		// The caller never writes here: the read ends when the caller closes
		// the pipe or dies, however it dies.
		io.Copy(io.Discard, os.Stdin)
		k.abandoned.Store(true)
		k.stop("")
	}()
	time.AfterFunc(k.job.Command.Limits.Wall(), func() { k.stop("time") })
	go k.watch()

	k.reap(r)
	k.stopped.Store(true) // what it has left behind is of no use
	k.killRemaining()
	wait()
	if k.abandoned.Load() {
		remove(k.job.Dir)
	}
	r.Stdout, r.Stderr = out.b, errs.Bytes()
	k.explain(r)
	return nil
}

// start starts the program, whose output goes to two writers until wait
// returns.
func (k *supervisor) start(out, errs io.Writer) (wait func(), err error) {
	order, err := json.Marshal(k.job)
	if err != nil {
		return nil, err
	}
	null, err := os.Open(os.DevNull)
	if err != nil {
		return nil, err
	}
	defer null.Close()
	files := []uintptr{null.Fd()}
	var readers, writers []*os.File
	for range 3 { // standard output, standard error, and what failed before the program began
		r, w, err := os.Pipe()
		if err != nil {
			return nil, err
		}
		files, readers, writers = append(files, w.Fd()), append(readers, r), append(writers, w)
	}
	// The same binary again, even if the file was replaced by an update
	// meanwhile.
	k.pid, err = syscall.ForkExec("/proc/self/exe", []string{"sluice-sandbox"}, &syscall.ProcAttr{
		Dir:   k.job.Dir,
		Env:   []string{stage + "=program", orderVar + "=" + string(order), "GOMAXPROCS=1"},
		Files: files,
		Sys:   &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL},
	})
	for _, w := range writers {
		w.Close()
	}
	if err != nil {
		return nil, err
	}
	var copies sync.WaitGroup
	copies.Go(func() { io.Copy(out, readers[0]) })
	copies.Go(func() { io.Copy(errs, readers[1]) })
	// At its end when the program begins, which does not get it.
	if failure, _ := io.ReadAll(readers[2]); len(failure) > 0 {
		return nil, fmt.Errorf("%s", failure)
	}
	return copies.Wait, nil
}

// reap waits for the end of the program, and of whatever ends meanwhile.
func (k *supervisor) reap(r *Result) {
	for {
		var status syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &status, 0, nil)
		switch {
		case err == syscall.EINTR || err == nil && pid != k.pid:
			continue
		case err != nil: // impossible: it is our child
			r.Exit = -1
		default:
			r.Exit = status.ExitStatus()
			if status.Signaled() {
				r.Signal = unix.SignalName(status.Signal())
			}
		}
		return
	}
}

// killRemaining kills the processes that the program has left behind, until none is left.
func (k *supervisor) killRemaining() {
	for end := time.Now().Add(grace / 2); time.Now().Before(end); {
		k.killAll()
		pid, err := syscall.Wait4(-1, nil, syscall.WNOHANG, nil)
		switch {
		case err == syscall.ECHILD:
			return
		case err == nil && pid == 0: // they are dying
			time.Sleep(time.Millisecond)
		}
	}
}

// explain puts in words why it ended.
func (k *supervisor) explain(r *Result) {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_CHILDREN, &u)
	r.CPU = endedChildren()
	r.Memory = u.Maxrss << 10
	if limit := k.limit.Load(); limit != nil {
		r.Limit = *limit
		return
	}
	switch r.Signal {
	case "SIGXCPU":
		r.Limit = "time"
	case "SIGXFSZ":
		r.Limit = "disk"
	}
}
