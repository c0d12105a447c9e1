package drill_test

import (
	"os"
	"strings"
	"testing"
)

const (
	unitReady = `exec 3<>/dev/tcp/127.0.0.1/8080
printf 'GET /readyz HTTP/1.1\r\nHost: www.wayfare.example\r\nConnection: close\r\n\r\n' >&3
head -n 1 <&3 | cut -d ' ' -f 2`
	unitState = "systemctl show --property ActiveState,SubState,ExecMainStatus --value storefront | tr '\\n' ' '"
	// Files of the data folder that are not the server's.
	foreignFiles = "find /var/lib/storefront/ ! -user storefront"
)

// TestOneMachineAsDocumented types the page's commands on a machine with systemd.
func TestOneMachineAsDocumented(t *testing.T) {
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
	h.becomes("storefront", "stat --format %U /proc/$(systemctl show --property MainPID --value storefront)")
	h.becomes("600 root", "stat --format '%a %U' /etc/storefront/secrets/* | sort -u")
	h.types("api orders list")
	h.becomes("", foreignFiles)

	h.types(documented(t, "backup on SQLite"))
	h.types("systemctl stop storefront")
	h.types(documented(t, "restore on SQLite"))
	h.types("systemctl start storefront")
	h.becomes("200", unitReady)
	h.becomes("", foreignFiles)

	h.types("kill -KILL $(systemctl show --property MainPID --value storefront)")
	h.becomes("1", "systemctl show --property NRestarts --value storefront")
	h.becomes("200", unitReady)

	h.types("sed --in-place 's/^payment: .*/payment: barter/' /etc/storefront/settings.yaml && systemctl restart storefront")
	h.becomes("2 failed failed", unitState)
}
