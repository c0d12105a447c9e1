// Package lru keeps values by key, each at a cost, and drops those that were not used for longest once their costs are more
// than a budget. It locks nothing: whoever has a cache locks around it, together with what else belongs to its values.
package lru

import "container/list"

// Cache has values of one kind.
type Cache[K comparable, V any] struct {
	budget, used int64
	recent       *list.List // of *entry, the latest first
	byKey        map[K]*list.Element
}

type entry[K comparable, V any] struct {
	key   K
	value V
	cost  int64
}

// New makes a cache with a budget.
func New[K comparable, V any](budget int64) *Cache[K, V] {
	return &Cache[K, V]{budget: budget, recent: list.New(), byKey: map[K]*list.Element{}}
}

// Get gives a value, which is used by that.
func (c *Cache[K, V]) Get(key K) (value V, known bool) {
	at, known := c.byKey[key]
	if !known {
		return value, false
	}
	c.recent.MoveToFront(at)
	return at.Value.(*entry[K, V]).value, true
}

// Put keeps a value at a cost, in the place of what the key had. It makes no room.
func (c *Cache[K, V]) Put(key K, value V, cost int64) {
	c.Drop(key)
	c.byKey[key] = c.recent.PushFront(&entry[K, V]{key, value, cost})
	c.used += cost
}

// Drop forgets a value, where there is one.
func (c *Cache[K, V]) Drop(key K) {
	if at, known := c.byKey[key]; known {
		c.used -= c.recent.Remove(at).(*entry[K, V]).cost
		delete(c.byKey, key)
	}
}

// MakeRoom drops what was not used for longest until the rest is within the budget, and gives the keys of what it dropped.
func (c *Cache[K, V]) MakeRoom() (dropped []K) {
	for c.used > c.budget && c.recent.Len() > 0 {
		key := c.recent.Back().Value.(*entry[K, V]).key
		c.Drop(key)
		dropped = append(dropped, key)
	}
	return dropped
}
