package main

import (
	"io"
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// leaves returns the commands without subcommands.
func leaves(c *cobra.Command) (all []*cobra.Command) {
	for _, sub := range c.Commands() {
		if sub.HasSubCommands() {
			all = append(all, leaves(sub)...)
		} else {
			all = append(all, sub)
		}
	}
	return all
}

func TestEveryCommandIsDocumentedAndHasJSONFlag(t *testing.T) {
	doc, err := os.ReadFile("../../docs/operating.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(doc), "| command | does |")
	table, _, _ = strings.Cut(table, "\n\n")
	all := leaves(commands(nil, io.Discard))
	if len(all) < 30 {
		t.Fatalf("there are only %d commands", len(all))
	}
	for _, c := range all {
		path := strings.TrimPrefix(c.CommandPath(), "api ")
		if !documented(table, path) {
			t.Errorf("docs/operating.md does not describe api %s", path)
		}
		if c.Short == "" || c.Args == nil {
			t.Errorf("api %s has no description or no rule for its arguments", path)
		}
		if hasJSON := c.Flag("json") != nil || c.InheritedFlags().Lookup("json") != nil; !hasJSON && path != "serve" {
			t.Errorf("api %s has no flag --json", path)
		}
	}
}

// documented reports whether a line of the table begins with the command's group and names the command.
func documented(table, path string) bool {
	group, name, grouped := strings.Cut(path, " ")
	for line := range strings.Lines(table) {
		names, _, _ := strings.Cut(strings.TrimPrefix(line, "| "), " | ")
		if !grouped && strings.Contains(names, "`"+group+"`") {
			return true
		}
		rest, ofGroup := strings.CutPrefix(names, "`"+group+" ")
		for _, other := range strings.Split("`"+rest, "`") {
			if word, _, _ := strings.Cut(other, " "); grouped && ofGroup && word == name {
				return true
			}
		}
	}
	return false
}
