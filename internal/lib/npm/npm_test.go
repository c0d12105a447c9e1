package npm_test

import (
	"os"
	"path/filepath"
	"testing"

	"storefront/internal/lib/npm"
)

func TestFindSearchesTheNearestNodeModulesFirst(t *testing.T) {
	root := t.TempDir()
	place := func(name string) string {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}
	far := place("node_modules/@img/codec-linux/lib/libcodec.so.8.1")
	near := place("shop/node_modules/tool/bin/tool")
	place("node_modules/tool/bin/tool")
	if got := npm.Find(filepath.Join(root, "shop", "site", "dist"), "tool/bin/tool"); got != near {
		t.Errorf("the program is %q, not %q", got, near)
	}
	if got := npm.Find(filepath.Join(root, "shop"), "@img/codec-linux/lib/libcodec.so*"); got != far {
		t.Errorf("the library is %q, not %q", got, far)
	}
	if got := npm.Find(root, "other/bin/other"); got != "" {
		t.Errorf("a package that is not there is %q", got)
	}
}
