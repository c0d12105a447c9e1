package archtest

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
)

// widest is the maximum width of a line of Go in columns; a tab counts as four.
const widest = 120

// TestGoLinesFitTheMaximumWidth checks the width of every line of Go. Raw strings, and lines with a string that is too
// wide by itself, are exempt.
func TestGoLinesFitTheMaximumWidth(t *testing.T) {
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
	exempt := linesOfWideStrings(source)
	for i, line := range strings.Split(string(source), "\n") {
		if len([]rune(strings.ReplaceAll(line, "\t", "    "))) > widest && !exempt[i+1] {
			lines = append(lines, i+1)
		}
	}
	return lines
}

// linesOfWideStrings returns the lines of raw strings and of strings that are too wide by themselves.
func linesOfWideStrings(source []byte) map[int]bool {
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
			if text[0] == '"' && len([]rune(text)) <= widest {
				continue
			}
			for line := range strings.Count(text, "\n") + 1 {
				lines[file.Line(at)+line] = true
			}
		}
	}
}

func TestTooWideReportsWideLines(t *testing.T) {
	wide := strings.Repeat("x", widest)
	source := "package p\n\nvar " + wide + " = 1\n\nvar s = \"" + wide + "\"\n\nvar " + wide + " = \"s\"\n"
	if got := tooWide([]byte(source)); !slices.Equal(got, []int{3, 7}) {
		t.Errorf("the wide lines are %v, want the third and the seventh", got)
	}
}
