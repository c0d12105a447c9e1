package main

import (
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"storefront/internal/lib/cli"
)

// checkWorkingFolder returns an error for a command that is run below the root folder: its flags name folders of the
// root, which do not exist here.
func checkWorkingFolder(cmd *cobra.Command, _ []string) error {
	for _, name := range []string{"content", "destination"} {
		f := cmd.Flags().Lookup(name)
		if f == nil || f.Changed {
			continue
		}
		if _, err := os.Stat("content"); err == nil {
			continue
		}
		if _, err := os.Stat(f.Value.String()); err == nil {
			continue
		}
		if root := findParentRoot(); root != "" {
			return cli.Usagef("there is no folder %s here; the storefronts are in %s: run generate there", f.Value,
				root)
		}
	}
	return nil
}

// findParentRoot returns the nearest parent folder that has content of storefronts, or an empty string.
func findParentRoot() string {
	here, err := os.Getwd()
	if err != nil {
		return ""
	}
	for folder := filepath.Dir(here); ; folder = filepath.Dir(folder) {
		if info, err := os.Stat(filepath.Join(folder, "content", "deployments")); err == nil && info.IsDir() {
			return folder
		}
		if folder == filepath.Dir(folder) {
			return ""
		}
	}
}
