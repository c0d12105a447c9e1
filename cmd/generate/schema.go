package main

import (
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"storefront/internal/content/schema"
	"storefront/internal/content/source"
)

func schemaCommand(p *printer) *cobra.Command {
	var content string
	cmd := &cobra.Command{
		Use:   "schema [folder]",
		Short: "Write a JSON Schema of each kind of file, for editors' programs",
		Long: "Schema writes <kind>.json for each kind of file of content into a folder, by default docs/schema, " +
			"and\n" +
			"prints the settings by which VS Code's YAML support finds them.",
		Example: "  generate schema > .vscode/settings.json",
		Args:    arguments(0, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			folder := filepath.Join("docs", "schema")
			if len(args) > 0 {
				folder = args[0]
			}
			if err := os.MkdirAll(folder, 0o755); err != nil {
				return err
			}
			for _, k := range source.Kinds() {
				data, err := schema.ForKind(k).JSON()
				if err != nil {
					return err
				}
				if err := os.WriteFile(filepath.Join(folder, k.Name+".json"), data, 0o644); err != nil {
					return err
				}
			}
			settings, err := schema.Settings(filepath.ToSlash(folder), filepath.ToSlash(content))
			if err != nil {
				return err
			}
			p.messagef("%s in %s; stdout is for .vscode/settings.json.", count(len(source.Kinds()), "schema"), folder)
			_, err = p.out.Write(settings)
			return err
		},
	}
	cmd.Flags().StringVar(&content, "content", "content", "the folder of content")
	return cmd
}
