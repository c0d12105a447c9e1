package main

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// usage is a command with its flags, "orders list --find", on a line of a shell or a script.
func usage(line string, groups map[string]bool) string {
	_, line, _ = strings.Cut(line, "api ")
	line, _, _ = strings.Cut(line, " #")
	line, _, _ = strings.Cut(line, " > ")
	line, _, _ = strings.Cut(line, " && ")
	words := strings.Fields(line)
	if len(words) == 0 {
		return ""
	}
	path := words[:1]
	if groups[words[0]] && len(words) > 1 {
		path = words[:2]
	}
	var flags []string
	for _, word := range words[len(path):] {
		if name, _, _ := strings.Cut(word, "="); strings.HasPrefix(name, "--") && name != "--yes" {
			flags = append(flags, name)
		}
	}
	slices.Sort(flags)
	return strings.Join(append(slices.Clone(path), flags...), " ")
}

var (
	shells    = regexp.MustCompile("(?s)```sh\n(.*?)```")
	apiOfSh   = regexp.MustCompile(`(?m)^(?:\S+ \| )?api .*$`)
	apiOfTest = regexp.MustCompile(`(?m)^(?:! )?(?:exec|status \d) api .*$`)
)

// A script runs every command of the documents' examples with the same flags.
func TestEveryDocumentedCommandIsRunByAScript(t *testing.T) {
	groups := map[string]bool{}
	for _, c := range commands(nil, io.Discard).Commands() {
		groups[c.Name()] = c.HasSubCommands()
	}
	var run []string
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, script := range scripts {
		text, err := os.ReadFile(script)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range apiOfTest.FindAllString(string(text), -1) {
			run = append(run, usage(line, groups))
		}
	}
	for _, page := range []string{"operating.md", "mail.md"} {
		text, err := os.ReadFile("../../docs/" + page)
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, block := range shells.FindAllStringSubmatch(string(text), -1) {
			for _, line := range apiOfSh.FindAllString(strings.ReplaceAll(block[1], "\\\n", ""), -1) {
				found++
				if u := usage(line, groups); !slices.Contains(run, u) {
					t.Errorf("no script runs what docs/%s has: %s (as %q)", page, line, u)
				}
			}
		}
		if found == 0 {
			t.Errorf("docs/%s has no commands", page)
		}
	}
}
