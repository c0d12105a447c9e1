package schema_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"storefront/internal/content/schema"
	"storefront/internal/content/source"
)

func TestSchemaFilesAreUpToDate(t *testing.T) {
	for _, k := range source.Kinds() {
		want, err := schema.ForKind(k).JSON()
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join("../../../docs/schema", k.Name+".json"))
		if err != nil || string(got) != string(want) {
			t.Errorf("docs/schema/%s.json is stale, %v: go run ./cmd/generate schema", k.Name, err)
		}
	}
	kept, _ := filepath.Glob("../../../docs/schema/*.json")
	if len(kept) != len(source.Kinds()) {
		t.Errorf("docs/schema has %d schemas of %d kinds", len(kept), len(source.Kinds()))
	}
	settings, err := schema.Settings("docs/schema", "content")
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../../.vscode/settings.json")
	if err != nil || string(got) != string(settings) {
		t.Errorf(".vscode/settings.json is stale, %v: go run ./cmd/generate schema > .vscode/settings.json", err)
	}
}

func TestEveryContentKeyHasADescription(t *testing.T) {
	seen := map[reflect.Type]bool{}
	var walk func(reflect.Type)
	walk = func(of reflect.Type) {
		if seen[of] {
			return
		}
		seen[of] = true
		switch of.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Map:
			walk(of.Elem())
		case reflect.Struct:
			for i := range of.NumField() {
				key, _, _ := strings.Cut(of.Field(i).Tag.Get("yaml"), ",")
				if key == "" || key == "-" {
					continue
				}
				if schema.Describe(of, key) == "" {
					t.Errorf("%s.%s has no description", of.Name(), key)
				}
				walk(of.Field(i).Type)
			}
		}
	}
	for _, k := range source.Kinds() {
		walk(k.Type)
		if schema.ForKind(k).Description == "" {
			t.Errorf("the kind %s has no description", k.Name)
		}
	}
}
