package drill_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// host is systemd as PID 1 in new namespaces for processes, network and mounts. Its changes to /etc, /var, /srv and
// /usr/local are discarded when it ends.
type host struct {
	testing.TB
	pid string // of its PID 1, in the namespace of the test
	env []string
}

// bootScript starts systemd with the few units that a service needs: the others would configure devices and the kernel
// of the real machine.
const bootScript = `set -e
mount --make-rprivate /
mount -t proc proc /proc
umount -R /sys/fs/cgroup 2>/dev/null || true
mount -t cgroup2 none /sys/fs/cgroup
mount -t tmpfs tmpfs "$ROOM"
for folder in etc var srv usr/local; do
	mkdir -p "$ROOM/$folder/upper" "$ROOM/$folder/work"
	mount -t overlay overlay -o "lowerdir=/$folder,upperdir=$ROOM/$folder/upper,workdir=$ROOM/$folder/work" "/$folder"
done
mkdir "$ROOM/units" "$ROOM/none"
for unit in sysinit.target basic.target multi-user.target network-online.target shutdown.target \
	systemd-journald.service systemd-journald.socket; do
	cp "/lib/systemd/system/$unit" "$ROOM/units/"
done
mkdir "$ROOM/units/sysinit.target.wants"
ln -s ../systemd-journald.service "$ROOM/units/sysinit.target.wants/"
mount --bind "$ROOM/units" /lib/systemd/system
mount --bind "$ROOM/none" /lib/systemd/system-generators
mount -t tmpfs tmpfs /etc/systemd/system
mount -t tmpfs tmpfs /run
mkdir -p /run/log/journal
[ -s /etc/machine-id ] || echo 0123456789abcdef0123456789abcdef > /etc/machine-id
mount --make-rshared / # as at a boot; a service's credentials are mounted by a child of systemd
exec env -i container=docker "PATH=$PATH" /lib/systemd/systemd --system --unit=multi-user.target --log-target=journal-or-kmsg
`

// bootHost boots a host. It skips the test if namespaces cannot be made, for example without root.
func bootHost(t testing.TB) *host {
	t.Helper()
	if _, err := os.Stat("/lib/systemd/systemd"); err != nil {
		t.Skip("systemd is missing; tools/need.sh systemd installs it")
	}
	flags := []string{"--mount", "--pid", "--fork", "--kill-child", "--cgroup", "--net", "--ipc", "--uts"}
	if out, err := exec.Command("unshare", append(flags, "mount", "--make-rprivate",
		"/")...).CombinedOutput(); err != nil {
		t.Skipf("only root may make the namespaces for systemd: %s", out)
	}
	group := controlGroup(t)
	var log bytes.Buffer
	cmd := exec.Command("bash", append([]string{"-c", `echo $$ > "$0/cgroup.procs" && exec unshare "$@"`, group},
		append(flags, "bash", "-c", bootScript)...)...)
	cmd.Env = append(os.Environ(), "ROOM="+t.TempDir())
	cmd.Stdout, cmd.Stderr = &log, &log
	cmd.WaitDelay = time.Second
	must(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGKILL)
		_ = cmd.Wait()
	})
	project, err := filepath.Abs("../..")
	must(t, err)
	h := &host{TB: t, env: append(os.Environ(), "PROJECT="+project)}
	children := fmt.Sprintf("/proc/%d/task/%d/children", cmd.Process.Pid, cmd.Process.Pid)
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		pid, _ := os.ReadFile(children)
		if h.pid = strings.TrimSpace(string(pid)); h.pid != "" {
			if state, _ := h.tryCommands(nil, "systemctl is-system-running"); strings.HasPrefix(state, "running") ||
				strings.HasPrefix(state, "degraded") {
				break
			}
		}
		if time.Now().After(deadline) {
			t.Fatalf("systemd does not start: %s", log.String())
		}
	}
	return h
}

// controlGroup makes a control group for the processes of a host, and removes it after the test. It skips the test if
// it cannot make one.
func controlGroup(t testing.TB) string {
	t.Helper()
	mounted := "/sys/fs/cgroup"
	if _, err := os.Stat(mounted + "/cgroup.procs"); err != nil {
		mounted += "/unified" // where version 1 is mounted too
	}
	own, err := os.ReadFile("/proc/self/cgroup")
	must(t, err)
	_, path, _ := strings.Cut("\n"+string(own), "\n0::")
	path, _, _ = strings.Cut(path, "\n")
	group, err := os.MkdirTemp(filepath.Join(mounted, path), "drill-")
	if err != nil {
		t.Skipf("systemd needs control groups of version 2: %v", err)
	}
	t.Cleanup(func() {
		for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
			err := exec.Command("find", group, "-depth", "-type", "d", "-exec", "rmdir", "{}", "+").Run()
			if err == nil {
				return
			}
			if time.Now().After(deadline) {
				t.Errorf("the control group %s cannot be removed: %v", group, err)
				return
			}
		}
	})
	return group
}

// tryCommands runs shell commands as root in the project's folder, and returns their output.
func (h *host) tryCommands(stdin io.Reader, commands string) (string, error) {
	cmd := exec.Command("nsenter", "--target", h.pid, "--mount", "--pid", "--cgroup", "--net", "--ipc", "--uts", "--",
		"bash", "-euo", "pipefail", "-c", `cd "$PROJECT"; `+commands)
	cmd.Env, cmd.Stdin = h.env, stdin
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// run runs commands that must succeed, and returns their output.
func (h *host) run(commands string) string {
	h.Helper()
	return h.runWithInput(nil, commands)
}

// runWithInput is run with an input.
func (h *host) runWithInput(stdin io.Reader, commands string) string {
	h.Helper()
	out, err := h.tryCommands(stdin, commands)
	if err != nil {
		log, _ := h.tryCommands(nil, "systemctl status --no-pager storefront; journalctl --no-pager | tail -n 40")
		h.Fatalf("%s\n%v: %s\n%s", commands, err, out, log)
	}
	return out
}

// waitFor waits until commands print want.
func (h *host) waitFor(want, commands string) {
	h.Helper()
	got := ""
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		if got, _ = h.tryCommands(nil, commands); strings.TrimSpace(got) == want {
			return
		}
	}
	log, _ := h.tryCommands(nil, "systemctl status --no-pager storefront; journalctl --no-pager | tail -n 40")
	h.Errorf("%s: %q, want %q\n%s", commands, got, want, log)
}

// copyFile writes a file on the host.
func (h *host) copyFile(path, mode string, content io.Reader) {
	h.Helper()
	h.runWithInput(content, fmt.Sprintf("install -D -m %s /dev/stdin %s", mode, path))
}

// programPath builds a program of the project and returns its path.
func programPath(t testing.TB, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if out, err := exec.Command("go", "build", "-o", path, "storefront/cmd/"+name).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return path
}
