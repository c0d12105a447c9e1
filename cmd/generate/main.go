// Command generate turns content/ into the storefronts' pages. Editors run it; docs/content.md describes what they
// write.
package main

import (
	"context"
	"io"
	"os"
	_ "time/tzdata" // time zones of cities and blogs are known wherever this runs

	"storefront/internal/lib/cli"

	"github.com/spf13/cobra"
)

func main() {
	configureGC()
	os.Exit(exitStatus())
}

func exitStatus() int {
	ctx, stop := cli.Context()
	defer stop()
	return run(ctx, os.Args[1:], os.Stdout, os.Stderr)
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	root := &cobra.Command{
		Use:           "generate",
		Short:         "Turn content into the storefronts' pages",
		Version:       cli.CurrentVersion().String(),
		SilenceUsage:  true,
		SilenceErrors: true,

		PersistentPreRunE: checkWorkingFolder,
	}
	root.SetFlagErrorFunc(cli.ExplainFlagError)
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	p := &printer{out: stdout, err: stderr}
	root.PersistentFlags().BoolVar(&p.json, "json", false, "print data as JSON on stdout")
	root.AddCommand(
		buildCommand(p),
		initCommand(p),
		newCommand(p),
		importCommand(p),
		exportCommand(p),
		previewCommand(p),
		listCommand(p),
		checkCommand(p),
		doctorCommand(p),
		configCommand(p),
		serverCommand(p),
		deployCommand(p),
		diffCommand(p),
		rollbackCommand(p),
		schemaCommand(p),
		cmsCommand(p),
	)
	root.AddCommand(documentTopics()...)
	configureCompletion(root)
	configureHelp(root)
	err := cli.Execute(ctx, root)
	if err != nil {
		p.printError(err)
	}
	return cli.Status(err)
}

// configureHelp makes "help X" fail as "X" does, if X is no command.
func configureHelp(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	help, _, err := root.Find([]string{"help"})
	if err != nil {
		panic(err) // cobra has just made it
	}
	help.Args = func(_ *cobra.Command, args []string) error {
		_, _, err := root.Find(args)
		return err
	}
}
