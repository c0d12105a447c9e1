package main

import (
	"context"
	"os"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"storefront/internal/picture"
	"storefront/internal/picture/vips"
	"storefront/internal/publish"
)

func buildCommand(p *printer) *cobra.Command {
	var o publish.Options
	var asJSON, images bool
	cmd := &cobra.Command{
		Use:   "build",
		Short: "Build every deployment, or one, and publish it",
		Long: "Build reads content, renders the pages that changed, and publishes each deployment at once under builds/public/.\n" +
			"Mistakes are reported as path:line:col; nothing is published then.",
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			var err error
			if o.AsOf, err = asOf(); err != nil {
				return err
			}
			if images {
				if o.Images, err = variants(); err != nil {
					return err
				}
				o.ImagesVersion = picture.EngineVersion
			}
			report, err := publish.Build(o)
			if err != nil {
				return err
			}
			return p.report(report, asJSON)
		},
	}
	f := cmd.Flags()
	folders(cmd, &o)
	f.StringVar(&o.Only, "deployment", "", "build this deployment only")
	f.BoolVar(&o.Clean, "clean", false, "forget the last build and make everything anew")
	f.BoolVar(&images, "images", false, "write the pictures in the sizes that pages ask for, for a CDN without the picture proxy")
	f.BoolVar(&asJSON, "json", false, "print the report as JSON")
	return cmd
}

// variants makes pictures as the proxy does. A machine without libvips cannot.
func variants() (func(source []byte, modifiers string) ([]byte, error), error) {
	engine, err := vips.Open(vips.DefaultLimits)
	if err != nil {
		return nil, err
	}
	return func(source []byte, modifiers string) ([]byte, error) {
		return picture.Variant(context.Background(), engine, source, modifiers)
	}, nil
}

func folders(cmd *cobra.Command, o *publish.Options) {
	f := cmd.Flags()
	contentFlags(cmd, &o.Content, &o.Reviews)
	f.StringVarP(&o.Builds, "destination", "d", "builds", "the folder of builds")
	f.StringVar(&o.Site, "site", "site/dist", "the site bundle, made by npm run build")
}

// asOf is the day the build speaks for: today, or that of SOURCE_DATE_EPOCH, so that a build can be repeated.
func asOf() (time.Time, error) {
	epoch := os.Getenv("SOURCE_DATE_EPOCH")
	if epoch == "" {
		return time.Now(), nil
	}
	seconds, err := strconv.ParseInt(epoch, 10, 64)
	if err != nil {
		return time.Time{}, usage("SOURCE_DATE_EPOCH is %q; it is a number of seconds since 1970", epoch)
	}
	return time.Unix(seconds, 0), nil
}

func checkCommand(p *printer) *cobra.Command {
	var o publish.Options
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Report mistakes in content without building",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			var err error
			if o.AsOf, err = asOf(); err != nil {
				return err
			}
			warnings, err := publish.Check(o)
			if err != nil {
				return err
			}
			p.diagnostics(warnings)
			p.say("Content is in order.")
			return nil
		},
	}
	contentFlags(cmd, &o.Content, &o.Reviews)
	return cmd
}

func contentFlags(cmd *cobra.Command, content, reviews *string) {
	cmd.Flags().StringVar(content, "content", "content", "the folder of content")
	cmd.Flags().StringVar(reviews, "reviews", "", "what api reviews export wrote (default reviews.jsonl in the folder of content, if it is there)")
}
