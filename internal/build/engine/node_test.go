package engine_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"storefront/internal/build/render"
)

// A site bundle outside of the sources has no package of Node beside it, so the PATH's Node renders it (ADR 22).
func TestThePathsNodeWritesTheSameBytesAsTheInstalledPackage(t *testing.T) {
	installed, other := newProject(t, "../../../content"), newProject(t, "../../../content")
	other.options.Site = t.TempDir()
	if err := os.CopyFS(other.options.Site, os.DirFS(installed.options.Site)); err != nil {
		t.Fatal(err)
	}
	version := func(p *project) string {
		node := render.NodeProgram(filepath.Join(p.options.Site, "server", "worker.mjs"))
		out, err := exec.Command(node, "--version").Output()
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	if v := version(other); v == version(installed) {
		t.Skip("this machine has one Node only: ", v)
	}
	installed.build()
	other.build()
	deployments, err := os.ReadDir(filepath.Join(installed.options.Builds, "public"))
	if err != nil || len(deployments) == 0 {
		t.Fatal(deployments, err)
	}
	for _, d := range deployments {
		mustEqual(t, files(t, installed.public(d.Name())), files(t, other.public(d.Name())))
	}
}
