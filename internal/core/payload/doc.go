// Package payload has the shapes of the files that a build writes and that the server, the browser and the renderer
// read: the `_payload.json` of each kind of page, the shell of a storefront and its entry in
// builds/meta/deployments.json.
package payload

//go:generate go run storefront/tools/payloadts ../../../site/lib/payload.gen.ts enum.go page.go product.go shell.go
