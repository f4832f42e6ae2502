//go:build unix

package convert_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// plants is a script that puts something by a command in place of every name that the next try uses, and dies
// without a word, so that there is a next try.
func plants(command string) string {
	return `for a in profile0 profile1 profile2 in.docx in.doc in.odt renamed.ps out.ps out.pdf; do
	rm -rf $a; ` + command + `
done
exit 1`
}

// TestNextTryMeetsNothingOfTheOneBefore has a converter leave links to a folder
// and a file outside, pipes and files at every name that is used after it.
func TestNextTryMeetsNothingOfTheOneBefore(t *testing.T) {
	outside := t.TempDir()
	secret := filepath.Join(outside, "secret")
	for name, command := range map[string]string{
		"symbolic links to a folder":        fmt.Sprintf(`ln -s %q $a`, outside),
		"symbolic links to a file":          fmt.Sprintf(`ln -s %q $a`, secret),
		"symbolic links within folders":     fmt.Sprintf(`mkdir $a; ln -s %q $a/user`, outside),
		"symbolic links in place of files":  fmt.Sprintf(`mkdir -p $a/user; ln -s %q $a/user/registrymodifications.xcu`, filepath.Join(outside, "new")),
		"hard links":                        fmt.Sprintf(`ln %q $a 2>/dev/null || ln $0 $a 2>/dev/null || { echo x >own; ln own $a; }`, secret),
		"pipes":                             `mkfifo $a`,
		"pipes within folders":              `mkdir -p $a/user; mkfifo $a/user/registrymodifications.xcu`,
		"a profile that permits everything": `mkdir -p $a/user; echo planted >$a/user/registrymodifications.xcu`,
	} {
		t.Run(name, func(t *testing.T) {
			if err := os.WriteFile(secret, []byte("password"), 0o600); err != nil {
				t.Fatal(err)
			}
			// The second try says what it finds.
			found := tools(t, map[string]string{"soffice": `case $1 in */profile1) ;; *)
` + plants(command) + `
;; esac
{ echo %PDF-1.4; ls -R; cat profile1/user/registrymodifications.xcu in.odt; echo %%EOF; } >in.pdf`})
			out := filepath.Join(t.TempDir(), "out.pdf")
			if _, err := found.PDF(t.Context(), document(t, "text"), "odt", out); err != nil {
				t.Fatal(err)
			}
			made, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			for _, planted := range []string{"planted", "password", "out.ps", "profile0", "own"} {
				if strings.Contains(string(made), planted) {
					t.Errorf("the second try finds %s:\n%s", planted, made)
				}
			}
			if !strings.Contains(string(made), "DisableMacrosExecution") || !strings.Contains(string(made), "text%%EOF") {
				t.Errorf("the second try has not what it needs:\n%s", made)
			}
			if b, err := os.ReadFile(secret); string(b) != "password" {
				t.Errorf("the file outside is %q, %v", b, err)
			}
			if all, _ := os.ReadDir(outside); len(all) != 1 {
				t.Errorf("outside are %v", all)
			}
		})
	}
}

// TestPlantedOutputIsNotRead has dvips leave links in place of what is read
// after it.
func TestPlantedOutputIsNotRead(t *testing.T) {
	outside := t.TempDir()
	secret := filepath.Join(outside, "secret")
	if err := os.WriteFile(secret, []byte("%!PS-Adobe password"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, command := range map[string]string{
		"symbolic link":          fmt.Sprintf(`ln -s %q out.ps`, secret),
		"pipe":                   `mkfifo out.ps`,
		"folder":                 `mkdir out.ps`,
		"link in place of a PDF": fmt.Sprintf(`echo %%! >out.ps; ln -s %q out.pdf`, secret),
		"link in place of a copy": fmt.Sprintf(`{ echo %%!; echo "360 add 36 4 index cvrs"; } >out.ps
ln -s %q renamed.ps`, filepath.Join(outside, "new")),
	} {
		t.Run(name, func(t *testing.T) {
			found := tools(t, map[string]string{"dvips": command, "gs": `exit 0`, "soffice": strings.ReplaceAll(command, "out.ps", "in.pdf")})
			out := filepath.Join(t.TempDir(), "out.pdf")
			for _, format := range []string{"dvi", "odt"} {
				if _, err := found.PDF(t.Context(), document(t, "text"), format, out); err == nil {
					t.Errorf("PDF(%s) = nil, want an error", format)
				}
			}
			if b, err := os.ReadFile(out); err == nil {
				t.Errorf("result %q", b)
			}
			if all, _ := os.ReadDir(outside); len(all) != 1 {
				t.Errorf("outside are %v", all)
			}
		})
	}
}
