package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"storefront/internal/core/secret"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// loadSettings loads settings as a server does.
func loadSettings(t *testing.T, environ []string, args ...string) (configuration, map[string]configuredValue, error) {
	t.Helper()
	f := pflag.NewFlagSet("serve", pflag.ContinueOnError)
	settingFlags(f, anySetting)
	if err := f.Parse(args); err != nil {
		t.Fatal(err)
	}
	var c configuration
	values, err := c.load(f, environ, anySetting)
	return c, values, err
}

func writeSettings(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "written")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFlagsOverrideEnvironmentWhichOverridesFile(t *testing.T) {
	file := writeSettings(t, "addr: file:1\nlog-level: warn\nhold: 3m\n")
	other := writeSettings(t, "addr: other:1\n")
	for _, c := range []struct {
		environ, args []string
		want, origin  string
	}{
		{nil, nil, "127.0.0.1:8080", "default"},
		{[]string{"CONFIG=" + file}, nil, "file:1", file},
		{[]string{"CONFIG=" + file}, []string{"--config", other}, "other:1", other},
		{[]string{"CONFIG=" + file, "ADDR=environment:1"}, nil, "environment:1", "environment"},
		{[]string{"CONFIG=" + file, "ADDR=environment:1"}, []string{"--addr", "flag:1"}, "flag:1", "flag"},
		// An empty variable is not set, and of two with one name the last counts, as for any program.
		{[]string{"CONFIG=" + file, "ADDR="}, nil, "file:1", file},
		{[]string{"ADDR=first:1", "ADDR=last:1"}, nil, "last:1", "environment"},
	} {
		got, values, err := loadSettings(t, c.environ, c.args...)
		if err != nil || got.addr != c.want || values["addr"] != (configuredValue{text: c.want, origin: c.origin}) {
			t.Errorf("%v %v: %q, %+v, %v; want %q of %s", c.environ, c.args, got.addr, values["addr"], err, c.want,
				c.origin)
		}
	}
}

func TestEverySettingCanBeSetInTheEnvironmentAndInTheFile(t *testing.T) {
	const pem = ticketPEM
	long := strings.Repeat("s", secret.MinBytes)
	texts := map[string]string{
		"addr": "[::1]:80", "log-level": "error", "log-format": "json", "monitor-addr": "127.0.0.1:9090",
		"slow-query": "1s", "builds": "b", "data": "d", "database-url": "postgres://x", "drain": "7s",
		"hold": "20m", "waiting-offer": "3h",
		"unpaid-share": "40", "unpaid-seats": "99", "unpaid-orders": "3", "network-carts": "98",
		"network-checkouts": "97", "keep-carts": "1000h", "keep-unpaid": "900h",
		"keep-notes": "800h", "keep-orders": "9000h", "keep-messages": "700h",
		"payment": "stripe", "stripe-key": "sk_test_1", "stripe-webhook-secret": "whsec_1",
		"stripe-accounts": "derb-house sk_live_1 whsec_2", "origin": "https://{deployment}.example.com",
		"trusted-proxies": "10.0.0.0/8", "private-webhooks": "yes",
		"picture-hosts": "images.example.com", "picture-cache": "99",
		"smtp-host": "mail", "smtp-port": "25", "smtp-tls": "none", "smtp-user": "us",
		"smtp-password": "pw", "mail-from": "{deployment}@example.com", "messaging-url": "https://example.com/in?x=1",
		"messaging-secret": long, "ticket-key": pem, "link-secret": long,
	}
	var environ []string
	file := ""
	for _, s := range settings {
		environ = append(environ, s.envName()+"="+texts[s.name])
		file += fmt.Sprintf("%s: %q\n", s.name, texts[s.name])
	}
	fromFile, values, err := loadSettings(t, []string{"CONFIG=" + writeSettings(t, file)})
	if err != nil {
		t.Fatal(err)
	}
	fromEnvironment, _, err := loadSettings(t, environ)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range settings {
		if texts[s.name] == "" || texts[s.name] == s.defaultValue || values[s.name].text != texts[s.name] {
			t.Errorf("%s is %q of the file, want %q", s.name, values[s.name].text, texts[s.name])
		}
	}
	if a, b := fmt.Sprintf("%+v", fromFile), fmt.Sprintf("%+v", fromEnvironment); a != b {
		t.Errorf("the file gives\n%s\nand the environment\n%s", a, b)
	}
}

