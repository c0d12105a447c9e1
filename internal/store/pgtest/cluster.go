package pgtest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	// Binaries is the folder of PostgreSQL's programs.
	Binaries     = "/usr/lib/postgresql/15/bin"
	superuser    = "storefront"
	startTimeout = 30 * time.Second
)

// cluster is a PostgreSQL server on a socket in a folder of its own.
type cluster struct {
	dir     string // of the socket and the data
	account *syscall.Credential
	log     *os.File
	process *os.Process
	exited  chan struct{}
}

func newCluster() (*cluster, error) {
	if _, err := os.Stat(filepath.Join(Binaries, "postgres")); err != nil {
		return nil, fmt.Errorf("these tests need PostgreSQL 15: apt-get install postgresql-15 (%w)", err)
	}
	dir, err := os.MkdirTemp("", "pgtest-")
	if err != nil {
		return nil, err
	}
	c := &cluster{dir: dir}
	for _, step := range []func() error{c.chownDir, c.initialise, c.start} {
		if err := step(); err != nil {
			c.remove()
			return nil, err
		}
	}
	return c, nil
}

// chownDir gives the folder to the user that the server runs as: PostgreSQL refuses to run as root.
func (c *cluster) chownDir() (err error) {
	if c.log, err = os.Create(filepath.Join(c.dir, "log")); err != nil {
		return err
	}
	if os.Geteuid() != 0 {
		return nil
	}
	account, err := user.Lookup("postgres")
	if err != nil {
		account, err = user.Lookup("nobody")
	}
	if err != nil {
		return err
	}
	uid, err := strconv.Atoi(account.Uid)
	if err != nil {
		return err
	}
	gid, err := strconv.Atoi(account.Gid)
	if err != nil {
		return err
	}
	c.account = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return os.Chown(c.dir, uid, gid)
}

func (c *cluster) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(Binaries, name), args...)
	cmd.Dir = c.dir
	cmd.Stdout, cmd.Stderr = c.log, c.log
	// The server ends with a test binary that is killed.
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: c.account, Pdeathsig: syscall.SIGQUIT}
	return cmd
}

func (c *cluster) data() string { return filepath.Join(c.dir, "data") }

func (c *cluster) initialise() error {
	return c.withLog(c.command("initdb", "--pgdata", c.data(), "--username", superuser, "--auth", "trust",
		"--encoding", "UTF8", "--locale", "C.UTF-8", "--no-sync", "--no-instructions").Run())
}

func (c *cluster) start() error {
	started := make(chan error)
	c.exited = make(chan struct{})
	go func() {
		// The kernel sends Pdeathsig when the thread that started the process ends.
		runtime.LockOSThread()
		cmd := c.command("postgres", "-D", c.data(), "-k", c.dir, "-c", "listen_addresses=", "-c", "fsync="+fsync,
			"-c", "max_connections=500", "-c", "shared_buffers=64MB")
		err := cmd.Start()
		c.process = cmd.Process
		started <- err
		if err == nil {
			_ = cmd.Wait()
		}
		close(c.exited)
	}()
	if err := <-started; err != nil {
		return err
	}
	return c.withLog(c.waitUntilReady())
}

func (c *cluster) waitUntilReady() (err error) {
	for deadline := time.Now().Add(startTimeout); time.Now().Before(deadline); {
		select {
		case <-c.exited:
			return errors.New("the server stopped")
		case <-time.After(20 * time.Millisecond):
		}
		if err = c.run("postgres", "SELECT 1"); err == nil {
			return nil
		}
	}
	return err
}

// stop ends the server: with a checkpoint by SIGINT, without one by SIGQUIT.
func (c *cluster) stop(how os.Signal) error {
	if err := c.process.Signal(how); err != nil {
		return err
	}
	select {
	case <-c.exited:
		return nil
	case <-time.After(startTimeout):
		return errors.New("the server does not stop")
	}
}

// signal sends a signal to the server and to all of its backends.
func (c *cluster) signal(sig syscall.Signal) error {
	children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", c.process.Pid, c.process.Pid))
	if err != nil {
		return err
	}
	// The server gets SIGSTOP first, so that it starts no backend meanwhile.
	for _, pid := range append([]string{strconv.Itoa(c.process.Pid)}, strings.Fields(string(children))...) {
		n, err := strconv.Atoi(pid)
		if err != nil {
			return err
		}
		if err := syscall.Kill(n, sig); err != nil && !errors.Is(err, syscall.ESRCH) {
			return err
		}
	}
	return nil
}

func (c *cluster) remove() {
	if c.process != nil {
		_ = c.process.Signal(syscall.SIGQUIT)
		<-c.exited
	}
	c.log.Close()
	_ = os.RemoveAll(c.dir)
}

// withLog adds PostgreSQL's log to an error.
func (c *cluster) withLog(err error) error {
	if err == nil {
		return nil
	}
	written, _ := os.ReadFile(c.log.Name())
	return fmt.Errorf("%w\n%s", err, written)
}
