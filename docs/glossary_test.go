package docs_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// glossary lists where the names of each column of docs/glossary.md are found: files below folders, and the pattern
// around a name.
var glossary = []struct {
	column   string
	folders  []string
	suffix   string
	patterns []string // with NAME in place of the name
}{
	{"YAML", []string{"../content"}, ".yaml", []string{`(?m)^\s*-?\s*\{?NAME:`}},
	{"Go", []string{"../internal"}, ".go", []string{`(?m)^(?:type |\t)NAME\b`}},
	{"database", []string{"../internal/store/sqlite/migrations"}, ".sql", []string{`\bNAME\b`}},
	{"API", []string{"../api"}, ".yaml", []string{`(?m)^\s+NAME:`, `\{ name: NAME,`}},
	{"TypeScript", []string{"../site"}, ".ts", []string{`\b(?:type|interface) NAME\b`}},
}

var quoted = regexp.MustCompile("`([^`]+)`")

// textOf joins the files below some folders whose names end in suffix, except installed packages and builds.
func textOf(t *testing.T, folders []string, suffix string) string {
	t.Helper()
	var text strings.Builder
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case e.IsDir() && (e.Name() == "dist" || e.Name() == "node_modules"):
				return filepath.SkipDir
			case !strings.HasSuffix(path, suffix) && !strings.HasSuffix(path, suffix+"x"):
				return nil
			}
			data, err := os.ReadFile(path)
			text.Write(data)
			text.WriteByte('\n')
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return text.String()
}

func TestGlossaryNamesExistInTheCode(t *testing.T) {
	page, err := os.ReadFile("glossary.md")
	if err != nil {
		t.Fatal(err)
	}
	texts := make([]string, len(glossary))
	for i, g := range glossary {
		texts[i] = textOf(t, g.folders, g.suffix)
	}
	seen := 0
	for _, line := range strings.Split(string(page), "\n") {
		cells := strings.Split(line, "|")
		if len(cells) != len(glossary)+4 {
			continue
		}
		for i, g := range glossary {
			for _, m := range quoted.FindAllStringSubmatch(cells[i+3], -1) {
				seen++
				if !there(m[1], texts[i], g.column, g.patterns) {
					t.Errorf("%s: there is no %s in %s", strings.TrimSpace(cells[1]), m[1], g.column)
				}
			}
		}
	}
	if seen == 0 {
		t.Fatal("the glossary has no names")
	}
}

// there reports whether a name is in the text of its column. A path of content is a folder or file of it; of a Go
// name with a package or a type, each part is.
func there(name, text, column string, patterns []string) bool {
	if column == "YAML" && strings.Contains(name, "/") {
		found, err := filepath.Glob("../content/" + strings.NewReplacer("<id>", "*", "<slug>", "*").Replace(name))
		return err == nil && len(found) > 0
	}
	if column == "Go" {
		first, last, _ := strings.Cut(name, ".")
		if first == strings.ToLower(first) {
			if _, err := os.Stat("../internal/" + first); err != nil {
				if stores, err := filepath.Glob("../internal/*/" + first); err != nil || len(stores) == 0 {
					return false
				}
			}
			if last == "" {
				return true
			}
			name = last
		} else if last != "" {
			name = last
		}
	}
	for _, pattern := range patterns {
		if regexp.MustCompile(strings.ReplaceAll(pattern, "NAME", regexp.QuoteMeta(name))).MatchString(text) {
			return true
		}
	}
	return false
}
