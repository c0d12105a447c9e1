package docs_test

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// sources are the files that documents may name, by their paths.
func sources(t *testing.T) (all []string) {
	t.Helper()
	for _, top := range []string{"api", "cmd", "docs", "internal", "site", "tests", "tools"} {
		err := filepath.WalkDir(filepath.Join("..", top), func(name string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() && (d.Name() == "node_modules" || d.Name() == "dist") {
				return filepath.SkipDir
			}
			if !d.IsDir() {
				all = append(all, filepath.ToSlash(strings.TrimPrefix(name, ".."+string(filepath.Separator))))
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

var (
	named  = regexp.MustCompile(`^[\w./*+-]+\.(go|ts|tsx|css|mjs|md|txtar)$`)
	fenced = regexp.MustCompile("(?s)```.*?```")
	braces = regexp.MustCompile(`^(.*)\{([^}]*)\}(.*)$`)
)

// names returns the file names in a piece of code of a document.
func names(text string) (all []string) {
	all = []string{text}
	if parts := braces.FindStringSubmatch(text); parts != nil {
		all = nil
		for choice := range strings.SplitSeq(parts[2], ",") {
			all = append(all, parts[1]+choice+parts[3])
		}
	}
	return slices.DeleteFunc(all, func(name string) bool { return !named.MatchString(name) })
}

// exists reports whether name matches the end of a file's path.
func exists(name string, files []string) bool {
	depth := strings.Count(name, "/") + 1
	return slices.ContainsFunc(files, func(file string) bool {
		parts := strings.Split(file, "/")
		ok, err := path.Match(name, strings.Join(parts[max(0, len(parts)-depth):], "/"))
		return ok && err == nil
	})
}

func TestFilesNamedInDocumentsExist(t *testing.T) {
	pages, err := filepath.Glob("adr/*.md")
	if err != nil {
		t.Fatal(err)
	}
	files, found := sources(t), 0
	for _, page := range append(pages, "architecture.md", "../CONTRIBUTING.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, span := range code.FindAllStringSubmatch(fenced.ReplaceAllString(string(text), ""), -1) {
			for _, name := range names(span[1]) {
				found++
				if !exists(name, files) {
					t.Errorf("%s names %s", page, name)
				}
			}
		}
	}
	if found < 80 {
		t.Errorf("only %d files are named", found)
	}
}

func TestArchitectureListsEveryPackage(t *testing.T) {
	text, err := os.ReadFile("architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n## Packages\n")
	known := map[string]bool{}
	for _, file := range sources(t) {
		name, inside := strings.CutPrefix(path.Dir(file), "internal/")
		if !inside || known[name] || path.Ext(file) != ".go" || strings.Contains(name, "testdata") {
			continue
		}
		known[name] = true
		if !strings.Contains(section, "`"+name+"`") {
			t.Errorf("internal/%s is not among the packages of architecture.md", name)
		}
	}
}
