package models

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"sluice/document/genre"
	"sluice/internal/anchors"
	"sluice/internal/cycle/relearn"
)

// versionsDir has the versions of the models that are learned again after crawls, each in a file of its own.
const versionsDir = "versions"

// maxVersions is the most versions of one kind that are kept. The oldest are removed first.
const maxVersions = 100

// maxVersion is the most bytes of the file of a version.
const maxVersion = 64 << 20

// files are the files of the kinds.
var files = map[relearn.Kind]string{relearn.KindAnchors: anchorsFile, relearn.KindFloors: floorsFile, relearn.KindGenre: trained, relearn.KindTopic: topicFile}

// Version is a model of the library that was learned again after a crawl, taken or not, or that was in use before.
type Version struct {
	relearn.Trial
	Number  int       `json:"number"` // of its kind, from 1
	At      time.Time `json:"at"`
	ByHand  bool      `json:"by_hand,omitempty"` // made by a person or a command; it was in use when a model was learned again
	Crawls  int       `json:"crawls,omitempty"`  // that it was learned from
	HeldOut time.Time `json:"held_out,omitzero"` // start of the crawl on which it was measured
	Root    int       `json:"root,omitempty"`    // of a document filter: the version to which corrections were added; 0: the program's
	InUse   bool      `json:"in_use"`            // the library uses it now; follows from the model in use, whatever the file says
}

// Name returns the name of a version: its kind, a dot and its number.
func (v *Version) Name() string { return fmt.Sprintf("%s.%d", v.Kind, v.Number) }

// versionFile is the file of a version.
type versionFile struct {
	Version
	Content []byte `json:"model"`
}

// Versions returns the versions of all kinds, by kind and number. Which ones are in use follows from the models themselves, so that a crash between the two
// writes, or an edit by hand, leaves no wrong mark.
func (s Store) Versions(ctx context.Context) ([]Version, error) {
	dir := filepath.Join(s.Dir, versionsDir)
	names, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var all []Version
	for _, entry := range names {
		kind, number, ok := versionName(strings.TrimSuffix(entry.Name(), ".json"))
		if !ok || !strings.HasSuffix(entry.Name(), ".json") {
			continue // the rest of an interrupted write, or a file of a person
		}
		v, err := s.version(ctx, kind, number)
		if err != nil {
			return nil, err
		}
		all = append(all, *v)
	}
	slices.SortFunc(all, func(a, b Version) int {
		return cmp.Or(cmp.Compare(slices.Index(relearn.Kinds, a.Kind), slices.Index(relearn.Kinds, b.Kind)), cmp.Compare(a.Number, b.Number))
	})
	return all, s.markUsed(ctx, all)
}

// versionName returns the kind and the number in the name of a version.
func versionName(name string) (kind relearn.Kind, number int, ok bool) {
	before, after, _ := strings.Cut(name, ".")
	number, err := strconv.Atoi(after)
	kind = relearn.Kind(before)
	return kind, number, err == nil && number >= 0 && strconv.Itoa(number) == after && files[kind] != ""
}

// version reads a version.
func (s Store) version(ctx context.Context, kind relearn.Kind, number int) (*Version, error) {
	name := filepath.Join(versionsDir, fmt.Sprintf("%s.%d.json", kind, number))
	if info, err := os.Stat(filepath.Join(s.Dir, name)); err == nil && info.Size() > maxVersion {
		return nil, fmt.Errorf("version of a model %s: larger than %d bytes (delete it)", filepath.Join(s.Dir, name), maxVersion)
	}
	b, err := s.read(ctx, name)
	if err != nil {
		return nil, err
	}
	if b == nil {
		return nil, nil
	}
	var f versionFile
	if err := json.Unmarshal(b, &f); err != nil {
		return nil, fmt.Errorf("version of a model %s: %w (delete the damaged file)", filepath.Join(s.Dir, name), err)
	}
	v := &f.Version
	v.Kind, v.Number, v.Model, v.InUse = kind, number, f.Content, false
	return v, nil
}

// markUsed marks the newest version of each kind that is equal to the model in use.
func (s Store) markUsed(ctx context.Context, all []Version) error {
	for _, kind := range relearn.Kinds {
		b, err := s.read(ctx, files[kind])
		if err != nil {
			return err
		}
		for i := len(all) - 1; i >= 0 && b != nil; i-- {
			if v := &all[i]; v.Kind == kind && bytes.Equal(v.Model, b) {
				v.InUse = true
				break
			}
		}
	}
	return nil
}

// KeepInUse records the model in use of a kind, made by hand, if no version has it, and returns its number; 0 if the library has none of its own.
// The caller holds the lock of the library.
func (s Store) KeepInUse(ctx context.Context, kind relearn.Kind, at time.Time) (number int, err error) {
	all, next, err := s.versionsOf(ctx, kind)
	if err != nil {
		return 0, err
	}
	if i := slices.IndexFunc(all, func(v Version) bool { return v.InUse }); i >= 0 {
		return all[i].Number, nil
	}
	b, err := s.read(ctx, files[kind])
	if b == nil || err != nil {
		return 0, err
	}
	v := Version{Trial: relearn.Trial{Kind: kind, Taken: true, Reason: "made by hand", Model: b}, Number: next, At: at, ByHand: true}
	return next, s.writeVersion(ctx, &v)
}

