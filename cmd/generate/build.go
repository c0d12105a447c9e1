package main

import (
	"context"

	"github.com/spf13/cobra"

	"storefront/internal/build/engine"
	"storefront/internal/build/pages"
	"storefront/internal/build/release"
	"storefront/internal/lib/batch"
	"storefront/internal/lib/cli"
	"storefront/internal/lib/hugepages"
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
				if o.MakeVariant, err = pictureConverter(cmd.Context()); err != nil {
					return err
				}
				o.VariantsVersion = picture.EngineVersion
			}
			batch.Schedule()
			hugepages.Reserve(hugePageBytes)
			return build(cmd.Context(), p, o, dryRun)
		},
	}
	f := cmd.Flags()
	folderFlags(cmd, &o)
	verifySite(cmd)
	includeFlags(cmd, &o)
	f.StringVar(&o.Deployment, "deployment", "", "build this deployment only")
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
	bar := p.startProgress()
	defer bar.end()
	o.Progress = bar.set
	run, print, consequence := engine.Build, p.printReport, "nothing was published"
	if dryRun {
		run, print, consequence = engine.DryRun, p.printDryRun, "a build would publish nothing"
	}
	report, err := run(ctx, o)
	bar.end()
	if err != nil {
		return withConsequence(err, consequence)
	}
	return print(report)
}

// includeFlags adds the flags that include unpublished content. They are named as Hugo's.
func includeFlags(cmd *cobra.Command, o *engine.Options) {
	includeFlag(cmd, o, "drafts", "D", "include drafts", pages.Draft)
	includeFlag(cmd, o, "future", "F", "include stories with a future date", pages.Future)
	includeFlag(cmd, o, "expired", "E", "include expired stories", pages.Expired)
}

func includeFlag(cmd *cobra.Command, o *engine.Options, name, short, usage string, what pages.Unpublished) {
	cmd.Flags().VarPF(&includeValue{o, what}, name, short, usage).NoOptDefVal = "true"
}

// pictureConverter returns a function that converts pictures as the API's proxy does. It requires libvips.
func pictureConverter(ctx context.Context) (func(source []byte, modifiers string) ([]byte, error), error) {
	engine, err := vips.Open(vips.DefaultLimits)
	if err != nil {
		return nil, err
	}
	return func(source []byte, modifiers string) ([]byte, error) {
		return picture.Variant(ctx, engine, source, modifiers)
	}, nil
}
