package main

import (
	"cmp"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"storefront/internal/build/engine"
	"storefront/internal/lib/termtable"
	"storefront/internal/picture/vips"
)

// environmentVariables are the variables that generate reads beside SOURCE_DATE_EPOCH, with the names of their
// settings.
var environmentVariables = []struct{ name, setting string }{
	{"NO_COLOR", "no-color"},
	{"CI", "ci"},
	{"TERM", "terminal"},
	{vips.LibraryVariable, "vips-library"},
	{tokenVariable, "octo-token"},
}

// settingRow is a setting in the output of config.
type settingRow struct {
	Name        string `json:"name"`
	Environment string `json:"environment"` // the variable; empty for what is only a flag
	Value       string `json:"value"`
	Set         bool   `json:"set"`
	From        string `json:"from"` // flag, environment or default
}

func configCommand(p *printer) *cobra.Command {
	var o engine.Options
	cmd := &cobra.Command{
		Use:   "config",
		Short: "List the settings with their sources",
		Long: "Config lists the settings of the other commands with their sources: a flag, which has precedence, " +
			"the\n" +
			"environment, or the default. It accepts the flags below, to show their effect. An invalid setting is\n" +
			"reported with status 2.",
		Example: "  generate config\n  SOURCE_DATE_EPOCH=1795132800 generate config --drafts --json",
		Args:    arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			day, err := asOf()
			if err != nil {
				return err
			}
			return p.printSettings(settingRows(cmd.LocalNonPersistentFlags(), day))
		},
	}
	folderFlags(cmd, &o)
	includeFlags(cmd, &o)
	addressFlags(cmd, new(listenAddress))
	cmd.Flags().StringVar(&o.Deployment, "deployment", "", "build this deployment only")
	cmd.Flags().BoolVar(&o.Minify, "minify", false, "remove superfluous characters from HTML and XML")
	cmd.Flags().Bool("images", false, "write the pictures in the sizes that pages request")
	completeDeployments(cmd, "deployment", &o.Content)
	return cmd
}

func settingRows(flags *pflag.FlagSet, day time.Time) (rows []settingRow) {
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Name == "help" {
			return
		}
		row := settingRow{Name: f.Name, Value: f.Value.String(), Set: f.Value.String() != "", From: "default"}
		if f.Changed {
			row.From = "flag"
		}
		rows = append(rows, row)
	})
	built := settingRow{Name: "day", Environment: "SOURCE_DATE_EPOCH", Value: day.UTC().Format(time.DateOnly),
		Set: true, From: "default"}
	if os.Getenv("SOURCE_DATE_EPOCH") != "" {
		built.From = "environment"
	}
	rows = append(rows, built)
	for _, e := range environmentVariables {
		row := settingRow{Name: e.setting, Environment: e.name, Value: os.Getenv(e.name), From: "default"}
		if row.Value != "" {
			row.Set, row.From = true, "environment"
			if e.name == tokenVariable {
				row.Value = "set" // a secret
			}
		}
		rows = append(rows, row)
	}
	return rows
}

func (p *printer) printSettings(rows []settingRow) error {
	if p.json {
		return p.printJSON(rows)
	}
	t := termtable.New("SETTING ENVIRONMENT VALUE FROM")
	for _, r := range rows {
		t.Add(r.Name, cmp.Or(r.Environment, "-"), cmp.Or(r.Value, "not set"), r.From)
	}
	return t.Print(p.out)
}
