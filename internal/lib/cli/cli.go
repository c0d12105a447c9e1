// Package cli has the common parts of the programs: exit statuses, versions, and errors of the command line.
package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"storefront/internal/lib/misuse"
)

// Exit statuses of every program.
const (
	OK     = 0
	Failed = 1 // the command could not be carried out, or a check failed
	Misuse = 2 // the command line or the settings cannot be understood

	Interrupted = 128 + int(syscall.SIGINT) // as shells report it
)

// Context returns a context that ends with the first interrupt; the second one ends the program at once.
func Context() (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// Usage marks an error as one of the command line or of the settings.
func Usage(err error) error { return misuse.Wrap(err) }

// Usagef returns a formatted error of the command line or of the settings.
func Usagef(format string, args ...any) error { return Usage(fmt.Errorf(format, args...)) }

// Execute runs the command that the arguments of root name. Errors before its RunE is called are errors of usage: cobra
// then has found an unknown command, a wrong argument or flag, or a required flag that is missing.
func Execute(ctx context.Context, root *cobra.Command) error {
	started := false
	onRun(root, func() { started = true })
	err := root.ExecuteContext(ctx)
	if err != nil && !started {
		return Usage(err)
	}
	return err
}

// onRun calls f before the RunE of a command and of the commands below it.
func onRun(c *cobra.Command, f func()) {
	if run := c.RunE; run != nil {
		c.RunE = func(c *cobra.Command, args []string) error {
			f()
			return run(c, args)
		}
	}
	for _, child := range c.Commands() {
		onRun(child, f)
	}
}

// Status returns the exit status for the result of a command.
func Status(err error) int {
	if err == nil {
		return OK
	}
	if _, ok := errors.AsType[misuse.Error](err); ok {
		return Misuse
	}
	if errors.Is(err, context.Canceled) {
		return Interrupted
	}
	return Failed
}
