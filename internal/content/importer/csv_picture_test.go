package importer_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
)

func TestAPictureOfADraftAndOfAPublicProductIsNamedByThePublicOne(t *testing.T) {
	content := contenttest.Copy(t)
	contenttest.Write(t, content, "../valley.png", picture(t, "valley.png", 90))
	report := tableInto(t, content, "product,title,status,images,Image alts (en),"+oneTour+"\n"+
		"secret,Secret premiere,draft,valley.png,,"+itsFacts+"\n"+
		"walk-1,Walk in the valley,online,valley.png,,"+itsFacts+"\n"+
		"walk-2,Another walk,online,valley.png,A green valley,"+itsFacts+"\n", false)
	files, err := filepath.Glob(filepath.Join(content, "media/*valley*"))
	explain(t, err)
	if len(files) != 1 || filepath.Base(files[0]) != "walk-1-valley.png" {
		t.Errorf("the pictures are %v", files)
	}
	alts, err := os.ReadFile(filepath.Join(content, "media/en.yaml"))
	explain(t, err)
	if !strings.Contains(string(alts), "walk-1-valley.png: Walk in the valley\n") {
		t.Errorf("the alt texts are\n%s", alts)
	}
	const kept = "media has another alt text of this picture, which stays (A green valley)"
	if found := notes(report); !strings.Contains(found, kept) {
		t.Errorf("got %s", found)
	}
}

// A Mac writes the marks of letters beside them, in names of files or in cells.
func TestAPictureIsFoundInEitherFormOfItsName(t *testing.T) {
	for file, cell := range map[string]string{
		"E\u0301vora.png": "\u00c9vora.png", "\u00c9vora.png": "E\u0301vora.png",
	} {
		content := contenttest.Copy(t)
		data, err := os.ReadFile(content + "/media/dunes.png")
		explain(t, err)
		contenttest.Write(t, content, "../"+file, string(data))
		report := tableInto(t, content, "product,title,summary,place,images,"+oneTour+"\n"+
			"dhow,A dhow,Sails.,Creek,"+cell+","+itsFacts+"\n", false)
		if strings.Contains(notes(report), "no such picture") {
			t.Errorf("%q: %s", file, notes(report))
		}
	}
}
