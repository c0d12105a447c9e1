package deploy_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"storefront/internal/build/deploy"
)

func TestFindAcceptsANameAPathOrAURL(t *testing.T) {
	file := filepath.Join(t.TempDir(), "deploy.yaml")
	write(t, file, "targets:\n  production:\n    url: s3://storefront-{deployment}?region=eu-central-1\n    "+
		"deployments: [wayfare, layl]\n")
	for argument, address := range map[string]string{
		"production":     "s3://storefront-{deployment}?region=eu-central-1",
		"./out":          "./out",
		"gs://shop":      "gs://shop",
		"/srv/www/layl/": "/srv/www/layl/",
	} {
		got, err := deploy.Find(argument, file)
		if err != nil || got.Address != address {
			t.Errorf("%s is %+v, %v", argument, got, err)
		}
	}
	_, err := deploy.Find("prodution", file)
	if err == nil || !strings.Contains(err.Error(), `did you mean "production"?`) {
		t.Errorf("a typing error: %v", err)
	}
	for content, want := range map[string]string{
		"targets:\n  a:\n    adress: x\n":      `3:5: "adress" is not a field of a target`,
		"targets:\n  a:\n    deployments: [a]": "2:3: a has no url",
		"nothing: 1\n":                         "1:1: targets is missing",
	} {
		write(t, file, content)
		if _, err := deploy.Find("a", file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", content, err)
		}
	}
}

func TestSelectDeploymentsRequiresOnePlacePerDeployment(t *testing.T) {
	known := []string{"layl", "waraq", "wayfare"}
	for _, c := range []struct {
		target     deploy.Target
		deployment string
		want       []string
		wrong      string
	}{
		{deploy.Target{Address: "s3://{deployment}"}, "", known, ""},
		{deploy.Target{Address: "s3://{deployment}", Deployments: []string{"layl"}}, "", []string{"layl"}, ""},
		{deploy.Target{Address: "s3://shop"}, "layl", []string{"layl"}, ""},
		{deploy.Target{Address: "s3://shop"}, "", nil, "has one place for 3 deployments"},
		{deploy.Target{Address: "s3://shop"}, "lail", nil, `did you mean "layl"?`},
		{deploy.Target{Address: "s3://shop", Deployments: []string{"wayfar"}}, "", nil, `did you mean "wayfare"?`},
	} {
		got, err := c.target.SelectDeployments(known, c.deployment)
		if c.wrong != "" {
			if err == nil || !strings.Contains(err.Error(), c.wrong) {
				t.Errorf("%+v: %v", c.target, err)
			}
			continue
		}
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%+v holds %q, %v", c.target, got, err)
		}
	}
}

func TestFindRejectsDeploymentsThatAreNoList(t *testing.T) {
	file := filepath.Join(t.TempDir(), "deploy.yaml")
	for _, ids := range []string{"layl", "[]", "{layl: true}", "[{id: layl}]"} {
		write(t, file, "targets:\n  a:\n    url: ./out/{deployment}\n    deployments: "+ids+"\n")
		target, err := deploy.Find("a", file)
		if err == nil || !strings.Contains(err.Error(), ":4:") ||
			!strings.Contains(err.Error(), "deployments of a is a list of ids") {
			t.Errorf("%s selects %q, %v", ids, target.Deployments, err)
		}
	}
}

func TestDeployRejectsAPrefixWithoutATrailingSlash(t *testing.T) {
	folder, place := t.TempDir(), t.TempDir()
	publish(t, folder, smallSite())
	other := filepath.Join(place, shop+"-2", "index.html")
	write(t, other, "of another deployment")
	_, err := deploy.Deploy(t.Context(), deployOptions(folder, "file://"+place+"?prefix={deployment}"))
	if err == nil || !strings.Contains(err.Error(), `the prefix "`+shop+`" does not end with /`) {
		t.Errorf("a prefix without its slash: %v", err)
	}
	mustDeploy(t, deployOptions(folder, "file://"+place+"?prefix={deployment}/"))
	if _, err := os.Stat(other); err != nil {
		t.Errorf("the file of another deployment is gone: %v", err)
	}
}

func TestPagesThatShowFilesOfPicturesUnchangedNeedNoAPI(t *testing.T) {
	for shell, want := range map[string]bool{`{"pictureProvider":"ipx"}`: true, `{"pictureProvider":"none"}`: false} {
		folder, site := t.TempDir(), smallSite()
		site["builds/meta/shell.en.json"] = shell
		publish(t, folder, site)
		if r := mustDeploy(t, deployOptions(folder, t.TempDir())); r.NeedsAPI != want {
			t.Errorf("pages with the shell %s need the API: %t", shell, r.NeedsAPI)
		}
	}
}
