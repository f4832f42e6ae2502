package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFlagsRefuseWrongFilesAndPatterns: a flag that takes a file or a pattern says what is wrong with it, and no library is created.
func TestFlagsRefuseWrongFilesAndPatterns(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"text.txt": "no certificate, no cookie", "lists.txt": "# patterns\n*.gif\n", "jar.txt": ""} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("folder", 0o700); err != nil {
		t.Fatal(err)
	}
	const seed = "http://www.site.example/"
	for _, test := range []struct {
		want string
		args []string
	}{
		{"--seeds: open none.txt: no such file", []string{"crawl", "--seeds", "none.txt"}},
		{"--seeds: folder:1: read folder: is a directory", []string{"crawl", "--seeds", "folder"}},
		{`--allow: no file "none.txt"; for a host or URL write http://none.txt/`, []string{"crawl", seed, "--allow", "none.txt"}},
		{`--ignore: no file "none.txt"`, []string{"crawl", seed, "--ignore", "none.txt"}},
		{`--ignore: "*.GIF" is not a host; write .gif for an ending`, []string{"crawl", seed, "--ignore", "*.GIF"}},
		{`lists.txt:2: "*.gif" is not a host; write .gif for an ending`, []string{"crawl", seed, "--ignore", "lists.txt"}},
		{"--allow: no file \"lists/none.txt\"; for a host or URL write http://lists/none.txt\n", []string{"crawl", seed, "--allow", "lists/none.txt"}},
		{"none.pem: no such file", []string{"crawl", seed, "--ca-file", "none.pem"}},
		{"text.txt: no certificate in PEM format", []string{"crawl", seed, "--ca-file", "text.txt"}},
		{"folder is a folder; write the name of a file", []string{"crawl", seed, "--ca-file", "folder"}},
		{"none.txt: no such file", []string{"crawl", seed, "--cookie-jar", "none.txt"}},
		{"text.txt: line 1: 1 fields, want 7 with tabs between", []string{"crawl", seed, "--cookie-jar", "text.txt"}},
		{"folder is a folder; write the name of a file", []string{"crawl", seed, "--cookie-jar", "folder"}},
		{"cookies: none and cookie-jar exclude each other; leave one of them out", []string{"crawl", seed, "--cookies", "none", "--cookie-jar", "jar.txt"}},
		{"cookies: host and cookie-jar exclude each other; leave one of them out", []string{"crawl", seed, "--cookies", "host", "--cookie-jar", "jar.txt"}},
	} {
		var out, errs strings.Builder
		code := run(t.Context(), append(test.args, "-d", "lib"), strings.NewReader(""), &out, &errs)
		if code != exitUsage || !strings.Contains(errs.String(), test.want) {
			t.Errorf("%s exits with %d, want %d and %q:\n%s", test.args, code, exitUsage, test.want, errs.String())
		}
		if _, err := os.Stat("lib"); err == nil {
			t.Errorf("%s creates a library", test.args)
			os.RemoveAll("lib")
		}
	}
	if err := os.Mkdir("lib", 0o700); err != nil {
		t.Fatal(err)
	}
	text := "seeds: " + seed + "\ncookie-jar: ../jar.txt\ncookies: none\n"
	if err := os.WriteFile(filepath.Join("lib", "sluice.yaml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, errs strings.Builder
	want := "sluice.yaml:3: cookies: none and cookie-jar exclude each other"
	if code := run(t.Context(), []string{"crawl", "-d", "lib"}, strings.NewReader(""), &out, &errs); code != exitUsage || !strings.Contains(errs.String(), want) {
		t.Errorf("sluice.yaml: exit code %d, want %d and %q:\n%s", code, exitUsage, want, errs.String())
	}
}
