package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// hugoVersion is the newest whose go.mod asks for no newer Go than ours does.
const hugoVersion = "v0.165.0"

// tools builds what is compared into a folder: the generator, its site bundle, and Hugo.
func tools(dir, bundle string, withHugo bool) (program, site, hugo string, err error) {
	program, site, hugo = filepath.Join(dir, "generate"), filepath.Join(dir, "site"), filepath.Join(dir, "hugo-"+hugoVersion)
	if err := command(nil, "go", "build", "-trimpath", "-o", program, "./cmd/generate"); err != nil {
		return "", "", "", err
	}
	if _, err := os.Stat(filepath.Join(bundle, "bundle.json")); err != nil {
		return "", "", "", fmt.Errorf("the site bundle is missing; make it with npm run build: %w", err)
	}
	// A copy, so that nobody's work on the site changes it between two runs.
	if err := os.RemoveAll(site); err != nil {
		return "", "", "", err
	}
	if err := os.CopyFS(site, os.DirFS(bundle)); err != nil {
		return "", "", "", err
	}
	if withHugo {
		err = installHugo(dir, hugo)
	}
	return program, site, hugo, err
}

func installHugo(dir, program string) error {
	if _, err := os.Stat(program); err == nil {
		return nil
	}
	fmt.Fprintln(os.Stderr, "building Hugo", hugoVersion, "(once; some minutes)")
	env := []string{"CGO_ENABLED=0", "GOBIN=" + dir, "GOFLAGS="}
	if err := command(env, "go", "install", "github.com/gohugoio/hugo@"+hugoVersion); err != nil {
		return err
	}
	return os.Rename(filepath.Join(dir, "hugo"), program)
}

func command(env []string, name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s %v: %w", name, args, err)
	}
	return nil
}
