// Package pages knows which pages a deployment has, at which paths, and what each tells.
package pages
