package main

import (
	"github.com/spf13/cobra"

	"storefront/docs"
)

// documentTopics returns the topics of generate help that are documents. The program contains them, also where content
// has a repository of its own.
func documentTopics() []*cobra.Command {
	return []*cobra.Command{
		{Use: "content", Short: "Every file of content and every key in it (docs/content.md)", Long: docs.Content},
		{Use: "commands", Short: "Every command, flag and exit status (docs/generate.md)", Long: docs.Commands},
		{Use: "importing", Short: "What an import makes of its source (docs/importing.md)", Long: docs.Importing},
	}
}
