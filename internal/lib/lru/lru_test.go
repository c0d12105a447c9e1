package lru_test

import (
	"slices"
	"testing"

	"storefront/internal/lib/lru"
)

func TestEvictRemovesTheLeastRecentlyUsedValueFirst(t *testing.T) {
	c := lru.New[string, int](10)
	c.Put("a", 1, 4)
	c.Put("b", 2, 4)
	c.Put("c", 3, 2)
	if got := c.Evict(); got != nil {
		t.Errorf("%v are evicted within the budget", got)
	}
	if v, known := c.Get("a"); v != 1 || !known {
		t.Errorf("a is %d, %v", v, known)
	}
	c.Put("d", 4, 3)
	if got := c.Evict(); !slices.Equal(got, []string{"b"}) {
		t.Errorf("%v are evicted, want b", got)
	}
	if _, known := c.Get("b"); known {
		t.Error("b is still there")
	}
}

func TestReplacedAndRemovedValuesFreeTheirBudget(t *testing.T) {
	c := lru.New[string, int](10)
	c.Put("a", 1, 9)
	c.Put("a", 2, 1)
	c.Put("b", 3, 9)
	if got := c.Evict(); got != nil {
		t.Errorf("%v are evicted", got)
	}
	c.Remove("b")
	c.Remove("b")
	c.Put("c", 4, 9)
	if got := c.Evict(); got != nil {
		t.Errorf("%v are evicted", got)
	}
	if v, _ := c.Get("a"); v != 2 {
		t.Errorf("a is %d", v)
	}
}

func TestEvictRemovesAValueLargerThanTheBudget(t *testing.T) {
	c := lru.New[string, int](10)
	c.Put("a", 1, 11)
	if got := c.Evict(); !slices.Equal(got, []string{"a"}) {
		t.Errorf("%v are evicted, want a", got)
	}
}
