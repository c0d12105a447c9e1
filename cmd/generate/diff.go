package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"storefront/internal/build/deploy"
	"storefront/internal/build/release"
	"storefront/internal/lib/termtable"
)

func diffCommand(p *printer) *cobra.Command {
	var destination, deployment string
	var all bool
	cmd := &cobra.Command{
		Use:   "diff <build> <build>",
		Short: "List what changed between two builds of a deployment",
		Long: "Diff lists the pages that the second build added, removed and changed, by the builds' lists of " +
			"files. A\n" +
			"build is named by its id or the beginning of it, by latest or previous, or by a target such as\n" +
			"s3://bucket or ./out, for the build that is deployed there. The values that changed on a page are " +
			"listed\n" +
			"while the files of both builds are kept. With --all it lists the changes of the last publication in " +
			"every\n" +
			"deployment.",
		Example: "  generate diff previous latest --all\n  generate diff 942b08 latest",
		Args:    arguments(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if all {
				if err := checkAllFlag(args, deployment, release.Previous, release.Latest); err != nil {
					return err
				}
				return p.printLastPublication(release.Folder(destination))
			}
			pair, err := findBuilds(cmd.Context(), release.Folder(destination), args, deployment)
			if err != nil {
				return err
			}
			d, err := release.Diff(release.Folder(destination), pair[0], pair[1])
			if err != nil {
				return err
			}
			return p.printDiff(d)
		},
	}
	f := cmd.Flags()
	destinationFlag(cmd, &destination)
	f.StringVar(&deployment, "deployment", "", "the deployment whose builds are compared")
	f.BoolVar(&all, "all", false, "list the changes of the last publication in all deployments")
	completeBuilt(cmd, "deployment", &destination)
	return cmd
}

// printLastPublication prints the changes of the last publication in each deployment.
func (p *printer) printLastPublication(folder release.Folder) error {
	replaced, err := folder.Replaced()
	if err != nil {
		return err
	}
	all := []release.Difference{}
	for _, deployment := range slices.Sorted(maps.Keys(replaced)) {
		var sides [2]release.Side
		for i, word := range []string{replaced[deployment], release.Latest} {
			b, err := folder.Find(word, deployment)
			if err != nil {
				return err
			}
			if sides[i], err = folder.ReadSide(b); err != nil {
				return err
			}
		}
		d, err := release.Diff(folder, sides[0], sides[1])
		if err != nil {
			return err
		}
		all = append(all, d)
	}
	if p.json {
		return p.printJSON(map[string]any{"deployments": all})
	}
	if len(all) == 0 {
		p.messagef("The last publication has replaced no build.")
	}
	for _, d := range all {
		if err := p.printDiff(d); err != nil {
			return err
		}
	}
	return nil
}

// findBuilds returns the two builds. If one is named by its id, its deployment also selects latest and previous.
func findBuilds(ctx context.Context, folder release.Folder, words []string, deployment string) ([2]release.Side,
	error) {
	var found [2]release.Side
	order := []int{0, 1}
	if words[0] == release.Latest || words[0] == release.Previous || deploy.IsAddressOrPath(words[0]) {
		slices.Reverse(order)
	}
	for _, i := range order {
		if deploy.IsAddressOrPath(words[i]) {
			name, err := folder.ResolveDeployment(deployment)
			if err != nil {
				return found, err
			}
			id, files, err := deploy.ReadDeployed(ctx, deploy.Target{Name: words[i], Address: words[i]}, name)
			if err != nil {
				return found, err
			}
			found[i] = release.Side{Build: release.Build{ID: id, Deployment: name}, Files: files}
			continue
		}
		b, err := folder.Find(words[i], deployment)
		if err != nil {
			return found, err
		}
		if found[i], err = folder.ReadSide(b); err != nil {
			return found, err
		}
		deployment = b.Deployment
	}
	return found, nil
}

// printDiff prints the difference of two builds: a table of pages and the numbers of changes.
func (p *printer) printDiff(d release.Difference) error {
	if p.json {
		return p.printJSON(d)
	}
	p.messagef("%s: build %s to %s", p.colour(bold, d.Deployment), d.Before, d.After)
	if len(d.Pages) > 0 {
		if err := pageTable(d.Pages).Print(p.out); err != nil {
			return err
		}
	}
	for _, language := range slices.Sorted(maps.Keys(d.Languages)) {
		n := d.Languages[language]
		p.messagef("Pages in %s: %d added, %d removed, %d changed, %d the same", language, n.Added, n.Removed,
			n.Changed,
			n.Same)
	}
	p.messagef("Other files: %d added, %d removed, %d changed; %+d bytes in all", d.Files.Added, d.Files.Removed,
		d.Files.Changed, d.Bytes)
	return nil
}

// pageTable has a row for each page, with the first value that changed and the number of others; --json lists them.
func pageTable(pages []release.PageChange) *termtable.Table {
	t := termtable.New("CHANGE LANGUAGE BYTES> PAGE WHAT BEFORE AFTER")
	for _, page := range pages {
		var first release.FieldChange
		if len(page.Fields) > 0 {
			first = page.Fields[0]
		}
		if more := len(page.Fields) - 1 + page.More; more > 0 {
			first.Field += " and " + count(more, "field") + " more"
		}
		t.Add(page.Change, page.Language, fmt.Sprintf("%+d", page.After-page.Before), page.Path,
			cmp.Or(first.Field, "-"), cmp.Or(first.Before, "-"), cmp.Or(first.After, "-"))
	}
	return t
}
