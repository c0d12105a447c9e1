// Package docs has the documents that generate prints for editors whose content is in a repository of its own.
package docs

import _ "embed" // the documents

// The documents for editors: the files of content, the commands of generate, and what an import makes of its source.
var (
	//go:embed content.md
	Content string
	//go:embed generate.md
	Commands string
	//go:embed importing.md
	Importing string
)
