package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"storefront/internal/lib/cli"

	"github.com/spf13/pflag"
	"gopkg.in/yaml.v3"
)

// fileFlag names the file of settings.
const fileFlag = "config"

// systemFile has the settings of a server that is installed on the machine. It is read, if it exists, when neither
// --config nor CONFIG names a file, so that an operator's command uses the server's settings.
const systemFile = "/etc/storefront/settings.yaml"

// configured is a value and its source. Until resolve reads it, a secret may be the path of a file.
type configured struct {
	text, origin string
	inFile       bool
}

// defaultOrigin is the source of a default value.
const defaultOrigin = "default"

// reading collects the configured values and all mistakes.
type reading struct {
	wanted     []setting
	values     map[string]configured
	wrong      []string
	unreadable map[string]bool // settings whose file could not be read; they are not reported as missing, too
	systemFile string          // read if no other file is named; empty for none
}

// whatServes selects the settings of a server: all.
func whatServes(*setting) bool { return true }

// whatOperates selects the settings of commands on the shop's data.
func whatOperates(s *setting) bool { return !s.serving }

// settingFlags adds the flags of some settings. load reads their values.
func settingFlags(f *pflag.FlagSet, which func(*setting) bool) {
	f.String(fileFlag, "", "a `file` of settings in YAML; in the environment CONFIG; "+systemFile+" if it exists")
	for i := range settings {
		if s := &settings[i]; which(s) && !s.secret {
			f.Var(&typed{s.defaultValue, s.value}, s.name, fmt.Sprintf("%s; in the environment %s", s.help, s.env()))
		}
	}
}

// typed is the text of a flag, which load validates, and its kind for the help.
type typed struct{ text, kind string }

func (t *typed) String() string        { return t.text }
func (t *typed) Type() string          { return t.kind }
func (t *typed) Set(text string) error { t.text = text; return nil }

// load reads the settings of a command. Flags override the environment, which overrides systemd's credentials, the file
// and the default, in this order. One error reports everything that is missing or wrong.
func (c *configuration) load(flags *pflag.FlagSet, environ []string,
	which func(*setting) bool) (map[string]configured, error) {
	r := &reading{values: map[string]configured{}, unreadable: map[string]bool{}, systemFile: systemFile}
	for i := range settings {
		if which(&settings[i]) {
			r.wanted = append(r.wanted, settings[i])
		}
	}
	if err := r.gather(flags, environ); err != nil {
		return nil, cli.Usage(err)
	}
	for _, s := range r.wanted {
		if v := r.values[s.name]; v.text != "" {
			r.parse(c, &s, v)
		}
	}
	for _, s := range r.wanted {
		if r.values[s.name].text != "" || s.required == nil || r.unreadable[s.name] {
			continue
		}
		if why := s.required(c); why != "" {
			r.wrong = append(r.wrong, s.env()+" is missing: "+why)
		}
	}
	c.paymentSet = r.values[paymentSetting].origin != defaultOrigin
	switch len(r.wrong) {
	case 0:
		return r.values, nil
	case 1:
		return nil, cli.Usage(errors.New(r.wrong[0]))
	}
	return nil, cli.Usagef("the configuration is wrong in %d ways:\n  %s", len(r.wrong), strings.Join(r.wrong, "\n  "))
}

func (r *reading) parse(c *configuration, s *setting, v configured) {
	err := s.parse(c, v.text)
	if err == nil {
		return
	}
	shown := fmt.Sprintf(" %q", v.text)
	if s.secret {
		shown = ""
	}
	r.wrong = append(r.wrong, fmt.Sprintf("%s%s %s (%s)", s.env(), shown, err, v.origin))
}

// gather reads the sources in turn; a later one overrides earlier ones.
func (r *reading) gather(flags *pflag.FlagSet, environ []string) error {
	for _, s := range r.wanted {
		if s.defaultValue != "" {
			r.values[s.name] = configured{text: s.defaultValue, origin: defaultOrigin}
		}
	}
	environment, typed := environmentOf(environ), flagsOf(flags)
	if path := cmp.Or(typed[fileFlag], environment[fileFlag], existing(r.systemFile)); path != "" {
		written, err := fileOf(path)
		if err != nil {
			return fmt.Errorf("read the settings: %s: %w", path, err)
		}
		r.unknown(written, path)
		r.take(written, path)
	}
	r.takeCredentials(lookUp(environ, "CREDENTIALS_DIRECTORY"))
	r.take(environment, "environment")
	r.take(typed, "flag")
	r.resolve()
	return nil
}

