package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

const root = "../../"

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, path))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// isSetting says that a server knows a variable, and as a file's name where it is a secret.
func isSetting(name string) bool {
	return slices.ContainsFunc(settings, func(s setting) bool {
		return s.env() == name || s.secret && s.env()+"_FILE" == name
	})
}

var dockerfiles = []string{"deploy/Dockerfile.api", "deploy/Dockerfile.generate"}

func TestImagesAreMadeWithTheLanguagesThatTheProjectNames(t *testing.T) {
	goVersion := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(read(t, "go.mod"))[1]
	var p struct{ Engines struct{ Node string } }
	if err := json.Unmarshal([]byte(read(t, "package.json")), &p); err != nil {
		t.Fatal(err)
	}
	nodeMajor, _, _ := strings.Cut(strings.TrimLeft(p.Engines.Node, ">=^~"), ".")
	wanted := map[string]string{"golang": goVersion + ".", "node": nodeMajor + ".", "debian": "bookworm-slim"}
	for _, name := range dockerfiles {
		for _, from := range regexp.MustCompile(`(?m)^FROM (\S+?):(\S+)`).FindAllStringSubmatch(read(t, name), -1) {
			if want, known := wanted[from[1]]; !known || !strings.HasPrefix(from[2], want) {
				t.Errorf("%s: %s:%s is not of the version %s…", name, from[1], from[2], want)
			}
		}
	}
}

func TestImagesAreMadeOfWhatIsThere(t *testing.T) {
	sent := strings.Split(read(t, ".dockerignore"), "\n")
	for _, name := range dockerfiles {
		text := read(t, name)
		if !regexp.MustCompile(`(?m)^USER 10001:10001$`).MatchString(text) {
			t.Errorf("%s runs as root", name)
		}
		copies := regexp.MustCompile(`(?m)^COPY ([^-\s].*)$`).FindAllStringSubmatch(text, -1)
		if len(copies) < 4 {
			t.Errorf("%s copies only %v", name, copies)
		}
		for _, c := range copies {
			words := strings.Fields(c[1])
			for _, path := range words[:len(words)-1] {
				if _, err := os.Stat(filepath.Join(root, path)); err != nil {
					t.Errorf("%s: %v", name, err)
				}
				if !slices.Contains(sent, "!"+path) {
					t.Errorf("%s copies %s, which .dockerignore keeps back", name, path)
				}
			}
		}
		for _, variables := range regexp.MustCompile(`(?m)^ENV (.*)$`).FindAllStringSubmatch(text, -1) {
			for _, v := range strings.Fields(variables[1]) {
				if env, _, _ := strings.Cut(v, "="); !isSetting(env) {
					t.Errorf("%s: there is no setting %s", name, env)
				}
			}
		}
	}
}

func TestTheComposeFileSetsWhatServersKnow(t *testing.T) {
	type service struct {
		Build       struct{ Context, Dockerfile string }
		Environment map[string]string
		Secrets     []string
	}
	var compose struct {
		Services map[string]service
		Secrets  map[string]struct{ File string }
	}
	if err := yaml.Unmarshal([]byte(read(t, "deploy/compose.yaml")), &compose); err != nil {
		t.Fatal(err)
	}
	made := read(t, "deploy/secrets.sh")
	for name, secret := range compose.Secrets {
		if secret.File != "secrets/"+name || !strings.Contains(made, "[ -e "+name+" ] ||") {
			t.Errorf("secrets.sh does not make the secret %s (%s)", name, secret.File)
		}
	}
	servers := 0
	for name, s := range compose.Services {
		if file := s.Build.Dockerfile; file != "" && !slices.Contains(dockerfiles, file) {
			t.Errorf("%s is made by %s", name, file)
		}
		if !strings.HasPrefix(name, "api") {
			continue
		}
		servers++
		for env, value := range s.Environment {
			if !isSetting(env) {
				t.Errorf("%s: there is no setting %s", name, env)
			}
			if secret, isFile := strings.CutPrefix(value, "/run/secrets/"); isFile && !slices.Contains(s.Secrets, secret) {
				t.Errorf("%s: %s names a secret that it is not given", name, env)
			}
		}
		environ := []string{"DATABASE_URL=postgres://postgres/storefront", "LINK_SECRET=" + strings.Repeat("s", shortestSecret),
			"TICKET_KEY=-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f\n-----END PRIVATE KEY-----\n"}
		for env, value := range s.Environment {
			if !strings.HasSuffix(env, "_FILE") {
				environ = append(environ, env+"="+value)
			}
		}
		if _, _, err := loaded(t, environ); err != nil {
			t.Errorf("%s would not start: %v", name, err)
		}
	}
	if servers != 2 {
		t.Errorf("there are %d servers", servers)
	}
}

func TestTheDocumentedFileOfSettingsIsUnderstood(t *testing.T) {
	blocks := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(read(t, "docs/running.md"), -1)
	if len(blocks) != 1 {
		t.Fatalf("docs/running.md has %d files of settings", len(blocks))
	}
	// Secrets are files on the machine that is written of.
	text := regexp.MustCompile(`(?m)^(\S+)-file: .*$`).ReplaceAllString(blocks[0][1], "$1: "+strings.Repeat("s", shortestSecret))
	text = strings.NewReplacer("stripe-key: ", "stripe-key: sk_live_", "stripe-webhook-secret: ", "stripe-webhook-secret: whsec_").Replace(text)
	if _, _, err := loaded(t, []string{"CONFIG=" + written(t, text)}); err != nil {
		t.Error(err)
	}
}
