package engine_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"storefront/internal/build/release"
	"storefront/internal/content/contenttest"
	"storefront/internal/core/payload"
)

// withFrench returns the small content with another language. Its messages and mails are French, its other texts
// English.
func withFrench(t *testing.T, code, facts string) string {
	t.Helper()
	root := contenttest.Copy(t)
	french, err := os.ReadFile("../../../content/texts/fr.yaml")
	if err != nil {
		t.Fatal(err)
	}
	language := regexp.MustCompile(`(?m)^language: .*$`)
	contenttest.Write(t, root, "texts/"+code+".yaml", language.ReplaceAllString(string(french), "language: "+facts))
	inBraces := regexp.MustCompile(`\{en: ([^,}]+), ar: [^}]+`)
	err = filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(root, path)
		if err != nil || e.IsDir() || strings.HasPrefix(rel, "texts") {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		folder, name := filepath.Split(rel)
		switch ext := filepath.Ext(name); {
		case name == "en.md" || rel == "media/en.yaml":
			contenttest.Write(t, root, folder+code+ext, string(data))
		case ext == ".yaml":
			text := inBraces.ReplaceAllString(string(data), "${0}, "+code+": ${1}")
			text = strings.Replace(text, "languages: [en, ar]", "languages: [en, ar, "+code+"]", 1)
			contenttest.Write(t, root, rel, text)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return root
}

func TestLanguageDefinedInContentIsBuilt(t *testing.T) {
	for code, c := range map[string]struct{ facts, dir, price string }{
		"fr": {"{name: Français, iso: fr-FR, direction: ltr}", "ltr", "395\u00a0AED"},
		"fa": {"{name: فارسی, iso: fa-IR, format: fa-IR-u-ca-gregory-nu-latn, direction: rtl}", "rtl", "395"},
	} {
		root := withFrench(t, code, c.facts)
		p := newProject(t, root)
		p.build()
		page := func() string {
			data, err := os.ReadFile(filepath.Join(p.options.Builds, "public/wayfare", code, "index.html"))
			if err != nil {
				t.Fatal(err)
			}
			return string(data)
		}
		home := page()
		for _, want := range []string{`<html lang="` + code + `" dir="` + c.dir + `"`, "Toutes les expériences", c.price,
			`"texts":"assets/texts.` + code + `.`} {
			if !strings.Contains(home, want) {
				t.Errorf("%s: the home page has no %q", code, want)
			}
		}
		modules, _ := filepath.Glob(filepath.Join(p.options.Builds, "public/wayfare/assets/texts."+code+".*.js"))
		if len(modules) != 1 {
			t.Errorf("%s: the modules of messages are %q", code, modules)
		}
		all, err := release.Folder(p.options.Builds).ReadDeployments()
		if err != nil || len(all) != 1 || all[0].Words[code].Dir != payload.Direction(c.dir) ||
			!strings.Contains(string(all[0].Words[code].Texts), "Bonjour {name},") {
			t.Errorf("%s: the words of mails are not announced, %v", code, err)
		}
		contenttest.Replace(t, root, "texts/"+code+".yaml", "all: Toutes les expériences",
			"all: Tout ce que nous faisons")
		report := p.build()
		if again := page(); !strings.Contains(again, "Tout ce que nous faisons") {
			t.Errorf("%s: a changed text is not shown", code)
		}
		if one := report.Deployments[0]; one.Rendered == 0 || one.Reused == 0 {
			t.Errorf("%s: %d pages were rendered again and %d kept", code, one.Rendered, one.Reused)
		}
	}
}
