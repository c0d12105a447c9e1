package redirect_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"storefront/internal/core/payload"
	"storefront/internal/core/redirect"
)

// A real nginx runs the maps with the test cases of the server's and the browser's rules.
func TestNginxRedirectsLikeLookup(t *testing.T) {
	nginx, err := exec.LookPath("nginx")
	if err != nil {
		nginx = "/usr/sbin/nginx"
	}
	if _, err := os.Stat(nginx); err != nil {
		t.Fatal("nginx is missing; tools/need.sh nginx installs it")
	}
	var maps, servers strings.Builder
	hosts := map[string]string{}
	all := vectors(t)
	for _, v := range all {
		key := deploymentOf(t, v)
		if hosts[key] != "" {
			continue
		}
		name := fmt.Sprintf("v%d", len(hosts))
		hosts[key] = name
		text := string(v.rules().Nginx(name))
		maps.WriteString(text)
		fmt.Fprintf(&servers, "server { listen unix:SOCKET; server_name %s; absolute_redirect off;\n", name)
		for _, status := range []int{301, 302, 307, 308} {
			if variable := fmt.Sprintf("$redirect_%s_%d", name, status); strings.Contains(text, variable) {
				fmt.Fprintf(&servers, "if (%s) { return %d %s; }\n", variable, status, variable)
			}
		}
		servers.WriteString("location / { return 204; } }\n")
	}
	dir := t.TempDir()
	socket := filepath.Join(dir, "socket")
	config := filepath.Join(dir, "nginx.conf")
	text := "daemon off; master_process off; worker_processes 1; pid " +
		dir + "/pid; error_log stderr error;\nevents {}\nhttp { access_log off;\n" +
		"client_body_temp_path " + dir + "/b; proxy_temp_path " + dir + "/p; fastcgi_temp_path " +
		dir + "/f; uwsgi_temp_path " + dir + "/u; scgi_temp_path " + dir + "/s;\n" +
		maps.String() + strings.ReplaceAll(servers.String(), "SOCKET", socket) + "}\n"
	if err := os.WriteFile(config, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(nginx, "-t", "-q", "-c", config, "-p", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.Command(nginx, "-c", config, "-p", dir)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	redirected := 0
	for _, v := range all {
		if v.Path == "" || v.Path[0] != '/' || strings.ContainsAny(v.Path, " \r\n\t\x00\x7f") {
			continue // not valid in a request line
		}
		status, to := get(t, socket, hosts[deploymentOf(t, v)], v.Path)
		switch {
		case v.Want == nil || v.Want.Refused:
			if status >= 300 && status < 400 {
				t.Errorf("%s: %s leads to %s", v.Name, v.Path, to)
			}
		case status != v.Want.Status || to != v.Want.To:
			t.Errorf("%s: %s answers %d %q, want %d %q", v.Name, v.Path, status, to, v.Want.Status, v.Want.To)
		default:
			redirected++
		}
	}
	if redirected < 60 {
		t.Errorf("only %d paths are redirected", redirected)
	}
}

func deploymentOf(t *testing.T, v vector) string {
	data, err := json.Marshal(v.Deployment)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func get(t *testing.T, socket, host, path string) (status int, to string) {
	t.Helper()
	var c net.Conn
	var err error
	for range 3000 {
		if c, err = net.Dial("unix", socket); err == nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", path, host)
	r, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	r.Body.Close()
	return r.StatusCode, r.Header.Get("Location")
}

// follow returns the final target of a path and the number of redirects to it.
func follow(path string, step func(path string) string) (to string, steps int) {
	for ; steps < 20; steps++ {
		next := step(path)
		if next == "" || next == path {
			break
		}
		path = next
	}
	return path, steps
}

// stepBy returns a function that applies the file as Netlify and Cloudflare document it: the first matching line wins,
// a star matches what follows a slash, a trailing slash is ignored, and the query is kept unless the target has one.
func stepBy(file []byte) func(path string) string {
	return func(path string) string {
		bare, query, found := strings.Cut(path, "?")
		if found {
			query = "?" + query
		}
		bare = strings.TrimRight(bare, "/")
		for line := range strings.Lines(string(file)) {
			f := strings.Fields(line)
			if len(f) != 3 || f[0] == "#" {
				continue
			}
			to := f[1]
			start, splat := strings.CutSuffix(f[0], "/*")
			switch {
			case splat && strings.HasPrefix(bare, start+"/"):
				to = strings.ReplaceAll(to, ":splat", strings.TrimPrefix(bare, start+"/"))
			case !splat && bare == strings.TrimRight(f[0], "/") && bare != "":
			default:
				continue
			}
			if (strings.HasPrefix(to, "/") || strings.HasPrefix(to, base)) && !strings.Contains(to, "?") {
				path, fragment, cut := strings.Cut(to, "#")
				if cut {
					fragment = "#" + fragment
				}
				to = path + query + fragment
			}
			return to
		}
		return ""
	}
}

const base = "https://shop.example"

func TestRedirectsFileAgreesWithLookup(t *testing.T) {
	covered := 0
	for _, v := range vectors(t) {
		rules := v.rules()
		file := rules.RedirectsFile(base, func(string, string) bool { return false })
		for line := range strings.Lines(string(file)) {
			f := strings.Fields(line)
			if f[0] == "#" {
				continue
			}
			status, err := strconv.Atoi(f[len(f)-1])
			if err != nil || len(f) != 3 || status < 301 || status > 308 {
				t.Fatalf("a line of another form: %q", line)
			}
		}
		if redirect.IsDangerous(v.Path) || !strings.HasPrefix(v.Path, "/") {
			continue // hosts take no such path
		}
		got, steps := follow(v.Path, func(path string) string { return strings.TrimPrefix(stepBy(file)(path), base) })
		if steps == 0 {
			continue
		}
		if v.Want != nil && v.Want.Refused {
			if first := stepBy(file)(v.Path); !strings.HasPrefix(first, base+"/") {
				t.Errorf("%s: %s leads to %s", v.Name, v.Path, first)
			}
			continue
		}
		want, _ := follow(v.Path, func(path string) string {
			target, err := rules.Lookup(path)
			if err != nil || target == nil {
				return ""
			}
			return target.To
		})
		covered++
		// The rules may redirect the file's target again: to a product's own path, or without a trailing slash.
		on, _ := follow(got, func(path string) string {
			target, err := rules.Lookup(path)
			if err != nil || target == nil {
				return ""
			}
			return target.To
		})
		if on != want {
			t.Errorf("%s: %s leads to %s, want %s", v.Name, v.Path, got, want)
		}
	}
	if covered < 45 {
		t.Errorf("the file covers only %d paths", covered)
	}
}

// Cloudflare applies a line of the file even if the path is a page.
func TestRedirectsFileOmitsPathsThatArePages(t *testing.T) {
	rules := redirect.New(redirect.Config{Locales: []string{"en", "ar"},
		Redirects: []payload.Redirect{{From: "/team", To: "/about", Status: 301}}})
	step := stepBy(rules.RedirectsFile(base, func(language, path string) bool {
		return language == "en" &&
			path == "/team"
	}))
	if en, ar := step("/team"), step("/ar/team"); en != "" || ar != "/ar/about" {
		t.Errorf("/team redirects to %q and /ar/team to %q, want none and /ar/about", en, ar)
	}
}
