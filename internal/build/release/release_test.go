package release_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"storefront/internal/build/release"
)

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestPageOfAndPayloadOfMapPagesToFiles(t *testing.T) {
	for file, want := range map[string]string{
		"index.html": "/", "ar/index.html": "/ar", "ar/blog/index.html": "/ar/blog", "404.html": "/404",
		"ar/404.html": "/ar/404", "blog/_payload.json": "",
	} {
		if got, isPage := release.PageOf(file); got != want || isPage != (want != "") {
			t.Errorf("%s is the page %q", file, got)
		}
	}
	for address, want := range map[string]string{"/": "_payload.json", "/ar": "ar/_payload.json",
		"/404": "404/_payload.json"} {
		if got := release.PayloadOf(address); got != want {
			t.Errorf("the payload of %s is %s", address, got)
		}
	}
}

func TestParseListRejectsPathsOutsideTheWebRoot(t *testing.T) {
	for _, path := range []string{"../x", "/etc/passwd", "a/../../x", ""} {
		if _, err := release.ParseList([]byte(`{"files": [{"path": "` + path + `", "hash": "00", "size": 1}]}`)); err == nil {
			t.Errorf("%q is accepted", path)
		}
	}
	for _, id := range []string{"", "../x", "ABC"} {
		if _, err := release.ParseLatest([]byte(`{"id": "` + id + `"}`)); err == nil {
			t.Errorf("the build %q is accepted", id)
		}
	}
}

func TestFindAcceptsAPrefixOfABuildID(t *testing.T) {
	folder := release.Folder(t.TempDir())
	for id, deployment := range map[string]string{"aa11": "wayfare", "aa22": "layl", "bb33": "layl"} {
		write(t, filepath.Join(string(folder), "meta", id+".json"), `{"id": "`+id+`", "deployment": "`+deployment+`"}`)
		write(t, filepath.Join(string(folder), "meta", id+".files.json"), `{"files": []}`)
	}
	if b, err := folder.Find("bb", ""); err != nil || b.ID != "bb33" || b.Deployment != "layl" {
		t.Errorf("%+v, %v", b, err)
	}
	if _, err := folder.Find("aa", ""); err == nil || !strings.Contains(err.Error(), "aa11 of wayfare, aa22 of layl") {
		t.Errorf("an ambiguous prefix: %v", err)
	}
	if b, err := folder.Find("aa", "layl"); err != nil || b.ID != "aa22" {
		t.Errorf("%+v, %v", b, err)
	}
	if _, err := folder.Find("aa12", ""); err == nil || !strings.Contains(err.Error(), `did you mean "aa1`) {
		t.Errorf("a typing error: %v", err)
	}
	one, _ := folder.ReadSide(release.Build{ID: "aa11", Deployment: "wayfare"})
	other, _ := folder.ReadSide(release.Build{ID: "bb33", Deployment: "layl"})
	if _, err := release.Diff(folder, one, other); err == nil ||
		!strings.Contains(err.Error(), "builds of one deployment can be compared") {
		t.Errorf("builds of two deployments: %v", err)
	}
}

// A builder killed while it moves files into a history entry leaves an entry that FinishInterrupted completes.
func TestFinishInterruptedCompletesAHistoryEntry(t *testing.T) {
	for moved := range 4 {
		folder, tree := release.Folder(t.TempDir()), t.TempDir()
		for _, name := range []string{"a", "b", "c"} {
			write(t, filepath.Join(tree, name), name)
		}
		past, marked := folder.History("wayfare"), true
		paths := []string{"a", "b", "c", "new", "assets/new"}
		stopped := os.ErrClosed
		err := past.Add(tree, release.HistoryEntry{Build: "aa", Next: "bb"}, paths,
			func() error { marked = false; return stopped })
		if err != stopped {
			t.Fatal(err)
		}
		dirs, _ := filepath.Glob(filepath.Join(string(folder), "history/wayfare/*"))
		for i := range moved {
			if i < 3 {
				if err := os.Rename(filepath.Join(tree, paths[i]),
					filepath.Join(dirs[0], string(rune('0'+i)))); err != nil {
					t.Fatal(err)
				}
			}
		}
		if chain, err := past.Entries("bb"); err != nil || len(chain) != 0 {
			t.Errorf("an incomplete entry is returned: %v, %v", chain, err)
		}
		if err := past.FinishInterrupted(tree, marked); err != nil {
			t.Fatal(err)
		}
		chain, err := past.Entries("bb")
		if err != nil || len(chain) != 1 {
			t.Fatalf("%+v, %v", chain, err)
		}
		if !slices.Equal(chain[0].Added, []string{"new"}) {
			t.Errorf("only the next build has %q", chain[0].Added)
		}
		for path, kept := range release.UndoSteps(chain) {
			if data, _ := os.ReadFile(kept); kept != "" && string(data) != path {
				t.Errorf("%s is kept as %q", path, data)
			}
		}
	}
}
