package main

import (
	"log/slog"

	"storefront/internal/core/payload"
	"storefront/internal/serve/webroot"
	"storefront/internal/shop/wording"
)

// openRoots returns a server of the builds folder. The words that its builds bring become those of mails and documents.
func openRoots(builds string, log *slog.Logger) *webroot.Server {
	roots := webroot.Open(builds, log)
	roots.OnChange(func(all []payload.Deployment) {
		if err := wording.LoadDictionaries(all); err != nil {
			log.Error("some words of mails and documents cannot be read; the previous ones stay", "error", err)
		}
	})
	return roots
}
