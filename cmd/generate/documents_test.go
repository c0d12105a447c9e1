package main

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"storefront/internal/content/starter"
)

// mentionedPath matches the paths in a text: those with a slash, and files of Markdown and YAML.
var mentionedPath = regexp.MustCompile(`[\w<.][\w<>.-]*(?:/[\w<>.-]+)+/?|[\w<.][\w<>.-]*(?:/|\.md\b|\.yaml\b)`)

var helpTopic = regexp.MustCompile(`generate help ([a-z]+)`)

func TestStarterNamesOnlyExistingFilesAndHelpTopics(t *testing.T) {
	shop, err := starter.New(starter.Choices{}, "qamar")
	if err != nil {
		t.Fatal(err)
	}
	files, err := shop.Files("4da2dfdbd8196c4e")
	if err != nil {
		t.Fatal(err)
	}
	files["generate.yaml"] = nil
	// Commands make these, or they are beside the content.
	generated := []string{"builds/", ".data/", "site/4da2dfdbd8196c4e/", "deploy.yaml"}
	exists := func(name string) bool {
		name = strings.ReplaceAll(strings.TrimSuffix(name, "."), "<language>", "en")
		if slices.Contains(generated, name) {
			return true
		}
		for file := range files {
			if file == name || strings.HasSuffix(name, "/") && strings.HasPrefix(file, name) ||
				!strings.Contains(name, "/") && strings.HasSuffix(file, "/"+name) {
				return true
			}
		}
		return false
	}
	address := regexp.MustCompile(`https?://\S+|Asia/Dubai| /[a-z-]+|\]\([^)]*\)|and/or`)
	seen, topics := 0, 0
	for file, data := range files {
		if !strings.HasSuffix(file, ".md") && !strings.HasSuffix(file, ".yaml") {
			continue
		}
		for _, name := range mentionedPath.FindAllString(address.ReplaceAllString(string(data), ""), -1) {
			if seen++; !exists(name) {
				t.Errorf("%s names %s, which is not in the shop", file, name)
			}
		}
		for _, topic := range helpTopic.FindAllStringSubmatch(string(data), -1) {
			var out, errors bytes.Buffer
			if topics++; run(t.Context(), []string{"help", topic[1]}, &out, &errors) != 0 || out.Len() < 1000 {
				t.Errorf("%s names generate help %s: %s", file, topic[1], errors.String())
			}
		}
	}
	if seen < 10 || topics < 3 {
		t.Errorf("%d paths and %d topics are named", seen, topics)
	}
}
