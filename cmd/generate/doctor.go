package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"storefront/internal/build/doctor"
	"storefront/internal/build/engine"
)

func doctorCommand(p *printer) *cobra.Command {
	var o engine.Options
	var listen listenAddress
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check the requirements of a build",
		Long: "Doctor checks content, the site bundle, Node, a rendering worker, the destination, libvips and the " +
			"port,\n" +
			"and prints a remedy for each requirement that is not met. Its status is 1 if no build is possible.",
		Example: "  generate doctor\n  generate doctor --json",
		Args:    arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := listen.validate(); err != nil {
				return err
			}
			found := doctor.Run(cmd.Context(), doctor.Options{
				Content: o.Content, Builds: o.Builds, Site: o.Site, Address: listen.String(),
			})
			return p.printFindings(found)
		},
	}
	folderFlags(cmd, &o)
	addressFlags(cmd, &listen)
	return cmd
}

func (p *printer) printFindings(all []doctor.Finding) error {
	failed := 0
	for _, f := range all {
		if f.State == doctor.Failed {
			failed++
		}
		if p.json {
			continue
		}
		fmt.Fprintf(p.out, "%-7s  %-16s  %s\n", f.State, f.Name, f.Found)
		if f.Remedy != "" {
			fmt.Fprintf(p.out, "%27s→ %s\n", "", f.Remedy)
		}
	}
	if p.json {
		if err := p.printJSON(all); err != nil {
			return err
		}
	}
	if failed > 0 {
		return summaryError(count(failed, "thing") + " a build needs missing or broken")
	}
	if !p.json {
		p.messagef("A build can be made.")
	}
	return nil
}
