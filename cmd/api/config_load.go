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
	"regexp"
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

// configuredValue is a value and its source. Until resolve reads it, a secret may be the path of a file.
type configuredValue struct {
	text, origin string
	inFile       bool
}

// defaultOrigin is the source of a default value.
const defaultOrigin = "default"

// settingsReader collects the configured values and all mistakes.
type settingsReader struct {
	selected   []setting
	values     map[string]configuredValue
	problems   []string
	unreadable map[string]bool // settings whose file could not be read; they are not reported as missing, too
	systemFile string          // read if no other file is named; empty for none
}

// anySetting selects the settings of a server: all.
func anySetting(*setting) bool { return true }

// isOperatorSetting selects the settings of commands on the shop's data.
func isOperatorSetting(s *setting) bool { return !s.serverOnly }

// settingFlags adds the flags of some settings. load reads their values.
func settingFlags(f *pflag.FlagSet, which func(*setting) bool) {
	f.String(fileFlag, "", "a `file` of settings in YAML; in the environment CONFIG; "+systemFile+" if it exists")
	for i := range settings {
		if s := &settings[i]; which(s) && !s.secret {
			f.Var(&flagText{s.defaultValue, s.placeholder}, s.name, fmt.Sprintf("%s; in the environment %s", s.help,
				s.envName()))
		}
	}
}

// flagText is the text of a flag, which load validates, and its kind for the help.
type flagText struct{ text, kind string }

func (t *flagText) String() string        { return t.text }
func (t *flagText) Type() string          { return t.kind }
func (t *flagText) Set(text string) error { t.text = text; return nil }

// load reads the settings of a command. Flags override the environment, which overrides systemd's credentials, the file
// and the default, in this order. One error reports everything that is missing or wrong.
func (c *configuration) load(flags *pflag.FlagSet, environ []string,
	which func(*setting) bool) (map[string]configuredValue, error) {
	r := &settingsReader{values: map[string]configuredValue{}, unreadable: map[string]bool{}, systemFile: systemFile}
	for i := range settings {
		if which(&settings[i]) {
			r.selected = append(r.selected, settings[i])
		}
	}
	if err := r.readSources(flags, environ); err != nil {
		return nil, cli.Usage(err)
	}
	for _, s := range r.selected {
		if v := r.values[s.name]; v.text != "" {
			r.parse(c, &s, v)
		}
	}
	for _, s := range r.selected {
		if r.values[s.name].text != "" || s.required == nil || r.unreadable[s.name] {
			continue
		}
		if why := s.required(c); why != "" {
			r.problems = append(r.problems, s.envName()+" is missing: "+why)
		}
	}
	c.paymentSet = r.values[paymentSetting].origin != defaultOrigin
	switch len(r.problems) {
	case 0:
		return r.values, nil
	case 1:
		return nil, cli.Usage(errors.New(r.problems[0]))
	}
	return nil, cli.Usagef("the configuration is wrong in %d ways:\n  %s", len(r.problems),
		strings.Join(r.problems, "\n  "))
}

func (r *settingsReader) parse(c *configuration, s *setting, v configuredValue) {
	err := s.parse(c, v.text)
	if err == nil {
		return
	}
	shown := fmt.Sprintf(" %q", v.text)
	if s.secret {
		shown = ""
	}
	r.problems = append(r.problems, fmt.Sprintf("%s%s %s (%s)", s.envName(), shown, err, v.origin))
}

// readSources reads the sources in turn; a later one overrides earlier ones.
func (r *settingsReader) readSources(flags *pflag.FlagSet, environ []string) error {
	for _, s := range r.selected {
		if s.defaultValue != "" {
			r.values[s.name] = configuredValue{text: s.defaultValue, origin: defaultOrigin}
		}
	}
	environment, flagValues := parseEnvironment(environ), setFlags(flags)
	if path := cmp.Or(flagValues[fileFlag], environment[fileFlag], pathIfExists(r.systemFile)); path != "" {
		written, err := readSettingsFile(path)
		if err != nil {
			return fmt.Errorf("read the settings: %s: %w", path, err)
		}
		r.reportUnknown(written, path)
		r.addSource(written, path)
	}
	r.addCredentials(lookupEnv(environ, "CREDENTIALS_DIRECTORY"))
	r.addSource(environment, "environment")
	r.addSource(flagValues, "flag")
	r.readSecretFiles()
	return nil
}

// credentialPrefix begins the names of the credentials that systemd makes from the files of a folder
// (LoadCredential=storefront:FOLDER).
const credentialPrefix = "storefront_"

// addCredentials adds the secrets in a service's folder of systemd credentials.
func (r *settingsReader) addCredentials(folder string) {
	if folder == "" {
		return
	}
	for _, s := range r.selected {
		if path := pathIfExists(filepath.Join(folder, credentialPrefix+s.name)); s.secret && path != "" {
			r.values[s.name] = configuredValue{text: path, origin: path, inFile: true}
		}
	}
}

