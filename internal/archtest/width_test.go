package archtest

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"strings"
	"testing"
)

// widest is how many columns a line of Go has at most; a tab has four.
const widest = 120

// TestLinesAreReadWithoutScrolling holds the width of every line of Go. Only a string may be wider: a query, a pattern.
func TestLinesAreReadWithoutScrolling(t *testing.T) {
	for _, folder := range []string{"api", "cmd", "docs", "internal", "tests", "tools"} {
		root := os.DirFS("../../" + folder)
		err := fs.WalkDir(root, ".", func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, ".gen.go") {
				return err
			}
			source, err := fs.ReadFile(root, path)
			for _, line := range tooWide(source) {
				t.Errorf("%s/%s:%d is wider than %d columns", folder, path, line, widest)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// tooWide returns the numbers of the lines that are too wide.
func tooWide(source []byte) (lines []int) {
	hasString := linesWithStrings(source)
	for i, line := range strings.Split(string(source), "\n") {
		if len([]rune(strings.ReplaceAll(line, "\t", "    "))) > widest && !hasString[i+1] {
			lines = append(lines, i+1)
		}
	}
	return lines
}

func linesWithStrings(source []byte) map[int]bool {
	var s scanner.Scanner
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(source))
	s.Init(file, source, nil, 0)
	lines := map[int]bool{}
	for {
		at, kind, text := s.Scan()
		switch kind {
		case token.EOF:
			return lines
		case token.STRING:
			for line := range strings.Count(text, "\n") + 1 {
				lines[file.Line(at)+line] = true
			}
		}
	}
}

func TestAWideLineIsNoticed(t *testing.T) {
	wide := strings.Repeat("x", widest)
	source := "package p\n\nvar " + wide + " = 1\n\nvar s = \"" + wide + "\"\n"
	if got := tooWide([]byte(source)); len(got) != 1 || got[0] != 3 {
		t.Errorf("the wide lines are %v, want only the third", got)
	}
}
