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
	// Files of the data folder that are not the server's.
	foreignFiles = "find /var/lib/storefront/ ! -user storefront"
	unitsPID     = "$(systemctl show --property MainPID --value storefront)"
)

// status returns a command that prints the status of a page.
func status(url string, flags ...string) string {
	return fmt.Sprintf("curl --silent --show-error --output /dev/null --write-out '%%{http_code}' %s %s",
		strings.Join(flags, " "), url)
}

var unitReady = status("http://127.0.0.1:8080/readyz")

// TestMachinesAsDocumented types the page's commands on a machine with systemd, which becomes one of several later.
func TestMachinesAsDocumented(t *testing.T) {
	t.Parallel() // it mostly waits
	h := bootHost(t)
	h.env = append(h.env, "DATA=/var/lib/storefront", "BACKUPS=/var/backups/storefront")
	for _, name := range []string{"api", "generate"} {
		program, err := os.Open(built(t, name))
		must(t, err)
		h.place("/usr/local/bin/"+name, "755", program)
		must(t, program.Close())
	}
	h.types(documented(t, "install on one machine"))
	h.reads(strings.NewReader("sk_live_drill\nwhsec_drill\npassword\n"), documented(t, "secrets on one machine"))
	h.place("/etc/storefront/settings.yaml", "644", strings.NewReader(documented(t, "settings on one machine")))
	h.types("systemd-analyze verify /etc/systemd/system/storefront.service")
	h.types(documented(t, "start on one machine"))
	h.becomes("200", unitReady)
	h.becomes("storefront", "stat --format %U /proc/"+unitsPID)
	h.becomes("600 root", "stat --format '%a %U' /etc/storefront/secrets/* | sort -u")
	h.types("api orders list")
	h.becomes("", foreignFiles)

	nginxInFront(h)
	restoresSQLite(h)

	h.types("kill -KILL " + unitsPID)
	h.becomes("1", "systemctl show --property NRestarts --value storefront")
	h.becomes("200", unitReady)

	oneOfSeveral(h)

	h.types("sed --in-place 's/^payment: .*/payment: barter/' /etc/storefront/settings.yaml && systemctl restart " +
		"storefront")
	h.becomes("2 failed failed", unitState)
}

// nginxInFront puts nginx before the server, which has a certificate only once it answers the question for one.
func nginxInFront(h *host) {
	h.Helper()
	text := documented(h, "nginx on one machine")
	first, _, _ := strings.Cut(text, "upstream ")
	h.place("/etc/nginx/conf.d/storefront.conf", "644", strings.NewReader(first))
	h.types("nginx -t && nginx")
	h.place("/var/www/html/.well-known/acme-challenge/question", "644", strings.NewReader("answer"))
	const page = "www.wayfare.example"
	h.becomes("answer", "curl --silent --resolve "+page+":80:127.0.0.1 http://"+
		page+"/.well-known/acme-challenge/question")

	dir := certified(h)
	for _, name := range []string{"fullchain.pem", "privkey.pem"} {
		file, err := os.Open(filepath.Join(dir, name))
		must(h, err)
		h.place("/etc/letsencrypt/live/storefront/"+name, "600", file)
		must(h, file.Close())
	}
	h.place("/etc/nginx/conf.d/storefront.conf", "644", strings.NewReader(text))
	h.types("nginx -t && nginx -s reload")
	const other = "www.bahlatrails.example"
	resolved := "--resolve " + other + ":443:127.0.0.1 --resolve " + page + ":80:127.0.0.1 --resolve " +
		page + ":443:127.0.0.1 --cacert /etc/letsencrypt/live/storefront/fullchain.pem"
	h.becomes("301 https://"+page+"/en", "curl --silent --output /dev/null --write-out '%{http_code} %{redirect_url}' "+
		resolved+" http://"+page+"/en")
	h.becomes("200 2", "curl --silent --output /dev/null --write-out '%{http_code} %{http_version}' "+
		resolved+" https://"+page+"/")
	h.becomes("200", status("https://"+other+"/", resolved))
	h.becomes("strict-transport-security", "curl --silent --head "+resolved+" https://"+
		page+"/ | grep -o strict-transport-security")
	h.becomes("421", status("https://"+page+"/", resolved, "--header 'Host: elsewhere.example'"))
}

