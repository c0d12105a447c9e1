package main

import (
	"cmp"

	"github.com/spf13/cobra"
)

func configCommand(o *operator) *cobra.Command {
	redact := true
	c := &cobra.Command{
		Use: "config", Short: "List the settings and where each comes from", Args: cobra.NoArgs,
		Long: "Config lists every setting with its value and source, by priority: a flag, the environment, a\n" +
			"credential of systemd, the settings file, or the default. If a server would miss or reject any of\n" +
			"them, config reports all of these and ends with status 2. Of secrets it only shows whether they are\n" +
			"set, unless --redact=false.",
		Example: "  api config\n  api config --config /etc/storefront.yaml --json\n  api config --redact=false",
		RunE: func(c *cobra.Command, _ []string) error {
			values, err := o.load(c.Flags(), o.environ, anySetting)
			if err != nil {
				return err
			}
			var rows []settingRow
			for i := range settings {
				rows = append(rows, settingRowOf(&settings[i], values[settings[i].name], redact))
			}
			return printRows(o, c.OutOrStdout(), rows, "SETTING ENVIRONMENT VALUE FROM", settingRow.cells)
		},
	}
	settingFlags(c.Flags(), anySetting)
	c.Flags().BoolVar(&redact, "redact", true, "show only whether secrets are set")
	o.jsonFlag(c)
	return c
}

// settingRow is a setting in the list. Value is empty if it is not set, and for a secret.
type settingRow struct {
	Name        string `json:"name"`
	Environment string `json:"environment"`
	Value       string `json:"value"`
	Set         bool   `json:"set"`
	Secret      bool   `json:"secret"`
	From        string `json:"from,omitempty"` // flag, environment, default, or the path of a file
	redacted    bool
}

func settingRowOf(s *setting, v configuredValue, redact bool) settingRow {
	row := settingRow{
		Name: s.name, Environment: s.envName(), Value: v.text, Set: v.text != "", Secret: s.secret, From: v.origin,
		redacted: s.secret && redact,
	}
	if row.redacted {
		row.Value = ""
	}
	return row
}

func (r settingRow) cells() []string {
	value := r.Value
	switch {
	case !r.Set:
		value = "not set"
	case r.redacted:
		value = "set"
	case r.Name == paymentSetting && r.From == defaultOrigin:
		value += ", at local hosts only"
	}
	return []string{r.Name, r.Environment, value, cmp.Or(r.From, "-")}
}
