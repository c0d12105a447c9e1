package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"storefront/internal/core/secret"
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

// isSetting reports whether a server knows a variable, for a secret also with its file's name.
func isSetting(name string) bool {
	return slices.ContainsFunc(settings, func(s setting) bool {
		return s.envName() == name || s.secret && s.envName()+"_FILE" == name
	})
}

// ticketPEM is a key that signs tickets.
const ticketPEM = "-----BEGIN PRIVATE " +
	"KEY-----\nMC4CAQAwBQYDK2VwBCIEIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f\n-----END PRIVATE KEY-----\n"

var dockerfiles = []string{"deploy/Dockerfile.api", "deploy/Dockerfile.generate"}

func TestDockerfilesUseGoAndNodeVersionsOfProject(t *testing.T) {
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

func TestDockerfilesCopyOnlyExistingFiles(t *testing.T) {
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

// composeService is the part of a service that the tests check.
type composeService struct {
	Build       struct{ Context, Dockerfile string }
	Environment map[string]string
	Secrets     []string
}

func TestComposeFilesSetOnlyKnownSettings(t *testing.T) {
	for name, asked := range map[string]string{"deploy/compose.yaml": "",
		"deploy/compose.production.yaml": "stripe-key stripe-webhook-secret smtp-password"} {
		t.Run(name, func(t *testing.T) {
			var compose struct {
				Services map[string]composeService
				Secrets  map[string]struct{ File string }
			}
			if err := yaml.Unmarshal([]byte(read(t, name)), &compose); err != nil {
				t.Fatal(err)
			}
			made := createdSecrets(t, strings.Fields(asked))
			for secret, from := range compose.Secrets {
				if from.File != "secrets/"+secret || !slices.Contains(made, secret) {
					t.Errorf("secrets.sh %s does not make the secret %s (%s)", asked, secret, from.File)
				}
			}
			servers := 0
			for service, s := range compose.Services {
				if file := s.Build.Dockerfile; file != "" && !slices.Contains(dockerfiles, file) {
					t.Errorf("%s is made by %s", service, file)
				}
				if strings.HasPrefix(service, "api") {
					servers++
					starts(t, service, s)
				}
			}
			if servers != 2 {
				t.Errorf("there are %d servers", servers)
			}
		})
	}
	if command := "deploy/secrets.sh stripe-key stripe-webhook-secret smtp-password\n"; !strings.Contains(read(t,
		"docs/running.md"), command) {
		t.Errorf("docs/running.md has no %q", command)
	}
}

// createdSecrets runs secrets.sh with answers to its questions, and returns the names of the files that it makes.
func createdSecrets(t *testing.T, asked []string) (made []string) {
	t.Helper()
	dir := t.TempDir()
	script := filepath.Join(dir, "secrets.sh")
	if err := os.WriteFile(script, []byte(read(t, "deploy/secrets.sh")), 0o755); err != nil {
		t.Fatal(err)
	}
	for range 2 { // existing files stay: the second run asks nothing
		cmd := exec.Command(script, asked...)
		if made == nil {
			cmd.Stdin = strings.NewReader(strings.Repeat("typed\n", len(asked)))
		}
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		made = nil
		entries, err := os.ReadDir(filepath.Join(dir, "secrets"))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			made = append(made, e.Name())
		}
		for _, name := range asked {
			if text, err := os.ReadFile(filepath.Join(dir, "secrets", name)); string(text) != "typed\n" {
				t.Errorf("%s holds %q (%v)", name, text, err)
			}
		}
	}
	return made
}

// starts fails the test if a server of a service would reject its configuration.
func starts(t *testing.T, name string, s composeService) {
	t.Helper()
	environ := []string{"DATABASE_URL=postgres://postgres/storefront", "LINK_SECRET=" +
		strings.Repeat("s", secret.MinBytes),
		"TICKET_KEY=" + ticketPEM,
		"STRIPE_KEY=sk_live_1", "STRIPE_WEBHOOK_SECRET=whsec_1", "SMTP_PASSWORD=secret"}
	environ = slices.DeleteFunc(environ, func(variable string) bool {
		env, _, _ := strings.Cut(variable, "=")
		return s.Environment[env+"_FILE"] == ""
	})
	known := productionEnvironment(t)
	for env, value := range s.Environment {
		if !isSetting(env) {
			t.Errorf("%s: there is no setting %s", name, env)
		}
		if secret, isFile := strings.CutPrefix(value, "/run/secrets/"); isFile && !slices.Contains(s.Secrets, secret) {
			t.Errorf("%s: %s names a secret that it is not given", name, env)
		}
		value = regexp.MustCompile(`\$\{(\w+):\?\}`).ReplaceAllStringFunc(value, func(variable string) string {
			name := strings.Trim(variable, "${}:?")
			if known[name] == "" {
				t.Errorf("production.env has no %s", name)
			}
			return known[name]
		})
		if !strings.HasSuffix(env, "_FILE") {
			environ = append(environ, env+"="+value)
		}
	}
	if _, _, err := loadSettings(t, environ); err != nil {
		t.Errorf("%s would not start: %v", name, err)
	}
}

// runningBlock returns the block of docs/running.md after a mark.
func runningBlock(t *testing.T, mark string) string {
	t.Helper()
	_, block, found := strings.Cut(read(t, "docs/running.md"), "<!-- "+mark+" -->\n\n```")
	if !found {
		t.Fatalf("docs/running.md has nothing marked %q", mark)
	}
	_, block, _ = strings.Cut(block, "\n") // the language
	block, _, _ = strings.Cut(block, "```")
	return block
}

// productionEnvironment returns the variables of the documented production.env.
func productionEnvironment(t *testing.T) map[string]string {
	t.Helper()
	set := map[string]string{}
	for line := range strings.Lines(runningBlock(t, "production.env")) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		set[name] = value
	}
	return set
}

func TestDocumentedHostsMatchContent(t *testing.T) {
	var known []string
	files, err := filepath.Glob(root + "content/deployments/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		var deployment struct{ Hosts []string }
		if err := yaml.Unmarshal([]byte(read(t, strings.TrimPrefix(file, root))), &deployment); err != nil {
			t.Fatal(err)
		}
		known = append(known, deployment.Hosts...)
	}
	for host := range strings.SplitSeq(productionEnvironment(t)["HOSTS"], ", ") {
		if !slices.Contains(known, host) {
			t.Errorf("HOSTS has %s, which no deployment has", host)
		}
	}
}

func TestDocumentedSettingsFilesAreValid(t *testing.T) {
	one := runningBlock(t, "settings on one machine")
	more := runningBlock(t, "settings of several servers")
	for _, text := range []string{one, one + more} {
		values := map[string]any{}
		// the settings of several servers replace lines with the same name
		for line := range strings.Lines(text) {
			if err := yaml.Unmarshal([]byte(line), &values); err != nil {
				t.Fatal(err)
			}
		}
		for name := range values {
			// a file of the machine that the document describes
			if held, isFile := strings.CutSuffix(name, fileSuffix); isFile {
				delete(values, name)
				values[held] = map[string]string{
					"stripe-key": "sk_live_1", "stripe-webhook-secret": "whsec_1", "smtp-password": "secret",
					"database-url": "postgres://postgres/storefront",
					"link-secret":  strings.Repeat("s", secret.MinBytes),
					"ticket-key":   ticketPEM,
				}[held]
			}
		}
		data, err := yaml.Marshal(values)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := loadSettings(t, []string{"CONFIG=" + writeSettings(t, string(data))}); err != nil {
			t.Error(err)
		}
	}
}
