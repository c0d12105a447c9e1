package importer_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
	"storefront/internal/content/importer"
	"storefront/internal/content/importer/table"
)

func TestPictureOfADraftAndAPublicProductIsNamedByThePublicOne(t *testing.T) {
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

// macOS decomposes letters with diacritics, in file names or in cells.
func TestPictureIsFoundInEitherUnicodeFormOfItsName(t *testing.T) {
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

func TestCommasSeparatePictureNamesWithSpaces(t *testing.T) {
	for cell, want := range map[string]string{
		"Full moon.png, tide-2.png": "[stroll-full-moon.png, stroll-tide-2.png]",
		"tide-2.png;Full moon.png":  "[stroll-tide-2.png, stroll-full-moon.png]",
		"Full moon.png":             "[stroll-full-moon.png]",
		"tide-2.png dunes.png":      "[stroll-tide-2.png, dunes.png]",
	} {
		content := contenttest.Copy(t)
		contenttest.Write(t, content, "../Full moon.png", picture(t, "a.png", 90))
		contenttest.Write(t, content, "../tide-2.png", picture(t, "b.png", 70))
		tableInto(t, content, "product,title,images,"+oneTour+"\nstroll,Stroll,\""+cell+"\","+itsFacts+"\n", false)
		if facts := written(t, content, "products/stroll/product.yaml"); !strings.Contains(facts, "images: "+want) {
			t.Errorf("%s: %s", cell, facts)
		}
	}
}

// A file beside the table wins over media. Its name in media stays the same, whatever media later contains.
func TestPictureBesideATableTakesPrecedenceOverMedia(t *testing.T) {
	const cell, own = "valley.png", "stroll-valley.png"
	const taken = "media has another picture of this name; the file beside the table is used (valley.png)"
	for name, x := range map[string]struct {
		media, beside, then, besideThen, copied byte // 0: there is none
		first, after                            string
		isNoted                                 bool
	}{
		"new picture in media":              {beside: 90, then: 30, besideThen: 90, first: own, after: own},
		"new picture in media, none beside": {beside: 90, then: 30, first: own, after: own},
		"removed beside the table":          {beside: 90, first: own, after: own},
		"new copy in media":                 {beside: 90, besideThen: 90, copied: 90, first: own, after: own},
		"two pictures of one name": {media: 30, beside: 90, then: 30, besideThen: 90, first: own, after: own,
			isNoted: true},
		"equal pictures":               {media: 30, beside: 30, then: 30, besideThen: 30, first: cell, after: cell},
		"picture in media only":        {media: 30, then: 30, first: cell, after: cell},
		"new picture beside the table": {media: 30, then: 30, besideThen: 90, first: cell, after: cell},
		"changed beside the table":     {beside: 90, besideThen: 60, first: own, after: "stroll-valley-"},
	} {
		t.Run(name, func(t *testing.T) {
			content := contenttest.Copy(t)
			put := func(file string, shade byte) {
				if shade == 0 {
					contenttest.Remove(t, content, file)
					return
				}
				contenttest.Write(t, content, file, picture(t, cell, shade))
			}
			media := func(file string, shade byte) {
				put("media/"+file, shade)
				for _, at := range []string{"media/en.yaml", "media/ar.yaml"} {
					if alts := contenttest.Read(t, content, at); shade != 0 && !strings.Contains(alts, "\n"+file+":") {
						contenttest.Write(t, content, at, alts+file+": A valley\n")
					}
				}
			}
			sheet := "product,title,images," + oneTour + "\nstroll,Stroll," + cell + "," + itsFacts + "\n"
			media(cell, x.media)
			put("../"+cell, x.beside)
			report := tableInto(t, content, sheet, false)
			facts := written(t, content, "products/stroll/product.yaml")
			if !strings.Contains(facts, "images: ["+x.first) || strings.Contains(notes(report), taken) != x.isNoted {
				t.Errorf("first: %s; %s", facts, notes(report))
			}
			media(cell, x.then)
			media("zz.png", x.copied)
			put("../"+cell, x.besideThen)
			report = tableInto(t, content, sheet, true)
			facts = written(t, content, "products/stroll/product.yaml")
			if !strings.Contains(facts, "images: ["+x.after) || strings.Contains(notes(report), taken) {
				t.Errorf("then: %s; %s", facts, notes(report))
			}
		})
	}
}

func TestUnusablePictureIsReportedWithItsReason(t *testing.T) {
	large := strings.Repeat("0", 33<<20)
	for name, x := range map[string]struct{ data, want string }{
		"large.jpg":  {large, `"large.jpg": ` + importer.ErrPictureSize.Error() + "; make it smaller"},
		"phone.heic": {"\x00\x00\x00\x18ftypheic", `"phone.heic": this picture is neither WebP, JPEG nor PNG, and this machine has no libvips, which would convert it; install libvips and import again`},
		"Phone.jpg": {picture(t,
			"x.jpg", 3), `"phone.jpg": there is no such picture, neither in media nor beside the ` +
			`table; did you mean "Phone.jpg"?`},
	} {
		content := contenttest.Copy(t)
		contenttest.Write(t, content, "../"+name, x.data)
		contenttest.Write(t, content, "../t.csv", "product\ttitle\timages\t"+strings.ReplaceAll(oneTour, ",", "\t")+
			"\ndhow\tA dhow\t"+strings.ToLower(name)+"\t"+strings.ReplaceAll(itsFacts, ",", "\t")+"\n")
		o := options(content)
		o.Facts = usualFacts
		report, err := table.Import(background, content+"/../t.csv", o)
		if err == nil || len(report.Wrong) != 1 || !strings.Contains(report.Wrong[0].String(), x.want) ||
			strings.Count(report.Wrong[0].String(), name) > 1 {
			t.Errorf("%s: %v %v", name, err, report.Wrong)
		}
	}
}

// The title of a product, which may be a draft, is not used as alt text of a picture that other products show.
func TestUpdateDescribesPicturesByAltTextsOnly(t *testing.T) {
	const fallback = "untranslated: fallback\npageSize"
	for name, x := range map[string]struct{ columns, cells, own, want string }{
		"a title":                          {",title (ar)", ",نزهة", "", ""},
		"an alt text":                      {",title (ar),image alts (ar)", ",نزهة,وادٍ", "", "وادٍ"},
		"an alt text without a title":      {",image alts (ar)", ",وادٍ", "", "وادٍ"},
		"a title and an alt text in media": {",title (ar)", ",نزهة", "الوادي", "الوادي"},
		"neither":                          {"", "", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			content := contenttest.Copy(t)
			contenttest.Replace(t, content, "deployments/wayfare.yaml", "pageSize", fallback)
			contenttest.Write(t, content, "../valley.png", picture(t, "valley.png", 90))
			const head, row = "product,title,images,", "stroll,Stroll,valley.png,"
			tableInto(t, content, head+oneTour+"\n"+row+itsFacts+"\n", false)
			if x.own != "" {
				contenttest.Write(t, content, "media/ar.yaml",
					contenttest.Read(t, content, "media/ar.yaml")+"stroll-valley.png: "+x.own+"\n")
			}
			sheet := head + oneTour + x.columns + "\n" + row + itsFacts + x.cells + "\n"
			report := tableInto(t, content, sheet, true)
			alts := contenttest.Read(t, content, "media/ar.yaml")
			_, after, _ := strings.Cut(alts, "stroll-valley.png: ")
			if got, _, _ := strings.Cut(after, "\n"); got != x.want || strings.Count(alts, "stroll") > 1 {
				t.Errorf("the alt text is %q in\n%s", got, alts)
			}
			if strings.Contains(notes(report), "alt text") {
				t.Errorf("remarks are\n%s", notes(report))
			}
			again := contenttest.Read(t, content, "media/en.yaml") + alts
			tableInto(t, content, sheet, true)
			if contenttest.Read(t, content, "media/en.yaml")+contenttest.Read(t, content, "media/ar.yaml") != again {
				t.Error("the same table changes alt texts")
			}
		})
	}
}
