// Package sandbox runs an external program on an untrusted file so that neither
// does harm: within limits of processor time, memory, disk and number of processes, in an
// empty folder, without network.
//
// [Open] a folder, [Folder.Put] the file into it, [Folder.Run] the program,
// once or several one after the other, [Folder.Take] what it has made, and
// [Folder.Close]: the folder is gone. A program that wants to run must first
// make its main function begin with [Serve], since the sandbox starts its own
// binary again, twice:
//
//	caller ─► supervisor ─► program
//
// The supervisor starts the program, watches it and all that it starts, and
// kills them when a limit is passed, when the caller says so, or when the
// caller dies. Between supervisor and program a third copy of the binary gives
// up all that the program shall not have, then becomes the program.
//
// On Linux the supervisor is the first process of new namespaces for users,
// processes, network and IPC, if the system allows them, so no process can
// escape it. If not, it adopts the processes that its descendants leave behind and
// finds them in /proc. The program loses its capabilities; Landlock lets it read what the
// system has installed (of /etc and /proc only what programs need to start) and
// write in its folder only; a system call filter refuses all sockets but local
// ones, and every connection. [Protect] says what of this the machine has.
//
// [Confine] and [Seal] confine a copy of this program itself by the same means.
//
// Other systems have no sandbox: there [Folder.Run] returns [ErrUnavailable],
// but for a [Command] that is Unsandboxed, which gets the deadline, the process
// group and the bounded output, no more.
//
// What is not closed: the program sees names, sizes and owners of files that it
// may not open, since Landlock does not govern looking (stat), so also that
// processes exist, though not what they are or do. Memory, processes, their
// processor time and disk are looked at twenty times a second, so a program may pass those limits for a
// moment; each file and each address space has a limit that the kernel keeps.
// Files without a name are counted while a process holds them open, but not
// while they are only mapped or on their way through a socket. The folder
// outlives a caller who is killed while no program runs.
package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"sluice/document/internal/cputime"
)

// Command is one run of a program.
type Command struct {
	Path   string   // of the program, absolute
	Args   []string // without the program's name; file names are relative to the folder
	Env    []string // besides PATH, HOME, TMPDIR and LANG
	Limits Limits

	// DenyWriteChecks makes access(2) report that the program may write nowhere,
	// though it may write in its folder. LibreOffice puts a socket into /tmp
	// unless it believes that it can't; then it uses OSL_SOCKET_PATH.
	DenyWriteChecks bool

	// Unsandboxed permits the program to run where there is no sandbox: the user
	// trusts it with documents that anybody may have made.
	Unsandboxed bool
}

// ErrUnavailable is the error of a program that is not run because this system
// has no sandbox.
var ErrUnavailable = errors.New("not run: no sandbox on " + runtime.GOOS)

// Limits are what a run may use. Zero stands for the default in the comment.
type Limits struct {
	Time      time.Duration // of the processor, of all processes together; see Wall for the time by the clock; 30 s
	Memory    int64         // bytes that all processes together hold in memory; 1 GiB
	Space     int64         // bytes of address space of one process; 4 GiB. It holds for this program, too, until it has become the other one
	Disk      int64         // bytes that are added to the folder, and of one file; 256 MiB
	Files     int           // files and folders that are added; 2000
	Processes int           // at once; 64. Threads are counted at eight a process
	Output    int           // bytes of standard output; 32 MiB
}

// orDefaults returns the limits with those filled in that are not set.
func (l Limits) orDefaults() Limits {
	return Limits{
		Time:      or(l.Time, 30*time.Second),
		Memory:    or(l.Memory, 1<<30),
		Space:     or(l.Space, 4<<30),
		Disk:      or(l.Disk, 256<<20),
		Files:     or(l.Files, 2000),
		Processes: or(l.Processes, 64),
		Output:    or(l.Output, 32<<20),
	}
}

// Wall is how long a run may take by the clock: long enough that a program that
// works gets its processor time on a machine with other work. It ends one that
// only waits. Without a sandbox it is the only limit of time.
func (l Limits) Wall() time.Duration { return cputime.WallFactor * l.orDefaults().Time }

// or returns v, or the other if v is not positive.
func or[T int | int64 | time.Duration](v, other T) T {
	if v == 0 {
		return other
	}
	return v
}

// Folder is where programs run. It is for one goroutine at a time.
type Folder struct{ path string }

// Open makes an empty folder below parent; empty: where the system keeps
// temporary files.
func Open(parent string) (*Folder, error) {
	made, err := os.MkdirTemp(parent, "sluice-sandbox-")
	if err != nil {
		return nil, err
	}
	// Programs compare names of files with those of the system, which have no
	// symbolic links.
	path, err := filepath.Abs(made)
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		os.Remove(made)
		return nil, err
	}
	return &Folder{path}, nil
}

// Path is the folder's absolute path.
func (f *Folder) Path() string { return f.path }

