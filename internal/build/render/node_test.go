package render_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"storefront/internal/build/render"
)

func TestNodeProgramPrefersTheInstalledPackage(t *testing.T) {
	root := t.TempDir()
	file := filepath.Join(root, "site", "dist", "server", "worker.mjs")
	if got := render.NodeProgram(file); got != "node" {
		t.Errorf("without a package: %s", got)
	}
	arch := strings.Replace(runtime.GOARCH, "amd64", "x64", 1)
	packaged := filepath.Join(root, "node_modules", "node-"+runtime.GOOS+"-"+arch, "bin", "node")
	if err := os.MkdirAll(filepath.Dir(packaged), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(packaged, nil, 0o755); err != nil {
		t.Fatal(err)
	}
	if got := render.NodeProgram(file); got != packaged {
		t.Errorf("with a package: %s", got)
	}
}
