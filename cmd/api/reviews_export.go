package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"storefront/internal/lib/termtable"
)

// exportRow is the result of an export to a file.
type exportRow struct {
	File    string `json:"file"`
	Reviews int    `json:"reviews"`
}

func (o *operator) reviewsExport() *cobra.Command {
	var out string
	c := &cobra.Command{
		Use: "export", Short: "Write the approved reviews for the next build of the site",
		Args: cobra.NoArgs,
		Long: "Export writes all approved reviews as JSON Lines, one a line, the oldest first by deployment and " +
			"product: for\n" +
			"generate build --reviews FILE, or as reviews.jsonl in the folder of content. With --json they " +
			"are one list.",
		Example: "  api reviews export --out content/reviews.jsonl\n  api reviews export --deployment wayfare > " +
			"wayfare.jsonl",
	}
	c.Flags().StringVar(&out, "out", "", "write to this `file`, whole or not at all, and print the number of reviews")
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, _ []string) error {
		all, err := b.reviews.Export(ctx, o.deployment)
		if err != nil {
			return err
		}
		if out == "" {
			if o.json {
				return printJSON(c.OutOrStdout(), all)
			}
			return writeLines(c.OutOrStdout(), all)
		}
		if err := replaceWithLines(out, all); err != nil {
			return err
		}
		return printRows(o, c.OutOrStdout(), []exportRow{{out, len(all)}}, "FILE REVIEWS>", func(r exportRow) []string {
			return []string{r.File, strconv.Itoa(r.Reviews)}
		})
	})
}

// writeLines writes JSON Lines.
func writeLines[T any](out io.Writer, all []T) error {
	for _, line := range all {
		if err := termtable.JSON(out, line, ""); err != nil {
			return err
		}
	}
	return nil
}

// replaceWithLines replaces a file atomically, because a build may be reading it.
func replaceWithLines[T any](path string, all []T) error {
	var lines bytes.Buffer
	if err := writeLines(&lines, all); err != nil {
		return err
	}
	next, err := os.CreateTemp(filepath.Dir(path), ".export-*")
	if err != nil {
		return err
	}
	defer os.Remove(next.Name()) //nolint:errcheck // fails if the file was renamed
	_, err = next.Write(lines.Bytes())
	if closeErr := next.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Chmod(next.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(next.Name(), path)
	}
	return err
}
