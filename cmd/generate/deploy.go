package main

import (
	"github.com/spf13/cobra"

	"storefront/internal/build/deploy"
	"storefront/internal/build/release"
)

func deployCommand(p *printer) *cobra.Command {
	o := deploy.Options{}
	var destination, targets, deployment string
	cmd := &cobra.Command{
		Use:   "deploy <target>",
		Short: "Put the live builds to a directory, S3, GCS or Azure",
		Long: "Deploy puts what has changed of each deployment's live build to where a static host reads it. The " +
			"target is a name in\n" +
			"deploy.yaml, a path, or an address: s3://bucket?region=eu-central-1&prefix=shop/, gs://bucket, " +
			"azblob://container,\n" +
			"file:///srv/www. {deployment} in it stands for each deployment's id. A deploy that was interrupted " +
			"goes on where it stopped.",
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Builds = release.Folder(destination)
			var err error
			if o.Target, err = deploy.Find(args[0], targets); err != nil {
				return err
			}
			known, err := o.Builds.Deployments()
			if err != nil {
				return err
			}
			these, err := o.Target.Holds(known, deployment)
			if err != nil {
				return err
			}
			bar := p.progress()
			defer bar.end()
			reports := []*deploy.Report{}
			for _, o.Deployment = range these {
				o.Progress = func(done, all int) { bar.set("files of "+o.Deployment, done, all) }
				r, err := deploy.Deploy(cmd.Context(), o)
				if err != nil {
					return err
				}
				reports = append(reports, r)
			}
			bar.end()
			return p.deployed(reports)
		},
	}
	f := cmd.Flags()
	destinationFlag(cmd, &destination)
	f.StringVar(&targets, "targets", "deploy.yaml", "the file that names targets")
	f.StringVar(&deployment, "deployment", "", "deploy this deployment only")
	completeBuilt(cmd, "deployment", &destination)
	f.IntVar(&o.MaxDeletes, "max-deletes", deploy.DefaultMaxDeletes,
		"do nothing if more files than this would be deleted; -1 for any number")
	f.IntVar(&o.Workers, "workers", deploy.DefaultWorkers, "how many files are put at once")
	f.BoolVar(&o.Force, "force", false, "put every file, whatever is there")
	f.BoolVar(&o.DryRun, "dry-run", false, "only print what would be done")
	return cmd
}

func (p *printer) deployed(reports []*deploy.Report) error {
	if p.json {
		return p.data(map[string]any{"deployments": reports})
	}
	w := newWould()
	for _, r := range reports {
		if r.DryRun {
			w.add(r.Deployment, "put", r.Put)
			w.add(r.Deployment, "delete", r.Deleted)
		}
	}
	if err := p.would(w); err != nil {
		return err
	}
	asking := false
	for _, r := range reports {
		asking = asking || r.AsksAPI
		what, deleted := "put", "deleted"
		if r.DryRun {
			what, deleted = "to put", "to delete"
		}
		p.say("%s: build %s at %s: %s %s, %d there already, %d %s", p.paint(bold, r.Deployment), r.Build, r.Target,
			count(len(r.Put), "file"), what, r.Same, len(r.Deleted), deleted)
		if r.Kept > 0 {
			p.say("%s that only the build before has stay for visitors who have it open; the next deploy deletes them.",
				count(r.Kept, "file"))
		}
	}
	if asking {
		p.say("Pages ask /_ipx of their host for pictures, which the API answers. Where none answers, visitors see " +
			"no pictures: build with --images before.")
	}
	return nil
}
