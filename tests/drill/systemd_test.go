package drill_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	unitState = "systemctl show --property ActiveState,SubState,ExecMainStatus --value storefront | tr '\\n' ' '"
	// Lists files of the data folder that the server's user does not own.
	foreignFiles = "find /var/lib/storefront/ ! -user storefront"
	unitsPID     = "$(systemctl show --property MainPID --value storefront)"
)

// statusCommand returns a command that prints the status of a page.
func statusCommand(url string, flags ...string) string {
	return fmt.Sprintf("curl --silent --show-error --output /dev/null --write-out '%%{http_code}' %s %s",
		strings.Join(flags, " "), url)
}

var unitReady = statusCommand("http://127.0.0.1:8080/readyz")

// TestDocumentedMachinesRunOnSystemd runs the commands of docs/running.md on a host with systemd: first as a single
// machine, then as one of several servers.
func TestDocumentedMachinesRunOnSystemd(t *testing.T) {
	t.Parallel() // it mostly waits
	h := bootHost(t)
	h.env = append(h.env, "DATA=/var/lib/storefront", "BACKUPS=/var/backups/storefront")
	for _, name := range []string{"api", "generate"} {
		program, err := os.Open(programPath(t, name))
		must(t, err)
		h.copyFile("/usr/local/bin/"+name, "755", program)
		must(t, program.Close())
	}
	h.run(docBlock(t, "install on one machine"))
	h.runWithInput(strings.NewReader("sk_live_drill\nwhsec_drill\npassword\n"), docBlock(t, "secrets on one machine"))
	h.copyFile("/etc/storefront/settings.yaml", "644", strings.NewReader(docBlock(t, "settings on one machine")))
	h.run("systemd-analyze verify /etc/systemd/system/storefront.service")
	h.run(docBlock(t, "start on one machine"))
	h.waitFor("200", unitReady)
	h.waitFor("storefront", "stat --format %U /proc/"+unitsPID)
	h.waitFor("600 root", "stat --format '%a %U' /etc/storefront/secrets/* | sort -u")
	h.run("api orders list")
	h.waitFor("", foreignFiles)

	putNginxInFront(h)
	restoreSQLite(h)

	h.run("kill -KILL " + unitsPID)
	h.waitFor("1", "systemctl show --property NRestarts --value storefront")
	h.waitFor("200", unitReady)

	configureSeveralServers(h)

	h.run("sed --in-place 's/^payment: .*/payment: barter/' /etc/storefront/settings.yaml && systemctl restart " +
		"storefront")
	h.waitFor("2 failed failed", unitState)
}

// putNginxInFront starts nginx in front of the server. The certificate is added after nginx has answered an ACME
// challenge.
func putNginxInFront(h *host) {
	h.Helper()
	text := docBlock(h, "nginx on one machine")
	first, _, _ := strings.Cut(text, "upstream ")
	h.copyFile("/etc/nginx/conf.d/storefront.conf", "644", strings.NewReader(first))
	h.run("nginx -t && nginx")
	h.copyFile("/var/www/html/.well-known/acme-challenge/token", "644", strings.NewReader("answer"))
	const page = "www.wayfare.example"
	h.waitFor("answer", "curl --silent --resolve "+page+":80:127.0.0.1 http://"+
		page+"/.well-known/acme-challenge/token")

	dir := makeCertificate(h)
	for _, name := range []string{"fullchain.pem", "privkey.pem"} {
		file, err := os.Open(filepath.Join(dir, name))
		must(h, err)
		h.copyFile("/etc/letsencrypt/live/storefront/"+name, "600", file)
		must(h, file.Close())
	}
	h.copyFile("/etc/nginx/conf.d/storefront.conf", "644", strings.NewReader(text))
	h.run("nginx -t && nginx -s reload")
	const other = "www.bahlatrails.example"
	resolved := "--resolve " + other + ":443:127.0.0.1 --resolve " + page + ":80:127.0.0.1 --resolve " +
		page + ":443:127.0.0.1 --cacert /etc/letsencrypt/live/storefront/fullchain.pem"
	h.waitFor("301 https://"+page+"/en", "curl --silent --output /dev/null --write-out '%{http_code} %{redirect_url}' "+
		resolved+" http://"+page+"/en")
	h.waitFor("200 2", "curl --silent --output /dev/null --write-out '%{http_code} %{http_version}' "+
		resolved+" https://"+page+"/")
	h.waitFor("200", statusCommand("https://"+other+"/", resolved))
	h.waitFor("strict-transport-security", "curl --silent --head "+resolved+" https://"+
		page+"/ | grep -o strict-transport-security")
	h.waitFor("421", statusCommand("https://"+page+"/", resolved, "--header 'Host: elsewhere.example'"))
}

