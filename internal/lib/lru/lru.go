// Package lru is a cache of values with costs that drops the least recently used above a budget. It does not lock:
// callers hold a lock of their own, together with the data that belongs to the values.
package lru

import "container/list"

// Cache is a cache with a budget.
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

// New returns a cache with a budget.
func New[K comparable, V any](budget int64) *Cache[K, V] {
	return &Cache[K, V]{budget: budget, recent: list.New(), byKey: map[K]*list.Element{}}
}

// Get returns the value of a key and marks it as used.
func (c *Cache[K, V]) Get(key K) (value V, known bool) {
	at, known := c.byKey[key]
	if !known {
		return value, false
	}
	c.recent.MoveToFront(at)
	return at.Value.(*entry[K, V]).value, true
}

// Put stores a value at a cost and replaces that of the key. It does not make room.
func (c *Cache[K, V]) Put(key K, value V, cost int64) {
	c.Drop(key)
	c.byKey[key] = c.recent.PushFront(&entry[K, V]{key, value, cost})
	c.used += cost
}

// Drop removes the value of a key, if there is one.
func (c *Cache[K, V]) Drop(key K) {
	if at, known := c.byKey[key]; known {
		c.used -= c.recent.Remove(at).(*entry[K, V]).cost
		delete(c.byKey, key)
	}
}

// MakeRoom drops the least recently used values until the rest fits the budget, and returns their keys.
func (c *Cache[K, V]) MakeRoom() (dropped []K) {
	for c.used > c.budget && c.recent.Len() > 0 {
		key := c.recent.Back().Value.(*entry[K, V]).key
		c.Drop(key)
		dropped = append(dropped, key)
	}
	return dropped
}
