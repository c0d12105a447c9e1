package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"storefront/internal/build/engine"
	"storefront/internal/content/importer/table"
	"storefront/internal/lib/cli"
)

var exportKinds = []string{"csv"}

func exportCommand(p *printer) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Write products as a table",
		Long: "Export writes content in a form for other tools. Products become a table that spreadsheets open and\n" +
			"that generate import csv reads back without a difference.",
		Args: oneOf("export", exportKinds),
		RunE: func(*cobra.Command, []string) error { return nil }, // not called: each kind has its own command
	}
	cmd.AddCommand(exportTableCommand(p))
	return cmd
}

func exportTableCommand(p *printer) *cobra.Command {
	var o table.Export
	cmd := &cobra.Command{
		Use: "csv [file]", Short: "Write products as a table", Args: arguments(0, 1),
		Long: "Csv writes all products, or those of a deployment, as a table: into a file, or to stdout.\n" +
			"Reviews are no part of it. generate help importing describes its columns.",
		RunE: func(cmd *cobra.Command, args []string) error {
			if p.json && len(args) == 0 {
				return cli.Usagef("with --json the table needs a file: %s", cmd.UseLine())
			}
			var sheet bytes.Buffer
			n, err := table.WriteExport(&sheet, o)
			if invalid, ok := errors.AsType[*table.InvalidContentError](err); ok {
				return withConsequence(&engine.InvalidContentError{Diagnostics: invalid.Diagnostics}, nothingWritten)
			}
			if err != nil {
				return err
			}
			if len(args) == 0 {
				if _, err := p.out.Write(sheet.Bytes()); err != nil {
					return err
				}
			} else if err := writeFileAtomically(args[0], sheet.Bytes()); err != nil {
				return err
			}
			switch {
			case p.json:
				return p.printJSON(exportedTable{args[0], n})
			case len(args) > 0:
				if err := p.printNames(args); err != nil {
					return err
				}
			}
			p.messagef("%s written", count(n, "product"))
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.Content, "content", "content", "the folder of content")
	f.StringVar(&o.Deployment, "deployment", "", "the deployment whose products to write (default all products)")
	completeDeployments(cmd, "deployment", &o.Content)
	f.BoolVar(&o.Excel, "excel", false, "write UTF-16 with tabs, which Excel opens the same way in each country")
	return cmd
}

// exportedTable is the output of an export into a file.
type exportedTable struct {
	File     string `json:"file"`
	Products int    `json:"products"`
}

// writeFileAtomically writes a temporary file and renames it to path.
func writeFileAtomically(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(f.Name()) }()
	if _, err = f.Write(data); err == nil {
		err = f.Chmod(0o644)
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
