// Package legacy reads the metadata of Word, PowerPoint and Excel files before
// OOXML. Reading their text takes an external program.
package legacy

import (
	"context"
	"encoding/binary"
	"fmt"
	"os"

	"sluice/document/content"
	"sluice/document/internal/compound"
	"sluice/document/internal/draft"
)

// Properties returns the metadata of a file of Word, PowerPoint or Excel before
// OOXML; none of one that is damaged.
func Properties(ctx context.Context, name string) ([]content.Field, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	d := draft.New(ctx, "")
	o := compound.Open(f)
	if o == nil {
		return nil, nil
	}
	summary(d, o.Stream("\x05SummaryInformation"), summaryNames)
	summary(d, o.Stream("\x05DocumentSummaryInformation"), documentNames)
	return d.Document().Fields, nil
}

// Encrypted returns an error if a file of Word, PowerPoint or Excel before
// OOXML opens with a password only.
func Encrypted(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	o := compound.Open(f)
	if o == nil {
		return nil
	}
	const encrypted = 0x0100 // fEncrypted of a Word file's header
	word := o.Stream("WordDocument")
	user := o.Stream("Current User")
	switch {
	case len(word) > 12 && binary.LittleEndian.Uint16(word) == 0xa5ec && binary.LittleEndian.Uint16(word[10:])&encrypted != 0,
		len(user) > 16 && binary.LittleEndian.Uint32(user[12:]) == 0xf3d1c4df,
		hasFilePass(o.Stream("Workbook")), o.Has("EncryptedPackage"):
		return fmt.Errorf("%w: password required", content.ErrEncrypted)
	}
	return nil
}

// hasFilePass looks for the record of a workbook that says how it is encrypted,
// which is one of its first.
func hasFilePass(b []byte) bool {
	for range 20 {
		if len(b) < 4 {
			return false
		}
		kind, size := binary.LittleEndian.Uint16(b), int(binary.LittleEndian.Uint16(b[2:]))
		if kind == 0x2f {
			return true
		}
		b = b[min(len(b), 4+size):]
	}
	return false
}
