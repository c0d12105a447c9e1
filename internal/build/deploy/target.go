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
	"storefront/internal/lib/misuse"
	"storefront/internal/lib/suggest"
)

// Target is a destination of web roots. {deployment} in its address is replaced by the deployment's id.
type Target struct {
	Name        string   // its name or address on the command line
	Address     string   // a path, or an address that gocloud.dev/blob opens
	Deployments []string // its deployments, if the file of targets has them
}

// deploymentPlaceholder is replaced by the deployment's id in an address.
const deploymentPlaceholder = "{deployment}"

// Find returns the target of an argument: an address, a path, or a name in the file of targets.
func Find(argument, file string) (Target, error) {
	if IsAddressOrPath(argument) {
		return Target{Name: argument, Address: argument}, nil
	}
	targets, err := readTargets(file)
	if errors.Is(err, fs.ErrNotExist) {
		return Target{}, fmt.Errorf("there is no target %q, since there is no %s; an address or a path is a target "+
			"too (./%s)",
			argument, file, argument)
	}
	if err != nil {
		return Target{}, err
	}
	t, ok := targets[argument]
	if !ok {
		return Target{}, fmt.Errorf("%s has no target %q%s", file, argument,
			suggest.DidYouMean(argument, slices.Sorted(maps.Keys(targets))))
	}
	return t, nil
}

// IsAddressOrPath reports whether an argument is an address or a path, and no name.
func IsAddressOrPath(argument string) bool {
	return strings.Contains(argument, "://") || strings.ContainsRune(argument, filepath.Separator) || argument == "."
}

// readTargets reads a file of targets:
//
//	targets:
//	  production:
//	    url: s3://storefront-{deployment}?region=eu-central-1
//	    deployments: [wayfare, layl]
func readTargets(file string) (map[string]Target, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	root, err := yaml.Parse(string(data), 1)
	if err != nil {
		return nil, fmt.Errorf("%s:%w", file, err)
	}
	errorAt := func(n *yaml.Node, format string, args ...any) error {
		return fmt.Errorf("%s:%d:%d: %s", file, n.Line, n.Col, fmt.Sprintf(format, args...))
	}
	all := map[string]Target{}
	targets := root.Get("targets")
	if targets == nil || targets.Kind != yaml.Mapping {
		return nil, errorAt(root, "targets is missing: it has a name and a url for each")
	}
	for _, t := range targets.Pairs {
		target := Target{Name: t.Key.Value}
		if t.Value.Kind != yaml.Mapping {
			return nil, errorAt(&t.Key, "%s has no url", t.Key.Value)
		}
		for _, field := range t.Value.Pairs {
			switch field.Key.Value {
			case "url":
				target.Address = field.Value.Text()
			case "deployments":
				if target.Deployments = ids(field.Value); target.Deployments == nil {
					return nil, errorAt(&field.Value, "deployments of %s is a list of ids, [wayfare, layl]",
						t.Key.Value)
				}
			default:
				return nil, errorAt(&field.Key, "%q is not a field of a target%s", field.Key.Value,
					suggest.DidYouMean(field.Key.Value, []string{"url", "deployments"}))
			}
		}
		if target.Address == "" {
			return nil, errorAt(&t.Key, "%s has no url", t.Key.Value)
		}
		all[target.Name] = target
	}
	return all, nil
}

// ids returns the entries of a list of deployments; nil if it has none or an entry is no text.
func ids(list yaml.Node) []string {
	var all []string
	for _, d := range list.Items {
		if d.Text() == "" {
			return nil
		}
		all = append(all, d.Text())
	}
	return all
}

// SelectDeployments returns the deployments that are uploaded to the target: the requested one, or all if each has its
// own place.
func (t Target) SelectDeployments(known []string, requested string) ([]string, error) {
	available := known
	if len(t.Deployments) > 0 {
		available = t.Deployments
		for _, d := range available {
			if !slices.Contains(known, d) {
				return nil, misuse.Errorf("%s: there is no deployment %q%s", t.Name, d, suggest.DidYouMean(d, known))
			}
		}
	}
	if requested != "" {
		if !slices.Contains(available, requested) {
			return nil, misuse.Errorf("%s: there is no deployment %q%s", t.Name, requested,
				suggest.DidYouMean(requested, available))
		}
		return []string{requested}, nil
	}
	if len(available) > 1 && !strings.Contains(t.Address, deploymentPlaceholder) {
		return nil, misuse.Errorf("%s has one place for %d deployments: put {deployment} into its address, or choose "+
			"one of them by --deployment: %s",
			t.Name, len(available), strings.Join(available, ", "))
	}
	return available, nil
}

// destination is the opened destination of one deployment.
type destination struct {
	name   string // for errors
	bucket *blob.Bucket
	folder string // of a directory; empty elsewhere
	gzip   bool   // texts are stored compressed
}

// open opens the place of a deployment. A directory that is missing is made if create is set.
func (t Target) open(ctx context.Context, deployment string, create bool) (*destination, error) {
	address := strings.ReplaceAll(t.Address, deploymentPlaceholder, deployment)
	if !strings.Contains(address, "://") {
		folder, err := filepath.Abs(address)
		if err != nil {
			return nil, err
		}
		address = (&url.URL{Scheme: "file", Path: filepath.ToSlash(folder)}).String()
	}
	u, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("%s is not an address: %w", address, err)
	}
	p := &destination{name: t.Name, gzip: true}
	if deployment != "" && strings.Contains(t.Name, deploymentPlaceholder) {
		p.name = strings.ReplaceAll(t.Name, deploymentPlaceholder, deployment)
	}
	q := u.Query()
	if prefix := q.Get("prefix"); prefix != "" && !strings.HasSuffix(prefix, "/") {
		return nil, misuse.Errorf("%s: the prefix %q does not end with /: files of other prefixes that begin with it "+
			"would be deleted", p.name, prefix)
	}
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
