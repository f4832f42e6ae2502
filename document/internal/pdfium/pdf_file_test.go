package pdfium_test

import (
	"crypto/md5"
	"crypto/rc4"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sluice/internal/pdf"
)

// made writes a PDF of objects, of which the first is the catalogue, and
// returns its path.
func made(t testing.TB, objects ...string) string { return file(t, pdf.File("", objects...)) }

func file(t testing.TB, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.pdf")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// The objects of every document here: catalogue, page tree, two fonts; pages
// and their contents follow from number 5.
func document(pages ...string) []string {
	kids := make([]string, len(pages))
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>", "",
		"<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>",
		"<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+Times-BoldItalic /Encoding /WinAnsiEncoding >>",
	}
	for i, content := range pages {
		kids[i] = fmt.Sprintf("%d 0 R", 5+2*i)
		objects = append(objects,
			fmt.Sprintf("<< /Type /Page /Parent 2 0 R /Contents %d 0 R >>", 6+2*i), pdf.Stream("", content))
	}
	objects[1] = fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d /MediaBox [0 0 595 842] /Resources << /Font << /R 3 0 R /B 4 0 R >> >> >>",
		strings.Join(kids, " "), len(kids))
	return objects
}

// printed shows text at a place, in points from the lower left corner.
func printed(font string, size, x, y float64, text string) string {
	return fmt.Sprintf("BT /%s %g Tf %g %g Td (%s) Tj ET\n", font, size, x, y, text)
}

// encrypted is a document of one line under the standard security handler,
// revision 2 (ISO 32000-1, 7.6.3).
func encrypted(userPassword string) []byte {
	padding := "\x28\xBF\x4E\x5E\x4E\x75\x8A\x41\x64\x00\x4E\x56\xFF\xFA\x01\x08\x2E\x2E\x00\xB6\xD0\x68\x3E\x80\x2F\x0C\xA9\xFE\x64\x53\x69\x7A"
	padded := func(s string) []byte { return []byte((s + padding)[:32]) }
	code := func(key, data []byte) []byte {
		c, _ := rc4.NewCipher(key)
		out := make([]byte, len(data))
		c.XORKeyStream(out, data)
		return out
	}
	owner := md5.Sum(padded("owner"))
	o := code(owner[:5], padded(userPassword))
	id, permissions := "0123456789abcdef", "\xfc\xff\xff\xff"
	sum := md5.Sum([]byte(string(padded(userPassword)) + string(o) + permissions + id))
	key := sum[:5]
	objects := document("")
	inner := md5.Sum([]byte(string(key) + "\x06\x00\x00\x00\x00"))
	objects[5] = pdf.Stream("", string(code(inner[:10], []byte(printed("R", 12, 72, 700, "behind a lock")))))
	objects = append(objects, fmt.Sprintf("<< /Filter /Standard /V 1 /R 2 /O <%x> /U <%x> /P -4 >>", o, code(key, []byte(padding))))
	return pdf.File(fmt.Sprintf("/Encrypt 7 0 R /ID [<%x> <%x>]", id, id), objects...)
}