// Record keeps a version that was learned, with the next number of its kind, and returns that. One that is kept already keeps its number. The model in use
// is not changed. The caller holds the lock of the library.
func (s Store) Record(ctx context.Context, v Version) (number int, err error) {
	all, next, err := s.versionsOf(ctx, v.Kind)
	if err != nil {
		return 0, err
	}
	if i := slices.IndexFunc(all, func(o Version) bool { return bytes.Equal(o.Model, v.Model) }); i >= 0 {
		return all[i].Number, nil
	}
	v.Number = next
	if err := s.writeVersion(ctx, &v); err != nil {
		return 0, err
	}
	return next, s.removeOld(append(all, v))
}

// versionsOf returns the versions of a kind, and the number of the next one.
func (s Store) versionsOf(ctx context.Context, kind relearn.Kind) (all []Version, next int, err error) {
	if all, err = s.Versions(ctx); err != nil {
		return nil, 0, err
	}
	all = slices.DeleteFunc(all, func(v Version) bool { return v.Kind != kind })
	if len(all) == 0 {
		return nil, 1, nil
	}
	return all, all[len(all)-1].Number + 1, nil
}

// writeVersion writes the file of a version.
func (s Store) writeVersion(ctx context.Context, v *Version) error {
	b, err := json.MarshalIndent(versionFile{*v, v.Model}, "", "  ")
	if err != nil {
		return err
	}
	return Store{Dir: filepath.Join(s.Dir, versionsDir)}.write(ctx, v.Name()+".json", append(b, '\n'))
}

// removeOld removes the oldest versions of one kind beyond [maxVersions]. It leaves those that were made by hand, because the others are learned from them, the
// one in use and the last one, which may be about to be used.
func (s Store) removeOld(all []Version) error {
	excess := len(all) - maxVersions
	for _, v := range all[:len(all)-1] {
		if excess <= 0 {
			break
		}
		if v.InUse || v.ByHand {
			continue
		}
		if err := s.remove(filepath.Join(versionsDir, v.Name()+".json")); err != nil {
			return err
		}
		excess--
	}
	return nil
}

// ErrNoVersion is the error of a name that no version has.
var ErrNoVersion = errors.New("no such version of a model")

// Version returns a version by its name. Number 0 of a kind is the model that comes with the program; it has no file, and there is none of a topic.
func (s Store) Version(ctx context.Context, name string) (*Version, error) {
	kind, number, ok := versionName(name)
	if !ok || number == 0 && kind == relearn.KindTopic {
		return nil, fmt.Errorf("%q: %w", name, ErrNoVersion)
	}
	if number == 0 {
		return &Version{Trial: relearn.Trial{Kind: kind}}, nil
	}
	v, err := s.version(ctx, kind, number)
	if err == nil && v == nil {
		err = fmt.Errorf("%q: %w", name, ErrNoVersion)
	}
	return v, err
}

// Filter returns the document filter of a version of it; nil of that which comes with the program.
func (v *Version) Filter() (*genre.Filter, error) {
	if v.Model == nil {
		return nil, nil
	}
	f := new(genre.Filter)
	return f, f.UnmarshalBinary(v.Model)
}

// Use makes a version of the keywords of anchors or of the floors that of the library. The document filter and the topic have more that depends on
// them: their versions are taken by the caller.
func (s Store) Use(ctx context.Context, v *Version) error {
	if v.Model == nil {
		return s.remove(files[v.Kind])
	}
	if v.Kind == relearn.KindAnchors {
		if err := new(anchors.Model).UnmarshalText(v.Model); err != nil {
			return fmt.Errorf("version %s: %w", v.Name(), err)
		}
	}
	return s.write(ctx, files[v.Kind], v.Model)
}

// Root returns the document filter from which the one in use was learned, itself if it was made by hand, and the number of its version: 0 for the
// program's. [Store.KeepInUse] comes before.
func (s Store) Root(ctx context.Context) (f *genre.Filter, number int, err error) {
	all, _, err := s.versionsOf(ctx, relearn.KindGenre)
	if err != nil {
		return nil, 0, err
	}
	if i := slices.IndexFunc(all, func(v Version) bool { return v.InUse }); i >= 0 {
		if number = all[i].Root; all[i].ByHand {
			number = all[i].Number
		}
	}
	i := slices.IndexFunc(all, func(v Version) bool { return v.Number == number })
	if number == 0 || i < 0 {
		return genre.Default(), 0, nil
	}
	f, err = all[i].Filter()
	return f, number, err
}

// Base returns the document filter without the corrections that were applied at once.
func (s Store) Base(ctx context.Context) (*genre.Filter, error) { return s.base(ctx) }

// floorsFile has the floors of types of documents.
const floorsFile = "floors.txt"

// Floors returns the floors of types of documents; nil if none were learned.
func (s Store) Floors(ctx context.Context) (relearn.Floors, error) {
	b, err := s.read(ctx, floorsFile)
	if b == nil || err != nil {
		return nil, err
	}
	f, err := relearn.ReadFloors(b)
	if err != nil {
		return nil, fmt.Errorf("floors of documents %s: %w (correct the file, or delete it)", filepath.Join(s.Dir, floorsFile), err)
	}
	return f, nil
}
