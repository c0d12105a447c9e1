package engine_test

import (
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
)

// proxyRequest matches the addresses in a page or payload that the proxy answers, or a file at the same address.
var proxyRequest = regexp.MustCompile(`/_ipx/[^\s"'()<>\\]+`)

const remotePicture = "https://images.example.com/camp.jpg"

// withPictures returns a project with a picture in prose, and a remote picture in a gallery and in prose.
func withPictures(t *testing.T) *project {
	root := contenttest.Copy(t)
	contenttest.Replace(t, root, "deployments/wayfare.yaml", "supplier: false",
		"supplier: false\npictureHosts: [images.example.com]")
	for _, language := range []string{"en", "ar"} {
		data, err := os.ReadFile(filepath.Join(root, "media", language+".yaml"))
		if err != nil {
			t.Fatal(err)
		}
		contenttest.Write(t, root, "media/"+language+".yaml", string(data)+`"`+remotePicture+"\": A camp\n")
	}
	contenttest.Replace(t, root, product, "images: [dunes.png]", "images: [dunes.png, '"+remotePicture+"']")
	contenttest.Replace(t, root, "blog/camps/en.md", "Ask [us]", "![](dunes.png) ![]("+remotePicture+")\n\nAsk [us]")
	p := newProject(t, root)
	p.options.MakeVariant = func(source []byte, modifiers string) ([]byte, error) { return []byte(modifiers), nil }
	return p
}

func TestEveryResizedPictureOfAPageIsAFile(t *testing.T) {
	p := withPictures(t)
	report := p.build()
	tree := files(t, p.public("wayfare"))
	local, remote, used := 0, 0, map[string]bool{}
	for path, data := range tree {
		if !strings.HasSuffix(path, ".html") && !strings.HasSuffix(path, ".json") {
			continue
		}
		for _, address := range proxyRequest.FindAllString(html.UnescapeString(string(data)), -1) {
			if strings.Contains(address, "/https%3A") {
				remote++
				continue
			}
			local++
			used[address[1:]] = true
			if _, ok := tree[address[1:]]; !ok {
				t.Errorf("%s requests %s, which is no file", path, address)
			}
		}
	}
	if local == 0 || remote == 0 {
		t.Errorf("pages request %d pictures of the build and %d of another host", local, remote)
	}
	written := 0
	for path := range tree {
		if !strings.HasPrefix(path, "_ipx/") {
			continue
		}
		written++
		if thumb := strings.HasPrefix(path, "_ipx/s_96x72/") || strings.HasPrefix(path, "_ipx/s_192x144/"); !thumb &&
			!used[path] {
			t.Errorf("%s is written, but no page requests it", path)
		}
	}
	if d := report.Deployments[0]; d.Variants != written || d.NewVariants != written || report.NeedsPictureProxy {
		t.Errorf("%d are written, the report has %d and %d new, proxied %v", written, d.Variants, d.NewVariants,
			report.NeedsPictureProxy)
	}
}

func TestThumbnailsAreWrittenForEveryPicture(t *testing.T) {
	p := withPictures(t)
	p.build()
	thumbs, _ := filepath.Glob(filepath.Join(p.public("wayfare"), "_ipx", "s_96x72", "media", "dunes.*.png"))
	sharp, _ := filepath.Glob(filepath.Join(p.public("wayfare"), "_ipx", "s_192x144", "media", "dunes.*.png"))
	if len(thumbs) != 1 || len(sharp) != 1 {
		t.Errorf("%q %q", thumbs, sharp)
	}
}

func TestPictureVariantsAreReusedAfterABuildWithoutThem(t *testing.T) {
	p := withPictures(t)
	made := p.build().Deployments[0].NewVariants
	p.options.MakeVariant, p.options.AsOf = nil, p.options.AsOf.AddDate(0, 0, 1)
	if report := p.build(); !report.NeedsPictureProxy {
		t.Error("a build without variants does not report that it needs the proxy")
	}
	if _, err := os.Stat(filepath.Join(p.public("wayfare"), "_ipx")); !os.IsNotExist(err) {
		t.Errorf("variants of an earlier build are published: %v", err)
	}
	p.options.MakeVariant = func([]byte, string) ([]byte, error) {
		t.Error("a picture is made again")
		return nil, nil
	}
	if d := p.build().Deployments[0]; d.Variants != made || d.NewVariants != 0 {
		t.Errorf("%d of %d, %d made", d.Variants, made, d.NewVariants)
	}
}

func TestDeploymentWithoutPictureProviderShowsSourcePictures(t *testing.T) {
	root := contenttest.Copy(t)
	contenttest.Replace(t, root, "deployments/wayfare.yaml", "supplier: false",
		"supplier: false\npictureProvider: none")
	p := newProject(t, root)
	p.options.MakeVariant = func([]byte, string) ([]byte, error) {
		t.Error("a variant is made that no page requests")
		return nil, nil
	}
	p.build()
	for path, data := range files(t, p.public("wayfare")) {
		if strings.HasSuffix(path, ".html") && proxyRequest.Match(data) {
			t.Errorf("%s requests %s", path, proxyRequest.Find(data))
		}
	}
	if page := p.read("index.html"); !strings.Contains(page, `src="/media/dunes.`) {
		t.Error("the home page shows no picture")
	}
}
