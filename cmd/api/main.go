// Command api serves the storefronts and what their pages ask for.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	_ "time/tzdata" // start times are local to their cities, wherever this runs
)

// Exit statuses.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

func main() { os.Exit(status()) }

func status() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// A second signal ends the program at once.
	context.AfterFunc(ctx, stop)
	err := run(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr)
	if err == nil {
		return exitOK
	}
	fmt.Fprintln(os.Stderr, "api:", err)
	if _, ok := errors.AsType[usageError](err); ok {
		fmt.Fprintln(os.Stderr, "Run api --help for what it takes.")
		return exitUsage
	}
	return exitFailed
}

// usageError is a command that cannot be understood.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// run carries out a command until it is done or ctx ends. env is like os.Environ.
func run(ctx context.Context, args, env []string, stdout, stderr io.Writer) error {
	understood := false
	root := &cobra.Command{
		Use:               "api",
		Short:             "Serve the storefronts and what their pages ask for",
		SilenceUsage:      true,
		SilenceErrors:     true,
		PersistentPreRun:  func(*cobra.Command, []string) { understood = true },
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},
	}
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	known := lookup(env)
	root.AddCommand(
		serveCommand(known, stderr),
		bookingsCommand(&operator{env: known, stderr: stderr}),
		promosCommand(&operator{env: known, stderr: stderr}),
		versionCommand(),
	)
	err := root.ExecuteContext(ctx)
	if err != nil && !understood {
		return usageError{err}
	}
	return err
}

// lookup gives variables of an environment; the last of two with one name counts.
func lookup(env []string) func(name, otherwise string) string {
	return func(name, otherwise string) string {
		value := otherwise
		for _, entry := range env {
			if key, v, _ := strings.Cut(entry, "="); key == name && v != "" {
				value = v
			}
		}
		return value
	}
}
