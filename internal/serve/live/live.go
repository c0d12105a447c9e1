// Package live reads the builds that are being served:
//
//	builds/public/<deployment>    a link to one of the deployment's two trees of files
//
// A release writes the tree that is out of service and then moves the link, so that a build goes live as a whole. A
// slow reader could follow the link and still be reading when its tree goes out of service and is changed. View
// guarantees that each reading is of one build.
package live

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"syscall"

	"storefront/internal/core/fault"
)

// ErrNoBuild is the error of reading a deployment without a build.
var ErrNoBuild = fault.New(fault.Unavailable, "There is no build to serve yet.")

// Builds is a folder of builds. It is safe for concurrent use.
type Builds struct{ publicDir string }

// Open returns a folder of builds, which need not exist yet.
func Open(folder string) *Builds { return &Builds{filepath.Join(folder, "public")} }

var idPattern = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$`)

// IsValidID reports whether s can be the id of a deployment or of a build, and so part of a path.
func IsValidID(s string) bool { return idPattern.MatchString(s) }

// Link returns the link to the live build of a deployment. It identifies the build, and its time of modification is
// that of the publication. Without a build the error is ErrNoBuild.
func (b *Builds) Link(deployment string) (fs.FileInfo, error) {
	if !IsValidID(deployment) {
		return nil, ErrNoBuild
	}
	link, err := os.Lstat(b.path(deployment))
	return link, asErrNoBuild(err)
}

// IsLive reports whether a link of a deployment still is the one that Link returns.
func (b *Builds) IsLive(deployment string, link fs.FileInfo) bool {
	now, err := b.Link(deployment)
	return err == nil && SameLink(link, now)
}

// maxTries bounds how many builds may be published during one View.
const maxTries = 16

// View calls read with the files of the live build, and with the link that identifies it. It calls read again with the
// next build if the link moved meanwhile, because the tree may have been changed since: read discards what an earlier
// call found. View returns the error of the last call, or ErrNoBuild. The root is closed after each call; files that
// were opened in it stay readable.
func (b *Builds) View(deployment string, read func(root *os.Root, link fs.FileInfo) error) error {
	for range maxTries {
		link, err := b.Link(deployment)
		if err != nil {
			return err
		}
		root, err := os.OpenRoot(b.path(deployment))
		if err != nil {
			return asErrNoBuild(err)
		}
		err = read(root, link)
		_ = root.Close()
		// The link and not the tree: after two builds the same tree is live again, and was changed in between.
		if b.IsLive(deployment, link) {
			return err
		}
	}
	return ErrNoBuild
}

func (b *Builds) path(deployment string) string { return filepath.Join(b.publicDir, deployment) }

// asErrNoBuild replaces the error of a missing file by ErrNoBuild.
func asErrNoBuild(err error) error {
	if IsMissing(err) {
		return ErrNoBuild
	}
	return err
}

// SameLink reports whether two links lead to one build. The later link can have the inode of the earlier, but not its
// time.
func SameLink(a, b fs.FileInfo) bool { return os.SameFile(a, b) && a.ModTime().Equal(b.ModTime()) }

// IsMissing reports whether err is that of a path at which no file is or can be.
func IsMissing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.ENAMETOOLONG)
}
