package main

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Tell what this program was built from",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), "storefront api", revision())
			return err
		},
	}
}

// revision is the commit of the build, marked where files had been changed; "development" where that is not known.
func revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "development"
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	commit := settings["vcs.revision"]
	if commit == "" {
		return "development (" + info.GoVersion + ")"
	}
	if settings["vcs.modified"] == "true" {
		commit += "+changed"
	}
	return commit + " (" + info.GoVersion + ")"
}
