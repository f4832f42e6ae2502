package legacy

import (
	"encoding/binary"
	"fmt"
	"strings"
	"time"
	"unicode/utf16"

	"sluice/document/internal/codepage"
	"sluice/document/internal/draft"
	"sluice/document/internal/vocabulary"
)

var (
	summaryNames = map[uint32]string{2: "title", 3: "subject", 4: "author", 5: "keyword", 6: "description", 8: "last editor",
		12: "created", 13: "modified", 14: "page count", 15: "word count", 18: "creator"}
	documentNames = map[uint32]string{2: "category", 14: "manager", 15: "company"}
)

// summary reads the first section of a property set (Microsoft's [MS-OLEPS]).
func summary(d *draft.Draft, b []byte, names map[uint32]string) {
	if len(b) < 48 {
		return
	}
	at := int(binary.LittleEndian.Uint32(b[44:]))
	if at < 0 || at+8 > len(b) {
		return
	}
	section := b[at:]
	count := min(binary.LittleEndian.Uint32(section[4:]), 200)
	type place struct {
		id uint32
		at int
	}
	var places []place
	page := 1252
	for i := range int(count) {
		if 16+8*i > len(section) {
			break
		}
		p := place{binary.LittleEndian.Uint32(section[8+8*i:]), int(binary.LittleEndian.Uint32(section[12+8*i:]))}
		if p.at < 0 || p.at+8 > len(section) {
			continue
		}
		// The code page comes first in all files known, but the format does not
		// promise it; values are therefore read in a second pass.
		if p.id == 1 {
			page = int(binary.LittleEndian.Uint16(section[p.at+4:]))
		}
		places = append(places, p)
	}
	for _, p := range places {
		if name := names[p.id]; name != "" {
			vocabulary.AddProperty(d, name, property(section[p.at:], page))
		}
	}
}

// property returns the value of a property as text.
func property(b []byte, page int) string {
	value := b[4:]
	switch size := int(binary.LittleEndian.Uint32(value)); binary.LittleEndian.Uint16(b) {
	case 0x1e: // text in a code page
		text := value[4:]
		if size < 0 || size > len(text) {
			return ""
		}
		text = text[:size]
		if page == 1200 {
			return fromWide(text)
		}
		if p := codepage.Pages[page]; p != nil {
			if s, err := p.NewDecoder().Bytes(text); err == nil {
				text = s
			}
		}
		return strings.TrimRight(string(text), "\x00")
	case 0x1f: // text in UTF-16
		text := value[4:]
		if size < 0 || 2*size > len(text) {
			return ""
		}
		return fromWide(text[:2*size])
	case 3: // a number
		return fmt.Sprint(int32(size))
	case 0x40: // 100 ns since 1601
		if len(value) < 8 {
			return ""
		}
		ticks := int64(binary.LittleEndian.Uint64(value))
		t := time.Unix(ticks/1e7-11644473600, 0).UTC()
		if t.Year() < 1980 || t.Year() > 2200 {
			return ""
		}
		return t.Format(time.RFC3339)
	}
	return ""
}

// fromWide returns text in UTF-16, lowest byte first, as a string.
func fromWide(b []byte) string {
	units := make([]uint16, len(b)/2)
	for i := range units {
		units[i] = binary.LittleEndian.Uint16(b[2*i:])
	}
	return strings.TrimRight(string(utf16.Decode(units)), "\x00")
}