// Put copies a file into the folder under a plain name. The program can't
// change the file itself.
func (f *Folder) Put(name, path string) error {
	in, err := os.Open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	return f.Write(name, 0o400, in)
}

// Write makes a file in the folder, and the folders above it. It is an error
// if there is one: a program that ran before may have put a link to elsewhere
// in its place.
func (f *Folder) Write(name string, mode fs.FileMode, from io.Reader) error {
	root, err := os.OpenRoot(f.path)
	if err != nil {
		return err
	}
	defer root.Close()
	if err := root.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	out, err := root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, from)
	return errors.Join(err, out.Close())
}

// Run runs a program in the folder to its end. However it ends, the Result
// says, and nothing of it runs any more. The error is for what kept it from
// being run: no such program, no memory for it, or the context, which stops it;
// what was in the folder may then be gone.
func (f *Folder) Run(ctx context.Context, c Command) (Result, error) {
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	c.Limits = c.Limits.orDefaults()
	protection := Protect()
	if !protection.Available() && !c.Unsandboxed {
		return Result{}, fmt.Errorf("%s: %w", filepath.Base(c.Path), ErrUnavailable)
	}
	run := runSandboxed // with as much of the sandbox as there is
	if protection == (Protection{}) {
		run = runUnprotected
	}
	r, err := run(ctx, f.path, c)
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	if err != nil {
		return r, fmt.Errorf("%s: %w", filepath.Base(c.Path), err)
	}
	return r, nil
}

// environ is all that the program's environment has.
func environ(dir string, c Command) []string {
	return append([]string{
		"PATH=" + filepath.Dir(c.Path) + ":/usr/local/bin:/usr/bin:/bin",
		"HOME=" + dir, "TMPDIR=" + dir, "LANG=C.UTF-8",
	}, c.Env...)
}

// OpenFile opens a regular file in the folder for reading, and no other: the
// program may have put a link to elsewhere in its place, or a pipe that no process
// writes to. A missing one is fs.ErrNotExist.
func (f *Folder) OpenFile(name string) (*os.File, error) {
	root, err := os.OpenRoot(f.path)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	// Before it is opened, since a link must not be followed.
	found, err := root.Lstat(name)
	if err == nil {
		err = checkOwn(name, found)
	}
	if err != nil {
		return nil, err
	}
	// Not to wait, and looked at again: without a sandbox something of the
	// program may still run and have replaced the file meanwhile.
	file, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	opened, err := file.Stat()
	if err == nil {
		err = checkOwn(name, opened)
	}
	if err == nil && !os.SameFile(found, opened) {
		err = &fs.PathError{Op: "open", Path: name, Err: errors.New("replaced meanwhile")}
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// checkOwn returns an error for what is no regular file, and for a file that
// has another name elsewhere: it may not be the program's own.
func checkOwn(name string, info fs.FileInfo) error {
	switch {
	case !info.Mode().IsRegular():
		return &fs.PathError{Op: "open", Path: name, Err: errors.New("not a regular file")}
	case links(info) > 1:
		return &fs.PathError{Op: "open", Path: name, Err: errors.New("a hard link")}
	}
	return nil
}

// Take copies a regular file out of the folder, whole or not at all.
func (f *Folder) Take(name, out string) error {
	in, err := f.OpenFile(name)
	if err != nil {
		return err
	}
	defer in.Close()
	tmp, err := os.CreateTemp(filepath.Dir(out), ".sluice-")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // nothing, once it is renamed
	_, err = io.Copy(tmp, in)
	if err = errors.Join(err, tmp.Sync(), tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), out)
}

// Close removes the folder and all in it.
func (f *Folder) Close() error { return remove(f.path) }

// remove deletes a folder also if a program took the rights to its parts away.
func remove(dir string) error {
	if os.RemoveAll(dir) == nil {
		return nil
	}
	restoreRights(dir)
	return os.RemoveAll(dir)
}

// restoreRights makes a folder and all folders in it readable and writable again, as far as they are there: a program
// may have taken the rights to them away, also to the folder itself. It follows no link, whatever becomes one meanwhile.
func restoreRights(dir string) {
	parent, err := os.OpenRoot(filepath.Dir(dir))
	if err != nil {
		return
	}
	defer parent.Close()
	name := filepath.Base(dir)
	restore := func(root *os.Root, name string, info fs.FileInfo) {
		if info.IsDir() && info.Mode()&0o700 != 0o700 {
			root.Chmod(name, 0o700) //nolint:errcheck // it shows in what the caller does next
		}
	}
	if info, err := parent.Lstat(name); err == nil {
		restore(parent, name, info)
	}
	root, err := parent.OpenRoot(name)
	if err != nil {
		return
	}
	defer root.Close()
	fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error { //nolint:errcheck // it shows in what the caller does next
		if err != nil {
			return nil
		}
		if info, err := d.Info(); err == nil {
			restore(root, name, info)
		}
		return nil
	})
}
