package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"storefront/internal/lib/cli"
)

func versionCommand(o *operator) *cobra.Command {
	c := &cobra.Command{
		Use: "version", Short: "Print the program's version and commit", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			v := cli.CurrentVersion()
			if o.json {
				return printJSON(c.OutOrStdout(), v)
			}
			_, err := fmt.Fprintf(c.OutOrStdout(), "storefront api %s\n", v)
			return err
		},
	}
	o.jsonFlag(c)
	return c
}