// credentialPrefix begins the names of the credentials that systemd makes from the files of a folder
// (LoadCredential=storefront:FOLDER).
const credentialPrefix = "storefront_"

// takeCredentials adds the secrets in a service's folder of systemd credentials.
func (r *reading) takeCredentials(folder string) {
	if folder == "" {
		return
	}
	for _, s := range r.wanted {
		if path := existing(filepath.Join(folder, credentialPrefix+s.name)); s.secret && path != "" {
			r.values[s.name] = configured{text: path, origin: path, inFile: true}
		}
	}
}

// resolve reads secrets from their files.
func (r *reading) resolve() {
	for _, s := range r.wanted {
		v := r.values[s.name]
		if !v.inFile {
			continue
		}
		text, err := os.ReadFile(v.text)
		if err != nil {
			r.wrong = append(r.wrong, fmt.Sprintf("%s_FILE cannot be read: %s", s.env(), err))
			r.unreadable[s.name] = true
			delete(r.values, s.name)
			continue
		}
		r.values[s.name] = configured{text: strings.TrimRight(string(text), "\r\n"), origin: v.text}
		if strings.TrimSpace(string(text)) == "" {
			r.wrong = append(r.wrong, fmt.Sprintf("%s_FILE is empty: %s", s.env(), v.text))
		}
	}
}

// lookUp returns a variable of an environment in os.Environ's format; empty if it is not set.
func lookUp(environ []string, name string) (value string) {
	for _, one := range environ {
		if v, found := strings.CutPrefix(one, name+"="); found {
			value = v
		}
	}
	return value
}

// existing returns path if the file exists, and "" otherwise.
func existing(path string) string {
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	return path
}

// source has the values of one source by setting. Lists are separated by commas.
type source map[string]string

// environmentOf parses an environment in os.Environ's format. An empty variable is not set.
func environmentOf(environ []string) source {
	known := map[string]string{strings.ToUpper(fileFlag): fileFlag}
	for i := range settings {
		s := &settings[i]
		known[s.env()] = s.name
		if s.secret {
			known[s.env()+"_FILE"] = s.file()
		}
	}
	found := source{}
	for _, one := range environ {
		variable, value, _ := strings.Cut(one, "=")
		if name, ok := known[variable]; ok && value != "" {
			found[name] = value
		}
	}
	return found
}

// flagsOf returns the flags that are set.
func flagsOf(flags *pflag.FlagSet) source {
	found := source{}
	flags.Visit(func(f *pflag.Flag) { found[f.Name] = f.Value.String() })
	return found
}

// fileOf reads a file of settings. Scalars are taken as written, not as YAML interprets them.
func fileOf(path string) (source, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var written map[string]yaml.Node
	documents := yaml.NewDecoder(bytes.NewReader(data))
	if err := documents.Decode(&written); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	var second any
	if err := documents.Decode(&second); err == nil && second != nil {
		return nil, errors.New("what follows a line --- or ... is not read: a file is one document; take the line out")
	} else if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	found := source{}
	for name, node := range written {
		switch {
		case node.Kind == yaml.SequenceNode:
			var list []string
			if err := node.Decode(&list); err != nil {
				return nil, err
			}
			found[name] = strings.Join(list, ",")
		case node.Kind == yaml.MappingNode:
			return nil, fmt.Errorf("line %d: %s is a mapping; a setting has a plain value", node.Line, name)
		case node.Tag != "!!null":
			found[name] = node.Value
		}
	}
	return found, nil
}

// take adds the values of one source.
func (r *reading) take(from source, origin string) {
	for _, s := range r.wanted {
		text, set := from[s.name]
		if set {
			r.values[s.name] = configured{text: text, origin: origin}
		}
		path := from[s.file()]
		if !s.secret || path == "" {
			continue
		}
		if set {
			r.wrong = append(r.wrong, fmt.Sprintf("%s and %s_FILE are both set (%s)", s.env(), s.env(), origin))
			continue
		}
		r.values[s.name] = configured{text: path, origin: path, inFile: true}
	}
}

// unknown reports unknown settings of a file.
func (r *reading) unknown(written source, path string) {
	for _, name := range slices.Sorted(maps.Keys(written)) {
		if !slices.ContainsFunc(settings, func(s setting) bool {
			return name == s.name || s.secret &&
				name == s.file()
		}) {
			r.wrong = append(r.wrong, fmt.Sprintf("%s: there is no setting %q", path, name))
		}
	}
}
