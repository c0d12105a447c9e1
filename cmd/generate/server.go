package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"storefront/internal/build/devserver"
	"storefront/internal/lib/cli"
)

type serverFlags struct {
	devserver.Options
	address listenAddress
	open    bool
}

func serverCommand(p *printer) *cobra.Command {
	var o serverFlags
	cmd := &cobra.Command{
		Use:     "server",
		Aliases: []string{"dev"},
		Short:   "Show the storefronts while editors write",
		Long: "Server builds, watches content and the site bundle, and reloads changed pages in browsers. Mistakes " +
			"are\n" +
			"shown over the page, and the server keeps running. It starts the API, so that dates, carts and " +
			"pictures\n" +
			"work while editing. It has builds of its own: only generate build changes live pages.",
		Args: arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error { return serve(cmd, p, &o) },
	}
	f := cmd.Flags()
	folderFlags(cmd, &o.Options.Options)
	verifySite(cmd)
	useOwnBuilds(cmd, &o.Options.Options.Builds)
	includeFlags(cmd, &o.Options.Options)
	f.StringVar(&o.Deployment, "deployment", "", "build this deployment only")
	addressFlags(cmd, &o.address)
	f.BoolVar(&o.open, "open", false, "open the first storefront in a browser")
	f.StringVar(&o.API, "api", "", "the API's program, or none (default the program api beside this one, or on the "+
		"PATH)")
	f.StringVar(&o.Data, "data", ".data", "the folder of the API's database")
	completeDeployments(cmd, "deployment", &o.Content)
	return cmd
}

// useOwnBuilds sets the server's own folder of builds, which is never deployed, since it may contain drafts.
func useOwnBuilds(cmd *cobra.Command, builds *string) {
	f := cmd.Flag("destination")
	*builds = filepath.Join(".data", "preview")
	f.DefValue, f.Usage = *builds, "the folder of the server's own builds"
}

func serve(cmd *cobra.Command, p *printer, o *serverFlags) error {
	if _, err := asOf(); err != nil {
		return err
	}
	o.Today = func() time.Time {
		day, _ := asOf() // it was valid above
		return day
	}
	var err error
	if o.Listener, err = o.address.listen(cmd.Context()); err != nil {
		return err
	}
	defer func() { _ = o.Listener.Close() }()
	if err := o.findAPI(p); err != nil {
		return err
	}
	bar := p.startProgress() // until the first event
	defer bar.end()
	o.Progress = bar.set
	o.Notify = func(e devserver.Event) {
		bar.end()
		p.printEvent(e)
		if e.Name == devserver.EventReady && o.open {
			openBrowser(p, e.URLs[0])
		}
	}
	return devserver.Run(cmd.Context(), o.Options)
}

func (o *serverFlags) findAPI(p *printer) error {
	switch o.API {
	case "none":
		o.API = ""
	case "":
		self, err := os.Executable()
		if err != nil {
			return err
		}
		if o.API = devserver.FindAPI(self); o.API == "" {
			p.messagef("The API's program was not found, so only pages are served: build it with go build -o .bin/ " +
				"./cmd/api, or name it with --api.")
		}
	default:
		if _, err := exec.LookPath(o.API); err != nil {
			return cli.Usagef("--api: %v", err)
		}
	}
	return nil
}

// printAddresses prints the URLs of storefronts.
func (p *printer) printAddresses(urls []string) {
	for _, url := range urls {
		p.messagef("%s", p.colour(bold, url))
	}
}

// printEvent prints an event of the server.
func (p *printer) printEvent(e devserver.Event) {
	if p.json {
		_ = p.printJSONLine(e) // stdout may be closed
		return
	}
	switch e.Name {
	case devserver.EventReady:
		p.printAddresses(e.URLs)
		p.messagef("Watching for changes. Ctrl-C ends.")
	case devserver.EventBuilt:
		p.printDiagnostics(e.Diagnostics)
		if e.All {
			p.messagef("All pages were planned again in %d ms", e.Milliseconds)
		} else {
			p.messagef("%s changed in %d ms", count(e.Pages, "page"), e.Milliseconds)
		}
	case devserver.EventPublished:
		p.printDiagnostics(e.Diagnostics)
		p.messagef("Published in %d ms, %s rendered", e.Milliseconds, count(e.Published, "page"))
	case devserver.EventCorrected:
		p.messagef("Content has no mistakes any more.")
	case devserver.EventFailed:
		p.printDiagnostics(e.Diagnostics)
		p.messagef("%s", p.colour(red, e.Message))
	case devserver.EventNote:
		p.messagef("%s", e.Message)
	}
}
