// Command generate turns content/ into the storefronts' pages. Editors run it; docs/content.md tells what they write.
package main

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// Exit statuses: 1 where what was looked at is not in order, which mostly is content; 2 for a command that cannot be understood or carried out.
const (
	exitContent = 1
	exitUsage   = 2
)

func main() {
	debug.SetGCPercent(175) // a build is short, and what it keeps is small beside what it makes
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

func run(args []string, stdout, stderr io.Writer) int {
	root := &cobra.Command{
		Use:           "generate",
		Short:         "Turn content into the storefronts' pages",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetFlagErrorFunc(mistypedFlag)
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	p := &printer{out: stdout, err: stderr}
	root.PersistentFlags().BoolVar(&p.json, "json", false, "print data as JSON on stdout")
	root.AddCommand(
		buildCommand(p),
		newCommand(p),
		importCommand(p),
		previewCommand(p),
		listCommand(p),
		checkCommand(p),
		doctorCommand(p),
		configCommand(p),
		serverCommand(p),
		deployCommand(p),
		diffCommand(p),
		rollbackCommand(p),
	)
	completionCommand(root)
	helpCommand(root)
	if err := root.Execute(); err != nil {
		return p.failure(err)
	}
	return 0
}

// helpCommand has help about what is no command answered as that command would be.
func helpCommand(root *cobra.Command) {
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

// usage is an error of the command line rather than of content.
func usage(format string, args ...any) error { return fmt.Errorf(format, args...) }
