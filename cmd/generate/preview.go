package main

import (
	"github.com/spf13/cobra"

	"storefront/internal/build/devserver"
	"storefront/internal/build/preview"
)

func previewCommand(p *printer) *cobra.Command {
	var builds string
	var at address
	var open bool
	cmd := &cobra.Command{
		Use:   "preview",
		Short: "Serve the builds, without building and without the API",
		Long: "Preview serves the live builds of the destination as a CDN would: pages, their payloads and " +
			"pictures. It\n" +
			"shows new builds at once. Ctrl-C ends it.",
		Example: "  generate preview\n  generate preview --port 3000 --open",
		Args:    arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx := cmd.Context()
			listener, err := at.listen(ctx)
			if err != nil {
				return err
			}
			ready := func(urls []string) {
				p.shown(urls)
				if open {
					openBrowser(p, urls[0])
				}
			}
			return preview.Serve(ctx, builds, listener, ready, p.note)
		},
	}
	f := cmd.Flags()
	destinationFlag(cmd, &builds)
	addressFlags(cmd, &at)
	f.BoolVar(&open, "open", false, "open the first storefront in a browser")
	return cmd
}

// shown prints the addresses of the storefronts; as data it is the server's event of that name.
func (p *printer) shown(urls []string) {
	if p.json {
		_ = p.line(devserver.Event{Name: devserver.EventReady, URLs: urls})
		return
	}
	p.addresses(urls)
}

// note prints a note for the user.
func (p *printer) note(text string) {
	if p.json {
		_ = p.line(devserver.Event{Name: devserver.EventNote, Message: text})
		return
	}
	p.say("%s", text)
}
