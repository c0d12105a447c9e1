// Package pages plans the pages of a deployment: their paths, their contents and their keys.
package pages
