package archive

import (
	"context"
	"errors"
)

// EraseUntil erases as Erase does, until left bytes were written.
func EraseUntil(left int, dir string, at ...Location) error {
	_, err := eraseIn(context.Background(), func(path string) (eraser, error) {
		f, err := openEraser(path)
		return &dying{f, &left}, err
	}, dir, Position{}, at)
	return err
}

// dying is a file of a machine that stops.
type dying struct {
	eraser
	left *int
}

func (f *dying) WriteAt(p []byte, at int64) (int, error) {
	if *f.left >= len(p) {
		*f.left -= len(p)
		return f.eraser.WriteAt(p, at)
	}
	n, _ := f.eraser.WriteAt(p[:*f.left], at)
	*f.left = 0
	return n, errors.New("the machine stops")
}

// FailWrites makes every write fail with err once left bytes were written, as a full
// disk does, in the open file and those to come.
func (a *Archive) FailWrites(left *int64, err error) {
	a.wrapOutput(func(f output) output { return &fullDisk{f, left, err} })
}

// FailSync makes every sync fail with err.
func (a *Archive) FailSync(err error) {
	a.wrapOutput(func(f output) output { return badDisk{f, err} })
}

func (a *Archive) wrapOutput(wrap func(output) output) {
	if a.out != nil {
		a.out = wrap(a.out)
	}
	a.create = func(path string, flag int) (output, error) {
		f, err := openOutput(path, flag)
		if err != nil {
			return nil, err
		}
		return wrap(f), nil
	}
}

// Sync does nothing: what a process leaves behind when it stops does not depend on it.
func (f *dying) Sync() error { return nil }

type fullDisk struct {
	output
	left *int64
	err  error
}

func (f *fullDisk) Write(p []byte) (int, error) {
	if int64(len(p)) <= *f.left {
		*f.left -= int64(len(p))
		return f.output.Write(p)
	}
	n, _ := f.output.Write(p[:*f.left])
	*f.left = 0
	return n, f.err
}

type badDisk struct {
	output
	err error
}

func (f badDisk) Sync() error { return f.err }
