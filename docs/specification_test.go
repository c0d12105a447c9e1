// Package docs_test checks the documents' statements about the repository.
package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	code = regexp.MustCompile("`([^`]+)`")
	// A file and the names of its tests: quoted as their file has them, bare in Go.
	promise = regexp.MustCompile("`([^`]+)`|\"([^\"]+)\"|\\b(Test[A-Z]\\w+)")
	row     = regexp.MustCompile(`^\|(.*)\|$`)
)

// Rows of docs/specification.md have four cells: the requirement, its files, its tests, remarks.
func TestSpecificationRowsNameExistingFilesAndTests(t *testing.T) {
	page, err := os.ReadFile("specification.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for i, line := range strings.Split(string(page), "\n") {
		found := row.FindStringSubmatch(line)
		if found == nil || strings.HasPrefix(line, "| asked") || strings.HasPrefix(line, "|-") {
			continue
		}
		rows++
		cells := strings.Split(found[1], " | ")
		if len(cells) != 4 {
			t.Errorf("line %d has %d cells", i+1, len(cells))
			continue
		}
		for _, path := range code.FindAllStringSubmatch(cells[1], -1) {
			if _, err := os.Stat(filepath.Join("..", path[1])); err != nil {
				t.Errorf("line %d: %v", i+1, err)
			}
		}
		for _, wrong := range missing(cells[2]) {
			t.Errorf("line %d: %s", i+1, wrong)
		}
	}
	if rows < 100 {
		t.Errorf("%d rows", rows)
	}
}

// missing returns the tests of a cell that do not exist.
func missing(cell string) (wrong []string) {
	var file, text string
	tests := 0
	for _, found := range promise.FindAllStringSubmatch(cell, -1) {
		if found[1] != "" {
			file = found[1]
			data, err := os.ReadFile(filepath.Join("..", file))
			if err != nil || !strings.Contains(file, "test") {
				wrong = append(wrong, file+" is no file of tests")
			}
			text = string(data)
			continue
		}
		tests++
		if !declares(text, found[2], found[3]) {
			wrong = append(wrong, file+" has no test "+found[2]+found[3])
		}
	}
	if tests == 0 {
		wrong = append(wrong, "no test")
	}
	return wrong
}

func declares(text, quoted, inGo string) bool {
	if inGo != "" {
		return strings.Contains(text, "func "+inGo+"(")
	}
	for _, mark := range []string{"'", `"`, "`"} {
		if strings.Contains(text, mark+quoted+mark) {
			return true
		}
	}
	return false
}

func TestMissingReportsTestsThatDoNotExist(t *testing.T) {
	for cell, want := range map[string]int{
		"`docs/specification_test.go` TestMissingReportsTestsThatDoNotExist": 0,
		"`docs/specification_test.go` TestThatDoesNotExist":                  1,
		"`docs/nothing_test.go` TestMissingReportsTestsThatDoNotExist":       2,
		"": 1,
		"`tests/navigation.test.ts` \"does not load react-dom\"":       0,
		"`tests/navigation.test.ts` \"does not load react-dom twice\"": 1,
	} {
		if got := missing(cell); len(got) != want {
			t.Errorf("%s: %q", cell, got)
		}
	}
}
