package engine_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"storefront/internal/build/engine"
)

// This binary is a generator too.
func TestBuildIDOfMatchesGoToolBuildID(t *testing.T) {
	want, err := exec.Command("go", "tool", "buildid", os.Args[0]).Output()
	if err != nil {
		t.Fatal(err)
	}
	got, err := engine.BuildIDOf(os.Args[0])
	if err != nil || got == "" || got != strings.TrimSpace(string(want)) {
		t.Errorf("the build id is %q, want %q (%v)", got, want, err)
	}
}

func TestProgramKeyChangesWithTheProgram(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	keyOf := func(flags ...string) any {
		program := filepath.Join(dir, "program")
		cmd := exec.Command("go", append(append([]string{"build"}, flags...), "-o", program, ".")...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		k, err := engine.ProgramKey(program)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	write("go.mod", "module a\n\ngo 1.26\n")
	write("main.go", "package main\n\nimport \"a/b\"\n\nfunc main() { println(b.B()) }\n")
	write("b/b.go", "package b\n\nfunc B() string { return \"one\" }\n")
	for _, flags := range [][]string{nil, {"-trimpath"}, {"-ldflags=-s -w"}, {"-ldflags=-buildid="}} {
		write("b/b.go", "package b\n\nfunc B() string { return \"one\" }\n")
		one := keyOf(flags...)
		if again := keyOf(flags...); again != one {
			t.Errorf("%q: the same program has two keys", flags)
		}
		write("b/b.go", "package b\n\nfunc B() string { return \"two\" }\n")
		if keyOf(flags...) == one {
			t.Errorf("%q: another program has the same key", flags)
		}
	}
}
