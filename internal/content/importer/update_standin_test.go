package importer_test

import (
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
)

func TestTextsThatStandInFollowTheSourceUntilAnEditorWritesThem(t *testing.T) {
	content := contenttest.Copy(t)
	sheet := func(title string) string {
		return "product,sku,title,start times,capacity,price,cancellation,latitude,longitude,duration\n" +
			"dhow,D1," + title + ",09:00,8,100,24h=100,25.1,55.1,2h\n"
	}
	const en, ar = "products/dhow/en.md", "products/dhow/ar.md"
	title := func(file, want string, times int) {
		t.Helper()
		if text := written(t, content, file); strings.Count(text, "title: "+want) != times {
			t.Errorf("%s: want %q %d times: %s", file, want, times, text)
		}
	}
	tableInto(t, content, sheet("A dhow"), false)
	tableInto(t, content, sheet("A dhow at dusk"), true)
	title(en, "A dhow at dusk", 2) // of the product and of its option
	title(ar, "A dhow at dusk", 2)

	text := written(t, content, ar)
	contenttest.Write(t, content, ar, strings.ReplaceAll(text, "A dhow at dusk", "مركب"))
	report := tableInto(t, content, sheet("A dhow at night"), true)
	title(en, "A dhow at night", 2)
	title(ar, "مركب", 2)
	if len(report.Kept) > 0 {
		t.Errorf("kept: %s", keptIn(report))
	}
}
