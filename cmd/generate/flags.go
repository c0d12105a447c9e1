package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"storefront/internal/build/engine"
	"storefront/internal/build/pages"
	"storefront/internal/build/sitebundle"
	"storefront/internal/lib/cli"
	"storefront/internal/lib/suggest"
)

func folderFlags(cmd *cobra.Command, o *engine.Options) {
	f := cmd.Flags()
	contentFlags(cmd, &o.Content, &o.ReviewsFile)
	destinationFlag(cmd, &o.Builds)
	f.StringVar(&o.Site, "site", recordedSite(), "the site bundle: the one that generate.yaml records, or that of "+
		"npm run build")
}

// recordedSite returns the site bundle that is used if no flag names one.
func recordedSite() string {
	if r, err := sitebundle.ReadRecord("."); err == nil {
		return r.Path()
	}
	return filepath.Join("site", "dist")
}

// verifySite has a command compare the recorded site bundle with its sum before it runs, unless a flag names another.
func verifySite(cmd *cobra.Command) {
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if !cmd.Flags().Changed("site") {
			r, err := sitebundle.ReadRecord(".")
			if err == nil {
				err = r.Verify(".")
			}
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
		return run(cmd, args)
	}
}

func destinationFlag(cmd *cobra.Command, builds *string) {
	cmd.Flags().StringVarP(builds, "destination", "d", "builds", "the folder of builds")
	_ = cmd.MarkFlagDirname("destination")
}

// asOf returns the day of a build: today, or that of SOURCE_DATE_EPOCH, so that a build can be repeated.
func asOf() (time.Time, error) {
	epoch := os.Getenv("SOURCE_DATE_EPOCH")
	if epoch == "" {
		return time.Now(), nil
	}
	seconds, err := strconv.ParseInt(epoch, 10, 64)
	last := time.Date(9999, time.December, 31, 0, 0, 0, 0, time.UTC)
	if err != nil || seconds < 0 || seconds > last.Unix() {
		return time.Time{}, cli.Usagef("SOURCE_DATE_EPOCH is %q; it is a number of seconds since 1970, up to the "+
			"year 9999", epoch)
	}
	return time.Unix(seconds, 0), nil
}

// arguments accepts a number of arguments; its error shows the usage of the command.
func arguments(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch n := len(args); {
		case n >= least && n <= most:
			return nil
		case most == 0:
			return cli.Usagef("%s takes flags only, and %q is not a flag", cmd.CommandPath(), args[0])
		case n > most:
			return cli.Usagef("%q is one argument too many: %s", args[most], cmd.UseLine())
		case n == 0:
			return cli.Usagef("%s needs an argument: %s", cmd.CommandPath(), cmd.UseLine())
		default:
			return cli.Usagef("an argument is missing after %q: %s", args[n-1], cmd.UseLine())
		}
	}
}

// oneOf accepts one argument of a list, and suggests one for a misspelt argument.
func oneOf(command string, names []string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) > 0 && !slices.Contains(names, args[0]) {
			return cli.Usagef("%q is not one of %s%s", args[0], strings.Join(names, ", "),
				suggest.DidYouMean(args[0], names))
		}
		if len(args) != 1 {
			return cli.Usagef("generate %s takes one of %s", command, strings.Join(names, ", "))
		}
		return nil
	}
}

func contentFlags(cmd *cobra.Command, content, reviews *string) {
	cmd.Flags().StringVar(content, "content", "content", "the folder of content")
	cmd.Flags().StringVar(reviews, "reviews", "", "the file of api reviews export (default reviews.jsonl in the "+
		"folder of content, if it exists)")
}

// includeValue is a flag that includes content unpublished for one reason. The reasons stay in order, however flags are
// given.
type includeValue struct {
	options *engine.Options
	reason  pages.Unpublished
}

func (s *includeValue) String() string {
	return strconv.FormatBool(s.options != nil && slices.Contains(s.options.Include, s.reason))
}

func (s *includeValue) Type() string { return "bool" }

// IsBoolFlag reports that the flag needs no value.
func (s *includeValue) IsBoolFlag() bool { return true }

// Set parses a value as strconv.ParseBool does.
func (s *includeValue) Set(text string) error {
	on, err := strconv.ParseBool(text)
	if err != nil {
		return err
	}
	s.options.Include = slices.DeleteFunc(s.options.Include, func(w pages.Unpublished) bool { return w == s.reason })
	if on {
		s.options.Include = append(s.options.Include, s.reason)
		slices.Sort(s.options.Include)
	}
	return nil
}
