// Command generate turns content/ into the storefronts' pages. Editors run it; docs/content.md tells what they write.
package main

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// Exit statuses: 1 for mistakes in content, 2 for a command that cannot be understood or carried out.
const (
	exitContent = 1
	exitUsage   = 2
)

func main() {
	debug.SetGCPercent(200) // a build is short, and what it keeps is small beside what it makes
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

func run(args []string, stdout, stderr io.Writer) int {
	root := &cobra.Command{
		Use:           "generate",
		Short:         "Turn content into the storefronts' pages",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	p := &printer{out: stdout, err: stderr}
	root.AddCommand(buildCommand(p), checkCommand(p))
	if err := root.Execute(); err != nil {
		return p.failure(err)
	}
	return 0
}

// usage is an error of the command line rather than of content.
func usage(format string, args ...any) error { return fmt.Errorf(format, args...) }
