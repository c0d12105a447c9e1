package main

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"storefront/tools/gauge"
)

var catalogueSizes = []int{1_000, 10_000, 50_000, 200_000}

// bytesPerProduct is a generous estimate of the disk space for content, pages and caches.
const bytesPerProduct = 280 << 10

// growthAllowed is the insignificant difference between two single measurements.
const growthAllowed = 1.1

// measureScale prints the cost of a page as the catalogue grows.
func measureScale(us ours) error {
	var stat syscall.Statfs_t
	need := int64(catalogueSizes[len(catalogueSizes)-1]) * bytesPerProduct
	if err := os.MkdirAll(us.dir, 0o755); err != nil {
		return err
	}
	if err := syscall.Statfs(us.dir, &stat); err == nil && int64(stat.Bavail)*stat.Bsize < need {
		return fmt.Errorf("this needs %d GB of free disk", need>>30)
	}
	fmt.Printf("%9s %8s %9s %11s %11s %8s %12s %12s\n", "products", "pages", "full, s", "ms a page", "CPU ms/page",
		"MB peak", "unchanged, s", "one edit, s")
	dir := us.dir
	var first, last time.Duration
	for _, n := range catalogueSizes {
		if err := os.RemoveAll(dir); err != nil { // the disk need not hold two catalogues
			return err
		}
		us.dir = filepath.Join(dir, fmt.Sprint(n))
		perPage, err := measureSize(us, n)
		if err != nil {
			return err
		}
		if first == 0 {
			first = perPage
		}
		last = perPage
	}
	growth := float64(last) / float64(first)
	fmt.Println()
	gauge.PrintTarget(fmt.Sprintf("the CPU cost of a page does not grow from %d to %d products", catalogueSizes[0],
		catalogueSizes[len(catalogueSizes)-1]), growth <= growthAllowed, "%.2f times", growth)
	return nil
}

func measureSize(us ours, n int) (cpuPerPage time.Duration, err error) {
	if err := us.write(n); err != nil {
		return 0, err
	}
	r := &result{generator: us}
	if err := r.measure(newProduct(n/2+1, n), n, 0); err != nil {
		return 0, err
	}
	perPage := func(d time.Duration) time.Duration { return d / time.Duration(r.output.pages) }
	ms := func(d time.Duration) float64 { return d.Seconds() * 1000 }
	fmt.Printf("%9d %8d %9.2f %11.3f %11.3f %8d %12.3f %12.3f\n", n, r.output.pages, r.wall(full).Seconds(),
		ms(perPage(r.wall(full))),
		ms(perPage(r.cpu(full))), r.memory(full)>>20, r.wall(unchanged).Seconds(), r.wall(edited).Seconds())
	return perPage(r.cpu(full)), nil
}
