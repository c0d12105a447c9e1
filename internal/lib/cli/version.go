package cli

import "runtime/debug"

// Version describes the build of the running program.
type Version struct {
	Commit  string `json:"commit,omitempty"` // empty if unknown
	Changed bool   `json:"changed"`          // the files differed from the commit
	Go      string `json:"go"`
}

func (v Version) String() string {
	name := v.Commit
	switch {
	case name == "":
		name = "development"
	case v.Changed:
		name += "+changed"
	}
	return name + " (" + v.Go + ")"
}

// CurrentVersion returns the version of the running program.
func CurrentVersion() Version {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return Version{}
	}
	v := Version{Go: info.GoVersion}
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