func TestASecretIsReadFromAFileAndHasNoFlag(t *testing.T) {
	f := pflag.NewFlagSet("serve", pflag.ContinueOnError)
	settingFlags(f, anySetting)
	for _, s := range settings {
		if (f.Lookup(s.name) == nil) != s.secret || f.Lookup(s.fileSetting()) != nil {
			t.Errorf("%s has a flag: %v", s.name, f.Lookup(s.name) != nil)
		}
	}
	secret := strings.Repeat("s", secret.MinBytes)
	path := writeSettings(t, secret+"\r\n")
	c, values, err := loadSettings(t, []string{"LINK_SECRET_FILE=" + path})
	if err != nil || c.linkSecret != secret || values["link-secret"].origin != path {
		t.Errorf("%q of %q, %v", c.linkSecret, values["link-secret"].origin, err)
	}
	// The environment's secret file overrides the settings file's secret.
	c, _, err = loadSettings(t, []string{"LINK_SECRET_FILE=" + path,
		"CONFIG=" + writeSettings(t, "link-secret: "+strings.Repeat("f", 40))})
	if err != nil || c.linkSecret != secret {
		t.Errorf("%q, %v", c.linkSecret, err)
	}
	for name, environ := range map[string][]string{
		"LINK_SECRET_FILE cannot be read": {"LINK_SECRET_FILE=" + filepath.Join(t.TempDir(), "none")},
		"LINK_SECRET_FILE is empty":       {"LINK_SECRET_FILE=" + writeSettings(t, " \n")},
		"are both set":                    {"LINK_SECRET_FILE=" + path, "LINK_SECRET=" + secret},
	} {
		if _, _, err := loadSettings(t, environ); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%v, want %s", err, name)
		}
	}
	_, _, err = loadSettings(t, []string{"PAYMENT=stripe", "STRIPE_WEBHOOK_SECRET=whsec_1", "STRIPE_KEY_FILE=" +
		filepath.Join(t.TempDir(), "none")})
	if err == nil || strings.Contains(err.Error(), "STRIPE_KEY is missing") {
		t.Errorf("a secret whose file cannot be read is reported as missing too: %v", err)
	}
}

func TestCredentialsOverrideTheFileButNotTheEnvironment(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "storefront_stripe-key"), []byte("sk_live_credential\n"),
		0o400); err != nil {
		t.Fatal(err)
	}
	// The service cannot read root's file of the settings.
	file := writeSettings(t, "stripe-key-file: "+filepath.Join(t.TempDir(), "unreadable")+"\n")
	environ := []string{"CONFIG=" + file, "CREDENTIALS_DIRECTORY=" + folder}
	if c, _, err := loadSettings(t, environ); err != nil || c.stripeKey != "sk_live_credential" {
		t.Errorf("%q, %v", c.stripeKey, err)
	}
	if c, _, err := loadSettings(t, append(environ, "STRIPE_KEY=sk_live_environment")); err != nil ||
		c.stripeKey != "sk_live_environment" {
		t.Errorf("%q, %v", c.stripeKey, err)
	}
}

