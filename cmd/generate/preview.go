package main

import (
	"github.com/spf13/cobra"

	"storefront/internal/build/devserver"
	"storefront/internal/build/preview"
)

func previewCommand(p *printer) *cobra.Command {
	var builds string
	var listen listenAddress
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
			listener, err := listen.listen(ctx)
			if err != nil {
				return err
			}
			ready := func(urls []string) {
				p.printReady(urls)
				if open {
					openBrowser(p, urls[0])
				}
			}
			return preview.Serve(ctx, builds, listener, ready, p.printNote)
		},
	}
	f := cmd.Flags()
	destinationFlag(cmd, &builds)
	addressFlags(cmd, &listen)
	f.BoolVar(&open, "open", false, "open the first storefront in a browser")
	return cmd
}

// printReady prints the addresses of the storefronts, or with --json the server's event EventReady.
func (p *printer) printReady(urls []string) {
	if p.json {
		_ = p.printJSONLine(devserver.Event{Name: devserver.EventReady, URLs: urls})
		return
	}
	p.printAddresses(urls)
}

// printNote prints a message, or with --json the server's event EventNote.
func (p *printer) printNote(text string) {
	if p.json {
		_ = p.printJSONLine(devserver.Event{Name: devserver.EventNote, Message: text})
		return
	}
	p.messagef("%s", text)
}
