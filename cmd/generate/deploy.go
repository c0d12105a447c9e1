package main

import (
	"errors"

	"github.com/spf13/cobra"

	"storefront/internal/build/deploy"
	"storefront/internal/build/release"
	"storefront/internal/lib/cli"
)

func deployCommand(p *printer) *cobra.Command {
	o := deploy.Options{}
	var destination, targets, deployment string
	cmd := &cobra.Command{
		Use:   "deploy <target>",
		Short: "Upload the live builds to a directory, S3, GCS or Azure",
		Long: "Deploy uploads the changed files of each deployment's live build to a static host. The target is a " +
			"name\n" +
			"in deploy.yaml, a path, or an address: s3://bucket?region=eu-central-1&prefix=shop/, gs://bucket,\n" +
			"azblob://container, file:///srv/www. {deployment} in it is replaced by each deployment's id. After an\n" +
			"interruption, the next deploy continues where the last one stopped.",
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.Workers < 1 {
				return cli.Usagef("--workers %d: it is a number of uploads at once, 1 or more", o.Workers)
			}
			if o.MaxDeletes < -1 {
				return cli.Usagef("--max-deletes %d: it is a number of files, -1 for any", o.MaxDeletes)
			}
			o.Builds = release.Folder(destination)
			var err error
			if o.Target, err = deploy.Find(args[0], targets); err != nil {
				return err
			}
			known, err := o.Builds.DeploymentIDs()
			if err != nil {
				return err
			}
			deployments, err := o.Target.SelectDeployments(known, deployment)
			if err != nil {
				return err
			}
			bar := p.startProgress()
			defer bar.end()
			reports := []*deploy.Report{}
			var failures []error
			for _, o.Deployment = range deployments {
				o.Progress = func(done, all int) { bar.set("files of "+o.Deployment, done, all) }
				r, err := deploy.Deploy(cmd.Context(), o)
				if err != nil {
					failures = append(failures, err)
				} else {
					reports = append(reports, r)
				}
				if cmd.Context().Err() != nil || cli.Status(err) == cli.Misuse {
					break
				}
			}
			bar.end()
			return errors.Join(append(failures, p.printDeployReports(reports))...)
		},
	}
	f := cmd.Flags()
	destinationFlag(cmd, &destination)
	f.StringVar(&targets, "targets", "deploy.yaml", "the file that names targets")
	f.StringVar(&deployment, "deployment", "", "deploy this deployment only")
	completeBuilt(cmd, "deployment", &destination)
	f.IntVar(&o.MaxDeletes, "max-deletes", deploy.DefaultMaxDeletes,
		"do nothing if more files than this would be deleted; -1 for any number")
	f.IntVar(&o.Workers, "workers", deploy.DefaultWorkers, "the number of concurrent uploads")
	f.BoolVar(&o.Force, "force", false, "upload every file, even if the target has it already")
	f.BoolVar(&o.DryRun, "dry-run", false, "only list the files that would be uploaded and deleted")
	return cmd
}

func (p *printer) printDeployReports(reports []*deploy.Report) error {
	if p.json {
		return p.printJSON(map[string]any{"deployments": reports})
	}
	w := newPlannedActions()
	for _, r := range reports {
		if r.DryRun {
			w.add(r.Deployment, "upload", r.Uploaded)
			w.add(r.Deployment, "delete", r.Deleted)
		}
	}
	if err := p.printActions(w); err != nil {
		return err
	}
	asking := false
	for _, r := range reports {
		asking = asking || r.NeedsAPI
		what, deleted := "uploaded", "deleted"
		if r.DryRun {
			what, deleted = "to upload", "to delete"
		}
		p.messagef("%s: build %s at %s: %s %s, %d there already, %d %s", p.colour(bold, r.Deployment), r.Build,
			r.Target, count(len(r.Uploaded), "file"), what, r.Unchanged, len(r.Deleted), deleted)
		if r.Kept > 0 {
			p.messagef("%s of the previous build stay for visitors who have its pages open; the next deploy deletes "+
				"them.", count(r.Kept, "file"))
		}
	}
	if asking {
		p.messagef("Pages request pictures from /_ipx of their host, which the API answers. Without an API there, " +
			"visitors " +
			"see no pictures: build with --images first.")
	}
	return nil
}
