package main

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func versionCommand(o *operator) *cobra.Command {
	c := &cobra.Command{
		Use: "version", Short: "Print the program's version and commit", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			v := currentVersion()
			if o.json {
				return answerJSON(c.OutOrStdout(), v)
			}
			_, err := fmt.Fprintf(c.OutOrStdout(), "storefront api %s\n", v)
			return err
		},
	}
	o.jsonFlag(c)
	return c
}

// version describes the program's build.
type version struct {
	Commit  string `json:"commit,omitempty"` // empty if unknown
	Changed bool   `json:"changed"`          // the files differed from the commit
	Go      string `json:"go"`
}

func (v version) String() string {
	name := v.Commit
	switch {
	case name == "":
		name = "development"
	case v.Changed:
		name += "+changed"
	}
	return name + " (" + v.Go + ")"
}

func currentVersion() version {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return version{}
	}
	v := version{Go: info.GoVersion}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Commit = s.Value
		case "vcs.modified":
			v.Changed = s.Value == "true"
		}
	}
	return v
}
