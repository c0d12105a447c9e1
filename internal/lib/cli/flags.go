package cli

import (
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"storefront/internal/lib/suggest"
)

var (
	unknownFlag  = regexp.MustCompile(`^unknown flag: --(\S+)$`)
	invalidValue = regexp.MustCompile(`^(invalid argument ".*" for ".*" flag): strconv\.`)
)

// ExplainFlagError adds the probable flag to an error about an unknown flag, and the expected kind to an error about a
// value. It is for SetFlagErrorFunc.
func ExplainFlagError(cmd *cobra.Command, err error) error {
	if match := invalidValue.FindStringSubmatch(err.Error()); match != nil {
		return Usagef("%s: a whole number is expected, or true or false for a switch", match[1])
	}
	match := unknownFlag.FindStringSubmatch(err.Error())
	if match == nil {
		return err
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	suggestion := strings.Replace(suggest.DidYouMean(match[1], names), `"`, `"--`, 1)
	return Usagef("%v for \"%s\"%s", err, cmd.CommandPath(), suggestion)
}
