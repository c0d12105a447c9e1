# The commands of this project. README.md describes them.

ADDR ?= 127.0.0.1:8080
export ADDR
# All builds, vets and tests have the same flags, so that packages are compiled once.
export GOFLAGS := $(strip $(filter-out -trimpath,$(GOFLAGS)) -trimpath)
# Node keeps the code that it has compiled: tests start hundreds of the same workers, each in two thirds of the time.
export NODE_COMPILE_CACHE ?= $(CURDIR)/node_modules/.cache/node-compile
GO_SOURCES := $(shell find cmd internal api -type f) $(wildcard docs/docs.go docs/*.md site/locales/*) go.mod go.sum
SITE_SOURCES := $(shell find site -type f -not -path 'site/dist/*') package-lock.json

# The packages whose tests take longest, which start first: a long one at the end would leave a processor idle.
LONG_TESTS := ./internal/build/engine ./internal/shop/booking

.PHONY: run site build bundle generate verify fresh check-site check-go format lint test test-go test-race test-without-race test-tools test-site test-browser bench bench-peers bench-watch bench-plot bench-scale bench-api bench-shop bench-search search-report bench-images bench-web budgets screenshots drill fuzz clean

run: export ORIGIN ?= http://{deployment}.localhost:$(lastword $(subst :, ,$(ADDR)))
run: build ## install, build, generate and serve
	.bin/generate build
	exec .bin/api serve --addr $(ADDR)

build: site .bin/generate .bin/api

node_modules/.package-lock.json: package.json package-lock.json
	npm ci --no-audit --no-fund --loglevel=error
	@touch $@

site: site/dist/bundle.json
site/dist/bundle.json: node_modules/.package-lock.json $(SITE_SOURCES)
	npm run --silent build
	@touch $@

bundle: site ## the built site as one versioned file in .bundle, for content in a repository of its own: generate init --site
	go run ./tools/bundle

.bin/%: $(GO_SOURCES)
	go build -o $@ ./cmd/$*

generate: node_modules/.package-lock.json ## write generated code
	go generate ./...
	npm run --silent generate:api

# The parts of verify may run at once: make --jobs=3 verify. Code is generated before it is compiled.
verify: fresh check-site check-go test-race test-without-race ## the checks before a change is merged

fresh: build
	tools/fresh.sh

check-site: fresh
	npm run --silent lint
	npm run --silent typecheck

# With -trimpath, the compiler's cache may name cgo's sources in another checkout, and vet's cgocall opens them by name. The
# compiler's flag -D changes nothing but the name of the package in the cache, which is then this checkout's own.
check-go: fresh
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { echo 'gofmt would change:'; gofmt -l $$(git ls-files '*.go'); exit 1; }
	go vet -gcflags=storefront/internal/picture/vips=-D=$(CURDIR) ./...
	go tool staticcheck ./...

# The race detector runs the tests of packages which start goroutines, or whose tests do; in others it has nothing to find.
# Of packages whose tests mostly repeat one sequence of steps, it runs those that are CONCURRENT by their names. It leaves
# out packages which link the libraries of clouds and of traces, some 500 packages that it would compile a second time, and
# those where only the tests run at once (PARALLEL_TESTS). make drill runs all tests with it.
LINKS_CLOUDS := ./cmd/api ./cmd/generate ./internal/build/deploy ./internal/serve/monitor ./internal/serve/tracing
PARALLEL_TESTS := ./internal/shop/document/invoice
MOSTLY_SEQUENTIAL := $(LONG_TESTS) ./internal/shop/mail ./api ./internal/build/pages ./internal/channel/octo \
	./internal/shop/account ./internal/shop/document/ticket
CONCURRENT := Session|Incremental|Interrupted|Meanwhile|WhileAnother|ReportsProgress|Concurrent|Once|Races|Beside|Turns|Hang|PlanHasThePages
STARTS_GOROUTINES = grep -rlE --include='*.go' '^[[:space:]]*go [a-zA-Z_.]+\(|\.Go\(|t\.Parallel\(' internal | xargs dirname | sort -u | sed 's|^|./|'
RACE_LIST = go list $$($(STARTS_GOROUTINES)) | grep -vxF "$$(go list $(LINKS_CLOUDS) $(PARALLEL_TESTS) $(MOSTLY_SEQUENTIAL))"

# A program with the race detector waits for a second at its end, and tests start hundreds.
test-race: export GORACE = atexit_sleep_ms=0
test-race: fresh test-tools
	go test -race -vet=off -timeout 60m -run '$(CONCURRENT)' $(MOSTLY_SEQUENTIAL)
	go test -race -vet=off -timeout 60m $$($(RACE_LIST))

# Drills start first, since they mostly wait.
test-without-race: fresh test-tools
	go test -vet=off -parallel 4 -timeout 60m ./tests/drill $(LONG_TESTS) $$(go list ./... | grep -vxF "$$($(RACE_LIST))")

test-tools:
	tools/need.sh poppler postgresql nginx pgbouncer caddy systemd promtool s3server gcsserver ipx

test: test-go test-site test-browser ## every test

test-go: site test-tools
	go test ./...

test-site: node_modules/.package-lock.json
	npm run --silent test

test-browser: build
	tools/need.sh headless java poppler
	npm run --silent test:browser

drill: build test-tools ## the long form of the drills, and every other Go test with the race detector
	tools/need.sh headless
	DRILL=1 go test -count=1 -v -run 'Script' ./internal/content/markdown
	go test -race -count=1 -timeout 60m $$(go list ./... | grep -vxF storefront/tests/drill)
	DRILL=1 go test -count=1 -v -run 'Killed|FullDisk|Mistake' ./internal/build/engine
	DRILL=1 go test -count=1 -timeout 60m -v ./tests/drill
	npm run --silent test:browser -- chunks
	DRILL=1 go test -count=1 -v -run 'Drill|IPX' ./internal/serve/imageproxy

fuzz: ## every fuzz target for a while; FUZZTIME=5m make fuzz for longer
	tools/fuzz.sh $(or $(FUZZTIME),20s)

bench: site ## against Hugo, on the same pages in the same run; N=1000 make bench for fewer products, IN=/dev/shm/bench for a folder in memory
	go run ./tools/bench $(if $(IN),-in $(IN)) -n $(or $(N),10000)

bench-peers: site ## against Hugo, Astro and Eleventy; N=10000 REPETITIONS=1 make bench-peers for more products, and once
	-tools/need.sh headless
	go run ./tools/bench $(if $(IN),-in $(IN)) -peers hugo,astro,eleventy -n $(or $(N),1000) -repetitions $(or $(REPETITIONS),3)

bench-watch: site .bin/api ## the time until an edit of one of 10,000 products is in the browser
	tools/need.sh headless
	go run ./tools/bench $(if $(IN),-in $(IN)) -watch -n $(or $(N),10000)

bench-plot: site ## a picture of the time against the number of products, in docs/pictures, of all generators; N=10000 make bench-plot for more
	go run ./tools/bench $(if $(IN),-in $(IN)) -peers hugo,astro,eleventy -n $(or $(N),3000) -plot docs/pictures/build-time.svg

bench-scale: site ## the cost of a page at 1,000, 10,000, 50,000 and 200,000 products; some 55 GB of disk
	go run ./tools/bench $(if $(IN),-in $(IN)) -scale

bench-api: ## availability beside a bare handler, carts, checkouts, pages beside buyers, resellers, processes on one PostgreSQL; PARTS=checkout make bench-api for one
	go run ./tools/benchapi $(if $(PARTS),-parts $(PARTS))

bench-shop: build ## the shop beside Vendure: products read, carts, checkouts and searches a second, and memory, on SQLite and PostgreSQL
	tools/need.sh postgresql vendure
	go run ./tools/benchshop

search-report: ## the share of real queries with the expected results, and the others
	@go test ./internal/build/engine -run TestSearchFindsTheExpectedProductsOfTypicalQueries -count=1 -v | grep -v '^=== '

bench-search: ## the search index, queries and suggestions at 200 a second over 10,000 products
	go run ./tools/benchsearch

bench-images: ## the picture proxy beside IPX: pictures a second, and bytes at the same likeness
	tools/need.sh ipx
	go run ./tools/benchimages

bench-web: build ## Lighthouse on every storefront, 95 at least; ONLY=layl or ONLY=layl/product make bench-web for some
	tools/need.sh chromium lighthouse
	node tools/lighthouse/measure.mjs

budgets: build ## the weight of pages, by the built files and in a browser, beside their budgets; ALL=1 checks every page's first picture
	tools/need.sh headless
	BUDGETS=1 npm run --silent test:browser -- weights budgets

screenshots: build ## every page in every layout, language and width, in .screenshots; ONLY=layl/product make screenshots for some, README=1 for those of the README, in docs/pictures
	tools/need.sh headless
	npm run --silent screenshots

clean: ## delete everything that can be made again
	rm -rf .bin .bench .bundle .data .screenshots site/dist
	find builds -mindepth 1 -maxdepth 1 ! -name README.md -exec rm -rf {} +
