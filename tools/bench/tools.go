package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// hugoVersion is the newest version whose go.mod needs no newer Go than ours.
const hugoVersion = "v0.165.0"

// buildOurTools builds the generator into a folder and copies its site bundle there.
func buildOurTools(dir, bundle string) (program, site string, err error) {
	program, site = filepath.Join(dir, "generate"), filepath.Join(dir, "site")
	if err := runCommand(nil, "go", "build", "-trimpath", "-o", program, "./cmd/generate"); err != nil {
		return "", "", err
	}
	if _, err := os.Stat(filepath.Join(bundle, "bundle.json")); err != nil {
		return "", "", fmt.Errorf("the site bundle is missing; make it with npm run build: %w", err)
	}
	// The bundle is copied, so that work on the site does not change it between two runs.
	if err := os.RemoveAll(site); err != nil {
		return "", "", err
	}
	return program, site, os.CopyFS(site, os.DirFS(bundle))
}

func installHugo(p peer, dir string) error {
	program := filepath.Join(dir, p.command[0])
	if _, err := os.Stat(program); err == nil {
		return nil
	}
	logLine("building Hugo %s (once; some minutes)", hugoVersion)
	env := []string{"CGO_ENABLED=0", "GOBIN=" + dir, "GOFLAGS="}
	if err := runCommand(env, "go", "install", "github.com/gohugoio/hugo@"+hugoVersion); err != nil {
		return err
	}
	return os.Rename(filepath.Join(dir, "hugo"), program)
}

// installNode installs the packages of the peer's package-lock.json, unless they are installed. It runs no scripts of
// theirs, and fetches nothing else.
func installNode(p peer, dir string) error {
	dir = filepath.Join(dir, p.id)
	lock, err := sites.ReadFile(p.id + "/package-lock.json")
	if err != nil {
		return err
	}
	done := filepath.Join(dir, "installed-lock.json")
	if installed, err := os.ReadFile(done); err == nil && bytes.Equal(installed, lock) {
		return nil
	}
	logLine("installing %s %s (once)", p.title, p.version())
	f := &siteFolder{root: dir}
	for _, name := range []string{"package.json", "package-lock.json"} {
		if err := f.copy(p.id+"/"+name, name); err != nil {
			return err
		}
	}
	if f.err != nil {
		return f.err
	}
	if err := runCommand(nil, "npm", "ci", "--prefix", dir, "--ignore-scripts", "--no-audit", "--no-fund",
		"--loglevel=error"); err != nil {
		return err
	}
	return os.WriteFile(done, lock, 0o644)
}

func runCommand(env []string, name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s %v: %w", name, args, err)
	}
	return nil
}
