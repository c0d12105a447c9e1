package livecatalog

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
)

// Suppliers reads the contact data of suppliers from builds/meta/suppliers.json, again after each change. It is safe
// for concurrent use.
type Suppliers struct {
	file string
	log  *slog.Logger

	mu       sync.Mutex
	all      []payload.SupplierContact
	readInfo fs.FileInfo
}

// OpenSuppliers returns the suppliers of a folder of builds, which need not exist yet.
func OpenSuppliers(builds string, log *slog.Logger) *Suppliers {
	return &Suppliers{file: filepath.Join(builds, "meta", "suppliers.json"), log: log}
}

var _ booking.Suppliers = (*Suppliers)(nil)

// Supplier returns the contact data of a supplier, and false if it is unknown.
func (s *Suppliers) Supplier(id string) (payload.SupplierContact, bool) {
	all := s.Suppliers()
	i := slices.IndexFunc(all, func(c payload.SupplierContact) bool { return c.ID == id })
	if i < 0 {
		return payload.SupplierContact{}, false
	}
	return all[i], true
}

// Suppliers returns all suppliers, sorted by id. If the file is missing or damaged, those that were read before stay.
func (s *Suppliers) Suppliers() []payload.SupplierContact {
	s.mu.Lock()
	defer s.mu.Unlock()
	info, err := os.Stat(s.file)
	switch {
	case errors.Is(err, fs.ErrNotExist): // a build of a former generator
		return s.all
	case err == nil && s.readInfo != nil && os.SameFile(s.readInfo, info) && s.readInfo.ModTime().Equal(info.ModTime()):
		return s.all
	}
	var all []payload.SupplierContact
	if err == nil {
		s.readInfo = info
		all, err = readSuppliers(s.file)
	}
	if err != nil {
		s.log.Error("cannot read the suppliers file; the previous suppliers stay", "error", err)
		return s.all
	}
	s.all = all
	return s.all
}

func readSuppliers(file string) (all []payload.SupplierContact, err error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, &all); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return all, nil
}
