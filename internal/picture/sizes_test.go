package picture_test

import (
	"encoding/json"
	"os"
	"reflect"
	"testing"

	"storefront/internal/core/fault"
	"storefront/internal/picture"
)

func TestSizesEqualThoseOfTheSite(t *testing.T) {
	data, err := os.ReadFile("../../site/dist/bundle.json")
	if err != nil {
		t.Fatalf("%v (npm run build makes it)", err)
	}
	var bundle struct {
		Sizes picture.Sizes
	}
	if err := json.Unmarshal(data, &bundle); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(&bundle.Sizes, picture.SiteSizes) {
		t.Errorf("the site asks for\n%+v\nand SiteSizes are\n%+v", &bundle.Sizes, picture.SiteSizes)
	}
}

func TestOnlyModifiersUsedByPagesAreAllowed(t *testing.T) {
	large, small := picture.Header{Width: 3000, Height: 2000}, picture.Header{Width: 700, Height: 467}
	for modifiers, c := range map[string]struct {
		of   picture.Header
		want string // the field that is wrong; none where it is made
	}{
		"w_480":                         {large, ""},
		"w_1600,f_avif":                 {large, ""},
		"w_1600,f_auto,q_50":            {large, ""},
		"h_480":                         {large, ""},
		"s_320x240":                     {large, ""},
		"s_680x510,fit_contain,b_white": {large, ""},
		"f_jpeg,s_1200x630":             {large, ""},
		"s_10x10,q_50,blur_3":           {large, ""},
		"w_700":                         {small, ""},
		"s_622x467":                     {small, ""}, // as much of it as a card's proportions have
		"w_467":                         {small, ""}, // it may lie on its side
		"w_701":                         {small, "modifiers"},
		"w_3000":                        {large, "modifiers"},
		"w_481":                         {large, "modifiers"},
		"s_320x241":                     {large, "modifiers"},
		"s_4096x2050":                   {large, "modifiers"},
		"_":                             {large, "modifiers"},
		"f_webp":                        {large, "modifiers"},
		"w_480,enlarge":                 {large, "enlarge"},
		"w_480,q_81":                    {large, "quality"},
		"w_480,b_123456":                {large, "background"},
		"w_480,blur_3":                  {large, "blur"},
		"w_480,rotate_5":                {large, "rotate"},
		"s_320x240,pos_top":             {large, "pos"},
		"s_10x10,q_50,blur_3,f_avif":    {large, "blur"},
	} {
		r, err := picture.Parse(modifiers)
		if err == nil {
			err = picture.SiteSizes.CheckRecipe(r)
		}
		if err == nil {
			err = picture.SiteSizes.CheckForSource(r, c.of)
		}
		got := ""
		if err != nil {
			got = fault.Of(err).Fields[0].Name
		}
		if got != c.want || err != nil && !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: %v", modifiers, err)
		}
	}
}
