package scaffold

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

func (s *Skeleton) deploymentFiles() (map[string]string, []string, error) {
	currency := "AED"
	var pictures, redirects []string // what all of content needs, every storefront allows
	for _, d := range s.lib.Deployments {
		pictures, redirects = append(pictures, d.PictureHosts...), append(redirects, d.RedirectHosts...)
	}
	if len(s.lib.Deployments) > 0 && len(s.lib.Deployments[0].Currencies) > 0 {
		currency = s.lib.Deployments[0].Currencies[0]
	}
	title, _ := flowStyle(reflect.ValueOf(s.placeholderName()))
	text := fmt.Sprintf(deploymentFacts, s.Slug, s.Slug, title, strings.Join(s.Languages, ", "), currency, s.Slug)
	for _, hosts := range []struct {
		key string
		all []string
	}{{"pictureHosts", pictures}, {"redirectHosts", redirects}} {
		if slices.Sort(hosts.all); len(hosts.all) > 0 {
			text += fmt.Sprintf("%s: [%s]\n", hosts.key, strings.Join(slices.Compact(hosts.all), ", "))
		}
	}
	files := map[string]string{"deployments/" + s.Slug + ".yaml": text}
	if err := s.addFirstDeploymentFiles(files); err != nil {
		return nil, nil, err
	}
	return files, []string{
		"write its hosts, address and e-mail in " + s.Slug + ".yaml",
		"generate server --deployment " + s.Slug + " shows it at http://" + s.Slug + ".localhost:8080",
	}, nil
}

// addFirstDeploymentFiles adds what the first deployment needs beside its own file: its pages, and the lists of alt
// texts.
func (s *Skeleton) addFirstDeploymentFiles(files map[string]string) error {
	if len(s.lib.Deployments) > 0 || s.Pages == nil {
		return nil
	}
	pages, err := s.Pages(s.placeholderName(), s.Languages)
	if err != nil {
		return err
	}
	for _, language := range s.Languages {
		pages["media/"+language+".yaml"] = []byte("# file: what the picture shows\n")
	}
	stage := NewStage(s.Content)
	for rel, data := range pages {
		if !stage.Exists(rel) {
			files[rel] = string(data)
		}
	}
	return nil
}