// restoreSQLite takes a backup on SQLite and restores it.
func restoreSQLite(h *host) {
	h.Helper()
	h.run(docBlock(h, "backup on SQLite"))
	h.run("systemctl stop storefront")
	h.run(docBlock(h, "restore on SQLite"))
	h.run("systemctl start storefront")
	h.waitFor("200", unitReady)
	h.waitFor("", foreignFiles)
}

const postgresUnit = `[Service]
Type=notify
User=postgres
RuntimeDirectory=postgresql
ExecStart=/usr/lib/postgresql/15/bin/postgres -D /var/lib/postgresql/drill -k /run/postgresql -c listen_addresses=127.0.0.1
`

// configureSeveralServers configures the server as one of several on PostgreSQL, restarts it while PostgreSQL is down,
// and restores a backup.
func configureSeveralServers(h *host) {
	h.Helper()
	const password = "secret"
	h.copyFile("/etc/systemd/system/postgresql.service", "644", strings.NewReader(postgresUnit))
	h.run("install -d -o postgres -m 700 /var/lib/postgresql/drill; cd /; runuser -u postgres -- " +
		"/usr/lib/postgresql/15/bin/initdb --auth-local trust " +
		"--auth-host scram-sha-256 --no-sync /var/lib/postgresql/drill; systemctl daemon-reload; systemctl start " +
		"postgresql")
	asSuperuser := "psql --quiet --username postgres --host /run/postgresql --command "
	h.run(asSuperuser + `"CREATE ROLE storefront LOGIN PASSWORD '` + password + `'" ` + "; " +
		asSuperuser + `"CREATE DATABASE storefront OWNER storefront"`)

	h.runWithInput(strings.NewReader("postgres://storefront:"+password+"@127.0.0.1/storefront\n"),
		docBlock(h, "secrets of several servers"))
	h.run("ip address add 10.0.0.11/32 dev lo")
	h.copyFile("/etc/storefront/settings.yaml", "644",
		strings.NewReader(mergeSettings(docBlock(h, "settings on one machine"),
			docBlock(h, "settings of several servers"))))
	h.run("api config && systemctl restart storefront")
	cart := statusCommand("http://10.0.0.11:8080/api/v1/cart", "--header 'Host: www.wayfare.example'")
	h.waitFor("200", cart)
	h.waitFor("600 root", "stat --format '%a %U' /etc/storefront/secrets/* | sort -u")

	// Of the documented servers only this one exists.
	h.copyFile("/etc/nginx/conf.d/storefront.conf", "644", strings.NewReader(nginxForSeveralServers(h)))
	h.run("nginx -t && nginx -s reload")
	h.waitFor("200", statusCommand("https://www.wayfare.example/",
		"--insecure --resolve www.wayfare.example:443:127.0.0.1"))

	h.run("systemctl stop postgresql && systemctl restart storefront")
	h.waitFor("200", statusCommand("http://10.0.0.11:8080/readyz"))
	h.waitFor("503", cart)
	h.run("systemctl start postgresql")
	h.waitFor("200", cart)

	url := "export DATABASE_URL=$(cat /etc/storefront/secrets/database-url)\n"
	h.run(url + docBlock(h, "backup on PostgreSQL"))
	h.run("systemctl stop storefront")
	h.run(asSuperuser + `"DROP DATABASE storefront"; ` + asSuperuser +
		`"CREATE DATABASE storefront OWNER storefront"`)
	h.run(url + docBlock(h, "restore on PostgreSQL"))
	h.run("systemctl start storefront")
	h.waitFor("200", cart)
	h.run("cd $(mktemp --directory) && api orders list && [ -z \"$(ls --almost-all)\" ]")
}

// mergeSettings returns settings with the lines of others added. A line of others replaces the line of the same name.
func mergeSettings(settings, others string) string {
	for line := range strings.Lines(others) {
		name, _, _ := strings.Cut(line, ":")
		rest := ""
		for old := range strings.Lines(settings) {
			if !strings.HasPrefix(old, name+":") {
				rest += old
			}
		}
		settings = rest + line
	}
	return settings
}
