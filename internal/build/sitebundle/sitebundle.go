// Package sitebundle packs the built site into one versioned file, so that a folder of content can be built without the
// sources of the site, and installs such bundles beside that content.
package sitebundle

import (
	"archive/tar"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/mod/sumdb/dirhash"

	"storefront/internal/build/render"
)

// Limits of an archive. A bundle has about 150 files with 2 MB in total.
const (
	maxFiles = 10_000
	maxBytes = 200 << 20
)

// bundleFiles lists the paths of a bundle's files below its folder: bundle.json and those of client/ and server/. Other
// files of the folder do not belong to the bundle.
func bundleFiles(dir string) (all []string, err error) {
	for _, part := range []string{"bundle.json", "client", "server"} {
		err := filepath.WalkDir(filepath.Join(dir, part), func(name string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			if !e.Type().IsRegular() {
				return fmt.Errorf("%s is not a file", name)
			}
			rel, err := filepath.Rel(dir, name)
			all = append(all, filepath.ToSlash(rel))
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Sum returns the hash of all names and contents of a bundle, in the form of go.sum.
func Sum(dir string) (string, error) {
	all, err := bundleFiles(dir)
	if err != nil {
		return "", err
	}
	return dirhash.Hash1(all, func(name string) (io.ReadCloser, error) {
		return os.Open(filepath.Join(dir, filepath.FromSlash(name)))
	})
}

// Version returns the version of a bundle: the hash of its parts, which bundle.json has.
func Version(dir string) (string, error) {
	b, err := render.ReadBundle(dir)
	if err != nil {
		return "", err
	}
	if !versionPattern.MatchString(b.Hash) {
		return "", fmt.Errorf("%s has no hash", render.BundleFile(dir))
	}
	return b.Hash, nil
}

// Pack writes a bundle as storefront-site-<version>.tgz into a folder, with its SHA-256 in a file beside it, and
// returns the archive's path. The same bundle gives the same bytes.
func Pack(dir, outDir string) (archive string, err error) {
	version, err := Version(dir)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(outDir, 0o755); err != nil {
		return "", err
	}
	archive = filepath.Join(outDir, "storefront-site-"+version+".tgz")
	out, err := os.Create(archive)
	if err != nil {
		return "", err
	}
	hash := sha256.New()
	if err := errors.Join(writeArchive(io.MultiWriter(out, hash), dir), out.Close()); err != nil {
		return "", err
	}
	line := hex.EncodeToString(hash.Sum(nil)) + "  " + filepath.Base(archive) + "\n"
	return archive, os.WriteFile(archive+".sha256", []byte(line), 0o644)
}

func writeArchive(out io.Writer, dir string) error {
	all, err := bundleFiles(dir)
	if err != nil {
		return err
	}
	zip, _ := gzip.NewWriterLevel(out, gzip.BestCompression)
	archive := tar.NewWriter(zip)
	for _, name := range all {
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		head := &tar.Header{Name: "site/" + name, Mode: 0o644, Size: int64(len(data)), Format: tar.FormatUSTAR}
		if err := archive.WriteHeader(head); err != nil {
			return err
		}
		if _, err := archive.Write(data); err != nil {
			return err
		}
	}
	return errors.Join(archive.Close(), zip.Close())
}

// Install puts a bundle, an archive of Pack or the folder of a built site, into <root>/site/<version>, and returns its
// record, which the caller writes. It replaces a bundle of the same version.
func Install(from, root string) (r Record, err error) {
	info, err := os.Stat(from)
	if err != nil {
		return r, err
	}
	folder := filepath.Join(root, Folder)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return r, err
	}
	temp, err := os.MkdirTemp(folder, ".new-")
	if err != nil {
		return r, err
	}
	defer func() { _ = os.RemoveAll(temp) }()
	if info.IsDir() {
		err = copyBundle(from, temp)
	} else if err = verifyChecksum(from); err == nil {
		err = unpack(from, temp)
	}
	if err != nil {
		return r, err
	}
	if r.Version, err = Version(temp); err != nil {
		return r, fmt.Errorf("%s is not a site bundle: %w", from, err)
	}
	if r.Sum, err = Sum(temp); err != nil {
		return r, fmt.Errorf("%s is not a whole site bundle: %w", from, err)
	}
	if err := os.Chmod(temp, 0o755); err != nil {
		return r, err
	}
	to := filepath.Join(root, r.Path())
	if err := os.RemoveAll(to); err != nil {
		return r, err
	}
	return r, os.Rename(temp, to)
}

// verifyChecksum compares an archive with its checksum in <archive>.sha256, if that file exists.
func verifyChecksum(archive string) error {
	line, err := os.ReadFile(archive + ".sha256")
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	data, err := os.ReadFile(archive)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(data)
	if want, _, _ := strings.Cut(string(line), " "); want != hex.EncodeToString(sum[:]) {
		return fmt.Errorf("%s differs from its checksum in %s.sha256: download both again", archive, archive)
	}
	return nil
}

func copyBundle(from, to string) error {
	all, err := bundleFiles(from)
	if err != nil {
		return err
	}
	for _, name := range all {
		data, err := os.ReadFile(filepath.Join(from, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		if err := writeFile(to, name, data); err != nil {
			return err
		}
	}
	return nil
}

func writeFile(dir, name string, data []byte) error {
	to := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o644)
}

// unpack writes the files of an archive, which are all below its folder site/.
func unpack(archive, to string) error {
	in, err := os.Open(archive)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	zip, err := gzip.NewReader(in)
	if err != nil {
		return fmt.Errorf("%s is not a site bundle: %w", archive, err)
	}
	files, total := tar.NewReader(zip), int64(0)
	for n := 0; ; n++ {
		head, err := files.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s is not a site bundle: %w", archive, err)
		}
		name, inside := strings.CutPrefix(head.Name, "site/")
		total += head.Size
		if !inside || !filepath.IsLocal(name) || path.Clean(name) != name || head.Typeflag != tar.TypeReg {
			return fmt.Errorf("%s is not a site bundle: it has %q", archive, head.Name)
		}
		if n >= maxFiles || total > maxBytes {
			return fmt.Errorf("%s is larger than a site bundle can be", archive)
		}
		data, err := io.ReadAll(io.LimitReader(files, maxBytes))
		if err != nil {
			return err
		}
		if err := writeFile(to, name, data); err != nil {
			return err
		}
	}
}
