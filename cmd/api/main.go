// Command api serves the storefronts and the API that their pages call.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"storefront/internal/lib/cli"

	"github.com/spf13/cobra"

	_ "time/tzdata" // start times are local to their cities, wherever this runs
)

func main() { os.Exit(status()) }

func status() int {
	ctx, stop := cli.Context()
	defer stop()
	err := run(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr)
	if err != nil {
		fmt.Fprintln(os.Stderr, "api:", err)
	}
	code := cli.Status(err)
	if code == cli.Misuse {
		command, _, _ := commands(nil, io.Discard).Find(os.Args[1:]) // the last one that exists
		fmt.Fprintf(os.Stderr, "Run %s --help to see what it accepts.\n", command.CommandPath())
	}
	return code
}

// run runs a command until it ends or ctx does. env has os.Environ's format.
func run(ctx context.Context, args, env []string, stdout, stderr io.Writer) error {
	root := commands(env, stderr)
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	return cli.Execute(ctx, root)
}

// commands returns the tree of all commands.
func commands(env []string, stderr io.Writer) *cobra.Command {
	root := &cobra.Command{
		Use:               "api",
		Short:             "Serve the storefronts with their API, and operate them",
		SilenceUsage:      true,
		SilenceErrors:     true,
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},
	}
	root.SetFlagErrorFunc(cli.ExplainFlagError)
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages", ".FlagUsagesWrapped 120"))
	own := func() *operator { return &operator{environ: env, stderr: stderr} }
	root.AddCommand(
		serveCommand(env, stderr),
		migrateCommand(own()),
		backupCommand(own()),
		ordersCommand(own()),
		refundsCommand(own()),
		bookingsCommand(own()),
		departuresCommand(own()),
		waitingCommand(own()),
		suppliersCommand(own()),
		promosCommand(own()),
		resellersCommand(own()),
		negotiationsCommand(own()),
		reviewsCommand(own()),
		messagesCommand(own()),
		usersCommand(own()),
		jobsCommand(own()),
		mailCommand(own()),
		ticketsCommand(own()),
		configCommand(own()),
		versionCommand(own()),
	)
	return root
}
