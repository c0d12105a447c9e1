package engine_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"storefront/internal/build/engine"
	sizes "storefront/internal/picture"
)

const pageWithPictures = `<img src="/_ipx/s_640x480,f_webp/media/dunes.0123456789.webp"
 srcset="/_ipx/s_640x480,f_webp/media/dunes.0123456789.webp 1x, /_ipx/s_1280x960&amp;f_webp/media/dunes.0123456789.webp 2x">
 <img src="/_ipx/w_10/https://images.example.com/a.webp"><img src="/media/dunes.0123456789.webp"><img src="/_ipx/w_1/media/../../x.webp">`

func TestVariantsInReturnsThePictureVariantsOfAPage(t *testing.T) {
	want := []string{"_ipx/s_1280x960&f_webp/media/dunes.0123456789.webp",
		"_ipx/s_640x480,f_webp/media/dunes.0123456789.webp"}
	if got := engine.VariantsIn([]byte(pageWithPictures)); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := engine.VariantsIn([]byte(`<img src="/_ipx/w_1/media/Dunes_2.v1-b.0123456789.JPG">`)); len(got) != 1 {
		t.Errorf("with an upper-case extension: %q", got)
	}
	if got := engine.VariantsIn([]byte(`<img src="/media/dunes.webp">`)); got != nil {
		t.Errorf("%q", got)
	}
}

func TestPictureVariantIsMadeOnceForAllBuilds(t *testing.T) {
	builds := t.TempDir()
	var made atomic.Int64
	images := func(source []byte, modifiers string) ([]byte, error) {
		made.Add(1)
		return []byte(string(source) + " at " + modifiers), nil
	}
	first, err := engine.WriteVariants(builds, images, []byte(pageWithPictures), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, modifiers := range []string{"s_640x480,f_webp", "s_1280x960&f_webp"} {
		data, err := os.ReadFile(filepath.Join(builds, "trees", "shop", "a", "_ipx", modifiers, "media",
			"dunes.0123456789.webp"))
		if err != nil || string(data) != "the source at "+modifiers {
			t.Errorf("%s: %q %v", modifiers, data, err)
		}
	}
	for _, before := range []any{first, nil} {
		if _, err := engine.WriteVariants(builds, images, []byte(pageWithPictures), before); err != nil ||
			made.Load() != 2 {
			t.Errorf("made %d times, %v", made.Load(), err)
		}
	}
}

func TestBuildFailsIfAPictureVariantCannotBeMade(t *testing.T) {
	images := func([]byte, string) ([]byte, error) { return nil, errors.New("no such modifier") }
	_, err := engine.WriteVariants(t.TempDir(), images, []byte(pageWithPictures), nil)
	if err == nil || !strings.Contains(err.Error(),
		"media/dunes.0123456789.webp: no such modifier") {
		t.Errorf("%v", err)
	}
	_, err = engine.WriteVariants(t.TempDir(), images, []byte(`<img src="/_ipx/w_1/media/gone.0123456789.webp">`), nil)
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v", err)
	}
}

func TestDemoPagesRequestOnlySizesThatTheProxyAllows(t *testing.T) {
	p := newProject(t, "../../../content")
	var requested atomic.Int64
	p.options.MakeVariant = func(source []byte, modifiers string) ([]byte, error) {
		requested.Add(1)
		recipe, err := sizes.Parse(modifiers)
		if err != nil {
			return nil, err
		}
		header, err := sizes.Probe(source)
		if err != nil {
			return nil, err
		}
		return []byte("made"), errors.Join(sizes.SiteSizes.CheckRecipe(recipe),
			sizes.SiteSizes.CheckForSource(recipe, header))
	}
	p.build()
	if requested.Load() < 500 {
		t.Errorf("only %d pictures are requested", requested.Load())
	}
}