// readSecretFiles reads secrets from their files.
func (r *settingsReader) readSecretFiles() {
	for _, s := range r.selected {
		v := r.values[s.name]
		if !v.inFile {
			continue
		}
		text, err := os.ReadFile(v.text)
		if err != nil {
			r.problems = append(r.problems, fmt.Sprintf("%s_FILE cannot be read: %s", s.envName(), err))
			r.unreadable[s.name] = true
			delete(r.values, s.name)
			continue
		}
		r.values[s.name] = configuredValue{text: strings.TrimRight(string(text), "\r\n"), origin: v.text}
		if strings.TrimSpace(string(text)) == "" {
			r.problems = append(r.problems, fmt.Sprintf("%s_FILE is empty: %s", s.envName(), v.text))
		}
	}
}

// lookupEnv returns a variable of an environment in os.Environ's format; empty if it is not set.
func lookupEnv(environ []string, name string) (value string) {
	for _, one := range environ {
		if v, found := strings.CutPrefix(one, name+"="); found {
			value = v
		}
	}
	return value
}

// pathIfExists returns path if the file exists, and "" otherwise.
func pathIfExists(path string) string {
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	return path
}

// sourceValues has the values of one source by setting. Lists are separated by commas.
type sourceValues map[string]string

// parseEnvironment parses an environment in os.Environ's format. An empty variable is not set.
func parseEnvironment(environ []string) sourceValues {
	settingNames := map[string]string{strings.ToUpper(fileFlag): fileFlag}
	for i := range settings {
		s := &settings[i]
		settingNames[s.envName()] = s.name
		if s.secret {
			settingNames[s.envName()+"_FILE"] = s.fileSetting()
		}
	}
	found := sourceValues{}
	for _, one := range environ {
		variable, value, _ := strings.Cut(one, "=")
		if name, ok := settingNames[variable]; ok && value != "" {
			found[name] = value
		}
	}
	return found
}

// setFlags returns the flags that are set.
func setFlags(flags *pflag.FlagSet) sourceValues {
	found := sourceValues{}
	flags.Visit(func(f *pflag.Flag) { found[f.Name] = f.Value.String() })
	return found
}

// readSettingsFile reads a file of settings. Scalars are taken as written, not as YAML interprets them.
func readSettingsFile(path string) (sourceValues, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var written map[string]yaml.Node
	documents := yaml.NewDecoder(bytes.NewReader(data))
	if err := documents.Decode(&written); err != nil && !errors.Is(err, io.EOF) {
		return nil, explainYAML(err)
	}
	var second any
	if err := documents.Decode(&second); err == nil && second != nil {
		return nil, errors.New("what follows a line --- or ... is not read: a file is one document; remove the line")
	} else if err != nil && !errors.Is(err, io.EOF) {
		return nil, explainYAML(err)
	}
	found := sourceValues{}
	for name, node := range written {
		switch {
		case node.Kind == yaml.SequenceNode:
			var list []string
			if err := node.Decode(&list); err != nil {
				return nil, explainYAML(err)
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

// yamlMessage matches what precedes the parser's own words in its message, and the line, if it names one.
var yamlMessage = regexp.MustCompile(`^yaml: (?:unmarshal errors:\s+)?(?:line (\d+): )?`)

// explainYAML returns an error of the YAML parser with what a settings file consists of.
func explainYAML(err error) error {
	found := yamlMessage.FindStringSubmatch(err.Error())
	if found == nil {
		return err
	}
	return fmt.Errorf("line %s: this is not read as a setting, which is a name, a colon, a space and a value; a value "+
		"with special characters needs quotation marks (%s)", cmp.Or(found[1], "1"), err.Error()[len(found[0]):])
}

// addSource adds the values of one source.
func (r *settingsReader) addSource(from sourceValues, origin string) {
	for _, s := range r.selected {
		text, set := from[s.name]
		if set {
			r.values[s.name] = configuredValue{text: text, origin: origin}
		}
		path := from[s.fileSetting()]
		if !s.secret || path == "" {
			continue
		}
		if set {
			r.problems = append(r.problems, fmt.Sprintf("%s and %s_FILE are both set (%s)", s.envName(), s.envName(),
				origin))
			continue
		}
		r.values[s.name] = configuredValue{text: path, origin: path, inFile: true}
	}
}

// reportUnknown reports unknown settings of a file.
func (r *settingsReader) reportUnknown(written sourceValues, path string) {
	for _, name := range slices.Sorted(maps.Keys(written)) {
		if !slices.ContainsFunc(settings, func(s setting) bool {
			return name == s.name || s.secret &&
				name == s.fileSetting()
		}) {
			r.problems = append(r.problems, fmt.Sprintf("%s: there is no setting %q", path, name))
		}
	}
}
