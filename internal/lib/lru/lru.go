// Package lru is a cache of values with costs that drops the least recently used above a budget. It does not lock:
// callers hold a lock of their own, together with the data that belongs to the values.
package lru

import "container/list"

// Cache is a cache with a budget.
type Cache[K comparable, V any] struct {
	capacity, used int64
	recent         *list.List // of *entry, the latest first
	elements       map[K]*list.Element
}

type entry[K comparable, V any] struct {
	key   K
	value V
	cost  int64
}

// New returns a cache with a budget.
func New[K comparable, V any](budget int64) *Cache[K, V] {
	return &Cache[K, V]{capacity: budget, recent: list.New(), elements: map[K]*list.Element{}}
}

// Get returns the value of a key and marks it as used.
func (c *Cache[K, V]) Get(key K) (value V, ok bool) {
	element, ok := c.elements[key]
	if !ok {
		return value, false
	}
	c.recent.MoveToFront(element)
	return element.Value.(*entry[K, V]).value, true
}

// Put stores a value at a cost and replaces that of the key. It does not evict.
func (c *Cache[K, V]) Put(key K, value V, cost int64) {
	c.Remove(key)
	c.elements[key] = c.recent.PushFront(&entry[K, V]{key, value, cost})
	c.used += cost
}

// Remove removes the value of a key, if there is one.
func (c *Cache[K, V]) Remove(key K) {
	if element, ok := c.elements[key]; ok {
		c.used -= c.recent.Remove(element).(*entry[K, V]).cost
		delete(c.elements, key)
	}
}

// Evict drops the least recently used values until the rest fits the budget, and returns their keys.
func (c *Cache[K, V]) Evict() (evicted []K) {
	for c.used > c.capacity && c.recent.Len() > 0 {
		key := c.recent.Back().Value.(*entry[K, V]).key
		c.Remove(key)
		evicted = append(evicted, key)
	}
	return evicted
}