func TestSystemSettingsFileIsReadUnlessCONFIGIsSet(t *testing.T) {
	system, named := writeSettings(t, "addr: system:1\n"), writeSettings(t, "addr: named:1\n")
	for _, c := range []struct {
		environ []string
		want    string
	}{
		{nil, "system:1"},
		{[]string{"CONFIG=" + named}, "named:1"},
	} {
		r := &settingsReader{values: map[string]configuredValue{}, unreadable: map[string]bool{}, selected: settings,
			systemFile: system}
		if err := r.readSources(pflag.NewFlagSet("orders", pflag.ContinueOnError), c.environ); err != nil ||
			r.values["addr"].text != c.want {
			t.Errorf("%v: %v, %v; want %s", c.environ, r.values["addr"], err, c.want)
		}
	}
}

func TestSettingsFileWithTwoYAMLDocumentsIsRejected(t *testing.T) {
	for text, isOne := range map[string]bool{"---\naddr: a:1\n...\n": true, "addr: a:1\n---\n# end\n": true, "": true,
		"addr: a:1\n---\nhold: 20m\n": false, "addr: a:1\n...\nhold: 20m\n": false} {
		if _, err := readSettingsFile(writeSettings(t, text)); (err == nil) != isOne {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestAllMissingDependentSettingsAreReported(t *testing.T) {
	long := strings.Repeat("s", secret.MinBytes)
	for _, c := range []struct {
		environ string
		wrong   []string
	}{
		{"", nil},
		{"MAIL_FROM=a@example.com", nil},
		{"SMTP_HOST=mail MAIL_FROM=a@example.com", nil},
		{"SMTP_HOST=mail", []string{"MAIL_FROM"}},
		{"SMTP_USER=us", []string{"SMTP_HOST", "SMTP_PASSWORD"}},
		{"SMTP_PASSWORD=pw SMTP_HOST=mail", []string{"SMTP_USER", "MAIL_FROM"}},
		{"MESSAGING_URL=https://example.com", []string{"MESSAGING_SECRET"}},
		{"MESSAGING_SECRET=" + long, []string{"MESSAGING_URL"}},
		{"PAYMENT=stripe", []string{"STRIPE_KEY", "STRIPE_WEBHOOK_SECRET"}},
		{"DATABASE_URL=postgres://x", []string{"TICKET_KEY", "LINK_SECRET"}},
	} {
		_, _, err := loadSettings(t, strings.Fields(c.environ))
		if (err != nil) != (len(c.wrong) > 0) {
			t.Errorf("%s: %v", c.environ, err)
			continue
		}
		if got := strings.Count(fmt.Sprint(err), "is missing"); got != len(c.wrong) {
			t.Errorf("%s: %d are missing: %v", c.environ, got, err)
		}
		for _, name := range c.wrong {
			if !strings.Contains(err.Error(), name+" is missing") {
				t.Errorf("%s: %v does not name %s", c.environ, err, name)
			}
		}
	}
}

func TestInvalidSettingsAreRejectedByName(t *testing.T) {
	for _, one := range []string{
		"ADDR=8080", "LOG_LEVEL=loud", "LOG_FORMAT=xml", "MONITOR_ADDR=9090", "SLOW_QUERY=0s", "HOLD=10", "HOLD=-5m",
		"PAYMENT=barter", "ORIGIN=example.com", "ORIGIN=https://example.com/shop",
		"ORIGIN=ftp://example.com", "TRUSTED_PROXIES=10.0.0.1", "SMTP_PORT=0", "SMTP_PORT=65536", "SMTP_TLS=always",
		"MAIL_FROM=us", "MAIL_FROM=Us <us@example.com>",
		"MESSAGING_URL=example.com", "TICKET_KEY=secret", "LINK_SECRET=short", "ADDR=127.0.0.1:99999", "HOLD=900h",
		"DATABASE_URL=mysql://host/shop", "STRIPE_KEY=pk_live_1", "STRIPE_WEBHOOK_SECRET=x",
		"SMTP_HOST=mail.example.com:25",
		"TRUSTED_PROXIES=0.0.0.0/0", "PICTURE_HOSTS=http://x/y",
	} {
		_, _, err := loadSettings(t, []string{one})
		name, value, _ := strings.Cut(one, "=")
		if err == nil || !strings.Contains(err.Error(), name+" ") {
			t.Errorf("%s: %v", one, err)
		}
		if name == "TICKET_KEY" && strings.Contains(fmt.Sprint(err), value+" ") {
			t.Errorf("an error reveals a secret: %v", err)
		}
	}
}

func TestErrorOfListSettingNamesInvalidEntry(t *testing.T) {
	for one, want := range map[string]string{
		"PICTURE_HOSTS=http//x":           `PICTURE_HOSTS "http//x" is not a host of pictures such as images.example.com`,
		"PICTURE_HOSTS=a.example,http//x": `PICTURE_HOSTS "a.example,http//x" contains "http//x", which is not a host`,
		"TRUSTED_PROXIES=10.0.0.1":        `TRUSTED_PROXIES "10.0.0.1" is not a network such as 10.0.0.0/8`,
	} {
		if _, _, err := loadSettings(t, []string{one}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", one, err)
		}
	}
}

func TestErrorOfInvalidSettingsFileNamesLine(t *testing.T) {
	for text, want := range map[string]string{
		"hold: 15m\nbase-url: [\n": ": line 2: this is not read as a setting, which is a name, a colon",
		"hold\n":                   ": line 1: this is not read as a setting",
		"@hold: 15m\n":             ": line 1: this is not read as a setting",
	} {
		_, _, err := loadSettings(t, []string{"CONFIG=" + writeSettings(t, text)})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// This test writes the reference of settings: UPDATE_GOLDEN=1 go test ./cmd/api -run Documented
func TestEverySettingIsDocumented(t *testing.T) {
	const path, first, last = "../../docs/operating.md", "<!-- settings -->\n", "<!-- end of settings -->"
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(data), first)
	_, after, ended := strings.Cut(rest, last)
	if !found || !ended {
		t.Fatal("docs/operating.md has no place for the settings")
	}
	want := before + first + settingsTable() + last + after
	if want == string(data) {
		return
	}
	if os.Getenv("UPDATE_GOLDEN") == "" {
		t.Fatal("docs/operating.md has other settings than the program")
	}
	if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

func settingsTable() string {
	var out strings.Builder
	out.WriteString("\n| environment | flag | default | meaning |\n|---|---|---|---|\n")
	fmt.Fprintf(&out, "| `CONFIG` | `--%s` | `%s`, if it exists | the settings file, in YAML |\n", fileFlag, systemFile)
	for _, s := range settings {
		flag, otherwise := "`--"+s.name+"`", ""
		if s.secret {
			flag = "secret"
		}
		if s.defaultValue != "" {
			otherwise = "`" + s.defaultValue + "`"
		}
		fmt.Fprintf(&out, "| `%s` | %s | %s | %s |\n", s.envName(), flag, otherwise, s.help)
	}
	out.WriteString("\n")
	return out.String()
}

func TestParseStripeAccountsReadsOneAccountALine(t *testing.T) {
	good, err := parseStripeAccounts("derb-house sk_live_1 whsec_1\n\n  layl rk_test_2   whsec_2\n")
	if want := []stripeAccount{{"derb-house", "sk_live_1", "whsec_1"}, {"layl", "rk_test_2", "whsec_2"}}; err != nil ||
		!slices.Equal(good, want) {
		t.Errorf("%+v, %v", good, err)
	}
	for text, want := range map[string]string{
		"derb-house sk_live_1":                     "a line of 2 words",
		"derb-house pk_live_1 whsec_1":             "for derb-house a value that does not begin with sk_test_",
		"derb-house sk_live_1 x":                   "for derb-house a value that does not begin with whsec_",
		"a sk_live_1 whsec_1\na sk_live_2 whsec_2": "names a twice",
	} {
		if _, err := parseStripeAccounts(text); err == nil || !strings.Contains(err.Error(), want) ||
			strings.Contains(err.Error(), "live_1") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
