package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"storefront/internal/build/engine"
	"storefront/internal/build/release"
	"storefront/internal/lib/cli"
	"storefront/internal/lib/termtable"
)

func rollbackCommand(p *printer) *cobra.Command {
	var destination, deployment string
	var all bool
	cmd := &cobra.Command{
		Use:   "rollback [build]",
		Short: "Make an earlier build live again, or list the earlier builds",
		Long: "Rollback makes an earlier build of a deployment live again, atomically. Without a build it lists the\n" +
			"builds that can be restored. With --all it undoes the last publication in all deployments that it\n" +
			"changed. Content stays as it is, so the next build publishes it again.",
		Example: "  generate rollback\n  generate rollback previous --all\n" +
			"  generate rollback 942b08 --deployment wayfare",
		Args: arguments(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				past, err := release.Folder(destination).FormerBuilds(deployment)
				if err != nil {
					return err
				}
				return p.printFormer(past)
			}
			if all {
				if err := checkAllFlag(args, deployment, release.Previous); err != nil {
					return err
				}
				reports, err := engine.RollbackAll(cmd.Context(), release.Folder(destination))
				if err != nil {
					return err
				}
				return p.printRollback(map[string]any{"deployments": reports}, reports...)
			}
			r, err := engine.Rollback(cmd.Context(), release.Folder(destination), deployment, args[0])
			if err != nil {
				return err
			}
			return p.printRollback(r, r)
		},
	}
	f := cmd.Flags()
	destinationFlag(cmd, &destination)
	f.StringVar(&deployment, "deployment", "", "the deployment of the build")
	f.BoolVar(&all, "all", false, "undo the last publication in all deployments that it changed")
	completeBuilt(cmd, "deployment", &destination)
	return cmd
}

// checkAllFlag reports arguments and flags that --all does not accept.
func checkAllFlag(args []string, deployment string, words ...string) error {
	switch {
	case deployment != "":
		return cli.Usagef("--all and --deployment exclude each other")
	case !slices.Equal(args, words):
		return cli.Usagef("--all takes %s only: the id of a build belongs to one deployment", strings.Join(words, " "))
	}
	return nil
}

// printFormer lists the builds that can be restored.
func (p *printer) printFormer(all []release.FormerBuild) error {
	if p.json {
		return p.printJSON(map[string]any{"builds": all})
	}
	if len(all) == 0 {
		p.messagef("There is no build to restore: only one was published so far, or none is kept (build --history).")
		return nil
	}
	t := termtable.New("DEPLOYMENT BUILD PUBLISHED PAGES KEPT>")
	for _, b := range all {
		var pages []string
		for _, language := range slices.Sorted(maps.Keys(b.Pages)) {
			pages = append(pages, fmt.Sprintf("%s %d", language, b.Pages[language]))
		}
		with := ""
		if len(b.Includes) > 0 {
			with = " with " + strings.Join(b.Includes, " and ")
		}
		t.Add(b.Deployment, b.ID, b.PublishedAt.Local().Format(time.DateTime), strings.Join(pages, ", ")+with,
			count(b.KeptFiles, "file"))
	}
	return t.Print(p.out)
}

// printRollback prints what a rollback did; data is the same as JSON.
func (p *printer) printRollback(data any, all ...*release.RollbackReport) error {
	if p.json {
		return p.printJSON(data)
	}
	for _, r := range all {
		p.messagef("%s: build %s is live again in place of %s: %s changed, %d removed", p.colour(bold, r.Deployment),
			r.Build, r.Before, count(r.Changed, "file"), r.Removed)
	}
	p.messagef("Content has not changed: the next build publishes it again. Run generate deploy to update deployed " +
		"sites.")
	return nil
}
