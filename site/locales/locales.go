// Package locales holds the messages of the interface in the languages that come with the program, for the generator:
// content is compared with them.
package locales

import "embed"

// Files are the messages of each language, "en.json".
//
//go:embed *.json
var Files embed.FS
