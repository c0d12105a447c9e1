package pages

// GoogleShards returns the feed in shards of up to so many bytes.
var GoogleShards = (*GoogleFeed).shards

// SitemapWithin returns the sitemap in files of at most so many addresses and bytes.
var SitemapWithin = (*Site).sitemapWithin

// Robots returns robots.txt.
var Robots = (*Site).robots
