package main

import (
	"strings"

	"github.com/spf13/cobra"

	"storefront/internal/build/engine"
	"storefront/internal/build/release"
)

// configureCompletion adds cobra's completion command, with a usage that lists the shells.
func configureCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	c, _, err := root.Find([]string{"completion"})
	if err != nil {
		panic(err) // cobra has just made it
	}
	shells := []string{"bash", "zsh", "fish", "powershell"}
	c.Use, c.Args = "completion "+strings.Join(shells, "|"), oneOf("completion", shells)
	c.RunE = func(*cobra.Command, []string) error { return nil } // not called: each shell has a command of its own
}

// completeDeployments has shells offer the ids of deployments for a flag.
func completeDeployments(cmd *cobra.Command, flag string, content *string) {
	complete(cmd, flag, func() []string { ids, _ := engine.CompletionValues(*content); return ids })
}

// completeLanguages has shells offer the languages of deployments for a flag.
func completeLanguages(cmd *cobra.Command, flag string, content *string) {
	complete(cmd, flag, func() []string { _, languages := engine.CompletionValues(*content); return languages })
}

// completeBuilt has shells offer the ids of deployments that have a build.
func completeBuilt(cmd *cobra.Command, flag string, destination *string) {
	complete(cmd, flag, func() []string { ids, _ := release.Folder(*destination).DeploymentIDs(); return ids })
}

func complete(cmd *cobra.Command, flag string, words func() []string) {
	err := cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string,
		cobra.ShellCompDirective) {
		return words(), cobra.ShellCompDirectiveNoFileComp
	})
	if err != nil {
		panic(err) // there is no such flag, which is a bug of this program
	}
}
