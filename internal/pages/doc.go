// Package pages knows which pages a deployment has, at which paths, and what each tells.
package pages

//go:generate go run storefront/tools/payloadts ../../site/lib/payload.gen.ts payload.go payload_product.go payload_shell.go
