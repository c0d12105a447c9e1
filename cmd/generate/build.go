package main

import (
	"context"

	"github.com/spf13/cobra"

	"storefront/internal/build/engine"
	"storefront/internal/build/pages"
	"storefront/internal/build/release"
	"storefront/internal/lib/batch"
	"storefront/internal/lib/cli"
	"storefront/internal/picture"
	"storefront/internal/picture/vips"
)

func buildCommand(p *printer) *cobra.Command {
	var o engine.Options
	var images, dryRun bool
	cmd := &cobra.Command{
		Use:   "build",
		Short: "Build every deployment, or one, and publish it",
		Long: "Build reads content, renders the pages that changed, and publishes each deployment atomically under\n" +
			"builds/public/. Mistakes are reported as path:line:col. A mistake in content that deployments share\n" +
			"stops the build. If only one deployment fails, it stays as it is, the others are published, and the\n" +
			"status is 1.",
		Example: "  generate build\n  generate build -D -F --deployment wayfare\n  generate build --dry-run --json",
		Args:    arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			var err error
			if o.AsOf, err = asOf(); err != nil {
				return err
			}
			if o.History < 0 {
				return cli.Usagef("--history %d: it is a number of builds, 0 for none", o.History)
			}
			if o.History == 0 {
				o.History = -1
			}
			if images {
				if o.Images, err = variants(cmd.Context()); err != nil {
					return err
				}
				o.ImagesVersion = picture.EngineVersion
			}
			batch.Schedule()
			return build(cmd.Context(), p, o, dryRun)
		},
	}
	f := cmd.Flags()
	folders(cmd, &o)
	verifySite(cmd)
	unpublishedFlags(cmd, &o)
	f.StringVar(&o.Only, "deployment", "", "build this deployment only")
	f.BoolVar(&o.Clean, "clean", false, "ignore the last build and rebuild everything")
	f.IntVar(&o.History, "history", release.DefaultHistory,
		"how many earlier builds of each deployment are kept for rollback; 0 for none")
	f.BoolVar(&o.CollectGarbage, "gc", false,
		"remove assets and pictures of earlier builds that rollback cannot restore")
	f.BoolVar(&images, "images", false, "write the pictures in the sizes that pages request, for a CDN without the "+
		"picture proxy")
	f.BoolVar(&o.Minify, "minify", false, "remove superfluous characters from HTML and XML, 2 to 3 % of a page")
	f.BoolVar(&dryRun, "dry-run", false, "list what would be rendered, written and removed, and write nothing")
	completeDeployments(cmd, "deployment", &o.Content)
	return cmd
}

func build(ctx context.Context, p *printer, o engine.Options, dryRun bool) error {
	bar := p.progress()
	defer bar.end()
	o.Progress = bar.set
	run, print, consequence := engine.Build, p.report, "nothing was published"
	if dryRun {
		run, print, consequence = engine.DryRun, p.plan, "a build would publish nothing"
	}
	report, err := run(ctx, o)
	bar.end()
	if err != nil {
		return withConsequence(err, consequence)
	}
	return print(report)
}

// unpublishedFlags are Hugo's own.
func unpublishedFlags(cmd *cobra.Command, o *engine.Options) {
	includeFlag(cmd, o, "drafts", "D", "include drafts", pages.Draft)
	includeFlag(cmd, o, "future", "F", "include posts with a future date", pages.Future)
	includeFlag(cmd, o, "expired", "E", "include expired posts", pages.Expired)
}

func includeFlag(cmd *cobra.Command, o *engine.Options, name, short, usage string, what pages.Unpublished) {
	cmd.Flags().VarPF(&switched{o, what}, name, short, usage).NoOptDefVal = "true"
}

// variants makes pictures as the proxy does. A machine without libvips cannot.
func variants(ctx context.Context) (func(source []byte, modifiers string) ([]byte, error), error) {
	engine, err := vips.Open(vips.DefaultLimits)
	if err != nil {
		return nil, err
	}
	return func(source []byte, modifiers string) ([]byte, error) {
		return picture.Variant(ctx, engine, source, modifiers)
	}, nil
}