func restoresSQLite(h *host) {
	h.Helper()
	h.types(documented(h, "backup on SQLite"))
	h.types("systemctl stop storefront")
	h.types(documented(h, "restore on SQLite"))
	h.types("systemctl start storefront")
	h.becomes("200", unitReady)
	h.becomes("", foreignFiles)
}

const postgresUnit = `[Service]
Type=notify
User=postgres
RuntimeDirectory=postgresql
ExecStart=/usr/lib/postgresql/15/bin/postgres -D /var/lib/postgresql/drill -k /run/postgresql -c listen_addresses=127.0.0.1
`

// oneOfSeveral has the server use a PostgreSQL of the machine, lose it, and start without it.
func oneOfSeveral(h *host) {
	h.Helper()
	const password = "secret"
	h.place("/etc/systemd/system/postgresql.service", "644", strings.NewReader(postgresUnit))
	h.types("install -d -o postgres -m 700 /var/lib/postgresql/drill; cd /; runuser -u postgres -- " +
		"/usr/lib/postgresql/15/bin/initdb --auth-local trust " +
		"--auth-host scram-sha-256 --no-sync /var/lib/postgresql/drill; systemctl daemon-reload; systemctl start " +
		"postgresql")
	asSuperuser := "psql --quiet --username postgres --host /run/postgresql --command "
	h.types(asSuperuser + `"CREATE ROLE storefront LOGIN PASSWORD '` + password + `'" ` + "; " +
		asSuperuser + `"CREATE DATABASE storefront OWNER storefront"`)

	h.reads(strings.NewReader("postgres://storefront:"+password+"@127.0.0.1/storefront\n"),
		documented(h, "secrets of several servers"))
	h.types("ip address add 10.0.0.11/32 dev lo")
	h.place("/etc/storefront/settings.yaml", "644",
		strings.NewReader(changed(documented(h, "settings on one machine"),
			documented(h, "settings of several servers"))))
	h.types("api config && systemctl restart storefront")
	cart := status("http://10.0.0.11:8080/api/v1/cart", "--header 'Host: www.wayfare.example'")
	h.becomes("200", cart)
	h.becomes("600 root", "stat --format '%a %U' /etc/storefront/secrets/* | sort -u")

	// The other servers that the page names are not there.
	h.place("/etc/nginx/conf.d/storefront.conf", "644", strings.NewReader(nginxOfSeveral(h)))
	h.types("nginx -t && nginx -s reload")
	h.becomes("200", status("https://www.wayfare.example/", "--insecure --resolve www.wayfare.example:443:127.0.0.1"))

	h.types("systemctl stop postgresql && systemctl restart storefront")
	h.becomes("200", status("http://10.0.0.11:8080/readyz"))
	h.becomes("503", cart)
	h.types("systemctl start postgresql")
	h.becomes("200", cart)

	url := "export DATABASE_URL=$(cat /etc/storefront/secrets/database-url)\n"
	h.types(url + documented(h, "backup on PostgreSQL"))
	h.types("systemctl stop storefront")
	h.types(asSuperuser + `"DROP DATABASE storefront"; ` + asSuperuser +
		`"CREATE DATABASE storefront OWNER storefront"`)
	h.types(url + documented(h, "restore on PostgreSQL"))
	h.types("systemctl start storefront")
	h.becomes("200", cart)
	h.types("cd $(mktemp --directory) && api orders list && [ -z \"$(ls --almost-all)\" ]")
}

// changed returns settings with the lines of others in the place of theirs of the same name, or after them.
func changed(settings, others string) string {
	for line := range strings.Lines(others) {
		name, _, _ := strings.Cut(line, ":")
		kept := ""
		for was := range strings.Lines(settings) {
			if !strings.HasPrefix(was, name+":") {
				kept += was
			}
		}
		settings = kept + line
	}
	return settings
}
