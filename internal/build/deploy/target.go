package deploy

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gocloud.dev/blob"
	_ "gocloud.dev/blob/azureblob" // azblob://container
	_ "gocloud.dev/blob/fileblob"  // file:///folder
	_ "gocloud.dev/blob/gcsblob"   // gs://bucket
	_ "gocloud.dev/blob/s3blob"    // s3://bucket?region=…

	"storefront/internal/content/yaml"
	"storefront/internal/lib/suggest"
)

// Target is a destination of web roots. {deployment} in its address is replaced by the deployment's id.
type Target struct {
	Name        string   // its name or address on the command line
	Address     string   // a path, or an address that gocloud.dev/blob opens
	Deployments []string // its deployments, if the file of targets has them
}

// placeholder is replaced by the deployment's id in an address.
const placeholder = "{deployment}"

// Find returns the target of an argument: an address, a path, or a name in the file of targets.
func Find(argument, file string) (Target, error) {
	if IsPlace(argument) {
		return Target{Name: argument, Address: argument}, nil
	}
	named, err := read(file)
	if errors.Is(err, fs.ErrNotExist) {
		return Target{}, fmt.Errorf("there is no target %q, since there is no %s; an address or a path is a target "+
			"too (./%s)",
			argument, file, argument)
	}
	if err != nil {
		return Target{}, err
	}
	t, ok := named[argument]
	if !ok {
		return Target{}, fmt.Errorf("%s has no target %q%s", file, argument,
			suggest.DidYouMean(argument, slices.Sorted(maps.Keys(named))))
	}
	return t, nil
}

// IsPlace reports whether an argument is an address or a path, and no name.
func IsPlace(argument string) bool {
	return strings.Contains(argument, "://") || strings.ContainsRune(argument, filepath.Separator) || argument == "."
}

// read reads a file of targets:
//
//	targets:
//	  production:
//	    url: s3://storefront-{deployment}?region=eu-central-1
//	    deployments: [wayfare, layl]
func read(file string) (map[string]Target, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	root, err := yaml.Parse(string(data), 1)
	if err != nil {
		return nil, fmt.Errorf("%s:%w", file, err)
	}
	wrong := func(n *yaml.Node, format string, args ...any) error {
		return fmt.Errorf("%s:%d:%d: %s", file, n.Line, n.Col, fmt.Sprintf(format, args...))
	}
	all := map[string]Target{}
	targets := root.Get("targets")
	if targets == nil || targets.Kind != yaml.Mapping {
		return nil, wrong(root, "targets is missing: it has a name and a url for each")
	}
	for _, t := range targets.Pairs {
		target := Target{Name: t.Key.Value}
		if t.Value.Kind != yaml.Mapping {
			return nil, wrong(&t.Key, "%s has no url", t.Key.Value)
		}
		for _, field := range t.Value.Pairs {
			switch field.Key.Value {
			case "url":
				target.Address = field.Value.Value
			case "deployments":
				for _, d := range field.Value.Items {
					target.Deployments = append(target.Deployments, d.Value)
				}
			default:
				return nil, wrong(&field.Key, "%q is no field of a target%s", field.Key.Value,
					suggest.DidYouMean(field.Key.Value, []string{"url", "deployments"}))
			}
		}
		if target.Address == "" {
			return nil, wrong(&t.Key, "%s has no url", t.Key.Value)
		}
		all[target.Name] = target
	}
	return all, nil
}

// Holds returns the deployments that are uploaded to the target: the requested one, or all if each has its own place.
func (t Target) Holds(known []string, requested string) ([]string, error) {
	mine := known
	if len(t.Deployments) > 0 {
		mine = t.Deployments
		for _, d := range mine {
			if !slices.Contains(known, d) {
				return nil, fmt.Errorf("%s: there is no deployment %q%s", t.Name, d, suggest.DidYouMean(d, known))
			}
		}
	}
	if requested != "" {
		if !slices.Contains(mine, requested) {
			return nil, fmt.Errorf("%s: there is no deployment %q%s", t.Name, requested,
				suggest.DidYouMean(requested, mine))
		}
		return []string{requested}, nil
	}
	if len(mine) > 1 && !strings.Contains(t.Address, placeholder) {
		return nil, fmt.Errorf("%s has one place for %d deployments: put {deployment} into its address, or choose "+
			"one of them by --deployment: %s",
			t.Name, len(mine), strings.Join(mine, ", "))
	}
	return mine, nil
}

// place is the opened destination of one deployment.
type place struct {
	name   string // for errors
	bucket *blob.Bucket
	folder string // of a directory; empty elsewhere
	gzip   bool   // texts are stored compressed
}

// open opens the place of a deployment. A directory that is missing is made if create is set.
func (t Target) open(ctx context.Context, deployment string, create bool) (*place, error) {
	address := strings.ReplaceAll(t.Address, placeholder, deployment)
	if !strings.Contains(address, "://") {
		folder, err := filepath.Abs(address)
		if err != nil {
			return nil, err
		}
		address = (&url.URL{Scheme: "file", Path: filepath.ToSlash(folder)}).String()
	}
	u, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("%s is no address: %w", address, err)
	}
	p := &place{name: t.Name, gzip: true}
	if deployment != "" && strings.Contains(t.Name, placeholder) {
		p.name = strings.ReplaceAll(t.Name, placeholder, deployment)
	}
	q := u.Query()
	if q.Has("gzip") {
		p.gzip = q.Get("gzip") != "false"
		q.Del("gzip")
	}
	if u.Scheme == "file" {
		// No metadata files, and no temporary files on another file system. The web server of a directory compresses by
		// itself.
		p.gzip, p.folder = false, filepath.Join(filepath.FromSlash(u.Path), filepath.FromSlash(q.Get("prefix")))
		q.Set("metadata", "skip")
		q.Set("no_tmp_dir", "true")
		if create {
			q.Set("create_dir", "true")
		}
		q.Set("dir_file_mode", "0755")
	}
	u.RawQuery = q.Encode()
	if p.bucket, err = blob.OpenBucket(ctx, u.String()); err != nil {
		return nil, fmt.Errorf("%s: %w", p.name, explain(err))
	}
	return p, nil
}
