package pages

// GoogleShards returns the feed in shards of up to so many bytes.
var GoogleShards = (*GoogleFeed).shards
