package genre

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"sluice/learn"
)

// A filter's file is its magic, and two model files of package learn, each
// after its length in four bytes, little-endian.
const fileMagic = "sluice genre 1\n"

// MarshalBinary returns the filter as a file. Which genres it accepts is not in
// it: see [Filter.Accepting].
func (f *Filter) MarshalBinary() ([]byte, error) {
	b := []byte(fileMagic)
	for _, m := range []*learn.Model{f.full, f.shape} {
		part, err := m.MarshalBinary()
		if err != nil {
			return nil, err
		}
		b = binary.LittleEndian.AppendUint32(b, uint32(len(part)))
		b = append(b, part...)
	}
	return b, nil
}

// UnmarshalBinary reads a filter from a model file; it accepts [Wanted]. A damaged
// file, or one trained for other genres, is an error.
func (f *Filter) UnmarshalBinary(b []byte) error {
	if len(b) < len(fileMagic) || string(b[:len(fileMagic)]) != fileMagic {
		return fmt.Errorf("genre: %w: filter of another version: train it again", learn.ErrDamaged)
	}
	b = b[len(fileMagic):]
	next := Filter{full: new(learn.Model), shape: new(learn.Model), wanted: Wanted}
	for _, m := range []*learn.Model{next.full, next.shape} {
		if len(b) < 4 || uint64(len(b)-4) < uint64(binary.LittleEndian.Uint32(b)) {
			return fmt.Errorf("genre: %w: cut off", learn.ErrDamaged)
		}
		n := 4 + int(binary.LittleEndian.Uint32(b))
		if err := m.UnmarshalBinary(b[4:n]); err != nil {
			return fmt.Errorf("genre: %w", err)
		}
		b = b[n:]
		for _, label := range m.Labels() {
			if !slices.Contains(Genres, Genre(label)) {
				return fmt.Errorf("genre: filter has label %q, which is no genre", label)
			}
		}
	}
	if len(b) > 0 {
		return errors.New("genre: filter file has data after its end")
	}
	*f = next
	return nil
}
