package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"storefront/internal/lib/cli"

	"github.com/knadh/koanf/parsers/yaml"
	"github.com/knadh/koanf/providers/env/v2"
	"github.com/knadh/koanf/providers/file"
	"github.com/knadh/koanf/providers/posflag"
	"github.com/knadh/koanf/v2"
	"github.com/spf13/pflag"
)

// fileFlag names the file of settings.
const fileFlag = "config"

// systemFile holds the settings of a server that is installed on the machine. It is read, if it exists, where neither
// --config nor CONFIG names a file, so that an operator's command uses the server's settings.
const systemFile = "/etc/storefront/settings.yaml"

// A configured value, and who has set it. Until resolve reads it, a secret may be the path of a file that holds it.
type configured struct {
	text, origin string
	inFile       bool
}

// defaultOrigin is the origin of a value that nobody has set.
const defaultOrigin = "default"

// reading gathers what is configured, and everything that is wrong with it.
type reading struct {
	wanted     []setting
	values     map[string]configured
	wrong      []string
	unreadable map[string]bool // the settings whose file could not be read; they are not reported as missing too
	systemFile string          // read where no other file is named; empty for none
}

// whatServes are the settings of a server, which are all.
func whatServes(*setting) bool { return true }

// whatOperates are those of the commands that work on the shop's data.
func whatOperates(s *setting) bool { return !s.serving }

// settingFlags adds the flags of some settings. Their values are read by readSettings.
func settingFlags(f *pflag.FlagSet, which func(*setting) bool) {
	f.String(fileFlag, "", "a `file` of settings in YAML; in the environment CONFIG; "+systemFile+" if it exists")
	for i := range settings {
		if s := &settings[i]; which(s) && !s.secret {
			f.Var(&typed{s.otherwise, s.value}, s.name, fmt.Sprintf("%s; in the environment %s", s.help, s.env()))
		}
	}
}

// typed is what was typed for a flag, which load checks. Its kind stands in the help.
type typed struct{ text, kind string }

func (t *typed) String() string        { return t.text }
func (t *typed) Type() string          { return t.kind }
func (t *typed) Set(text string) error { t.text = text; return nil }

// load reads the settings that a command uses. A flag counts before the environment, that before systemd's credentials,
// those before the file, and that before the default. Everything that is missing or wrong is reported in one error.
func (c *configuration) load(flags *pflag.FlagSet, environ []string, which func(*setting) bool) (map[string]configured, error) {
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
			r.put(c, &s, v)
		}
	}
	for _, s := range r.wanted {
		if r.values[s.name].text != "" || s.needed == nil || r.unreadable[s.name] {
			continue
		}
		if why := s.needed(c); why != "" {
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

func (r *reading) put(c *configuration, s *setting, v configured) {
	err := s.put(c, v.text)
	if err == nil {
		return
	}
	shown := fmt.Sprintf(" %q", v.text)
	if s.secret {
		shown = ""
	}
	r.wrong = append(r.wrong, fmt.Sprintf("%s%s %s (%s)", s.env(), shown, err, v.origin))
}

// gather reads one source after the other; what a later one says replaces what was said before.
func (r *reading) gather(flags *pflag.FlagSet, environ []string) error {
	for _, s := range r.wanted {
		if s.otherwise != "" {
			r.values[s.name] = configured{text: s.otherwise, origin: defaultOrigin}
		}
	}
	environment, err := environmentOf(environ)
	if err != nil {
		return err
	}
	flagged := koanf.New(".")
	if err := flagged.Load(posflag.ProviderWithFlag(flags, ".", nil, onlySet), nil); err != nil {
		return err
	}
	if path := cmp.Or(flagged.String(fileFlag), environment.String(fileFlag), existing(r.systemFile)); path != "" {
		written := koanf.New(".")
		if err := written.Load(file.Provider(path), yaml.Parser()); err != nil {
			return fmt.Errorf("read the settings: %s: %w", path, err)
		}
		r.unknown(written, path)
		r.take(written, func(name string) string { return path })
	}
	r.takeCredentials(lookUp(environ, "CREDENTIALS_DIRECTORY"))
	r.take(environment, func(name string) string { return "environment" })
	r.take(flagged, func(name string) string { return "flag" })
	r.resolve()
	return nil
}

// credentialPrefix begins the names of the credentials that systemd makes of the files of a folder
// (LoadCredential=storefront:FOLDER).
const credentialPrefix = "storefront_"

// takeCredentials adds the secrets of a folder of credentials, as systemd gives a service.
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

// resolve reads the files of those secrets that are in files.
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

// lookUp returns a variable of an environment as os.Environ gives it; empty if it is not set.
func lookUp(environ []string, name string) (value string) {
	for _, one := range environ {
		if v, found := strings.CutPrefix(one, name+"="); found {
			value = v
		}
	}
	return value
}

// existing returns path if there is such a file, and an empty path otherwise.
func existing(path string) string {
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	return path
}

// environmentOf reads an environment as os.Environ gives it. What is empty is not set.
func environmentOf(environ []string) (*koanf.Koanf, error) {
	known := map[string]string{strings.ToUpper(fileFlag): fileFlag}
	for i := range settings {
		s := &settings[i]
		known[s.env()] = s.name
		if s.secret {
			known[s.env()+"_FILE"] = s.file()
		}
	}
	k := koanf.New(".")
	return k, k.Load(env.Provider(".", env.Opt{
		EnvironFunc: func() []string { return environ },
		TransformFunc: func(name, value string) (string, any) {
			if value == "" {
				return "", nil
			}
			return known[name], value
		},
	}), nil)
}

func onlySet(f *pflag.Flag) (string, any) {
	if !f.Changed {
		return "", nil
	}
	return f.Name, f.Value.String()
}

// take adds what one source says of the settings.
func (r *reading) take(source *koanf.Koanf, origin func(name string) string) {
	for _, s := range r.wanted {
		if source.Exists(s.name) {
			r.values[s.name] = configured{text: textOf(source, s.name), origin: origin(s.name)}
		}
		path := textOf(source, s.file())
		if !s.secret || path == "" {
			continue
		}
		if source.Exists(s.name) {
			r.wrong = append(r.wrong, fmt.Sprintf("%s and %s_FILE are both set (%s)", s.env(), s.env(), origin(s.name)))
			continue
		}
		r.values[s.name] = configured{text: path, origin: path, inFile: true}
	}
}

// textOf is a value as it would stand in the environment; a list has commas.
func textOf(k *koanf.Koanf, name string) string {
	if list := k.Strings(name); len(list) > 0 {
		return strings.Join(list, ",")
	}
	return k.String(name)
}

// unknown complains of what a file says that nobody reads.
func (r *reading) unknown(written *koanf.Koanf, path string) {
	var known []string
	for i := range settings {
		known = append(known, settings[i].name)
		if settings[i].secret {
			known = append(known, settings[i].file())
		}
	}
	for _, name := range written.Keys() {
		if !slices.Contains(known, name) {
			r.wrong = append(r.wrong, fmt.Sprintf("%s: there is no setting %q", path, name))
		}
	}
}
