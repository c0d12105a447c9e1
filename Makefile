# The commands of this project. README.md tells what each is for.

ADDR ?= 127.0.0.1:8080
export ADDR
GO_SOURCES := $(shell find cmd internal api -type f) go.mod go.sum
SITE_SOURCES := $(shell find site -type f -not -path 'site/dist/*') package-lock.json

.PHONY: run site build generate verify format lint test test-go test-site test-browser bench bench-scale bench-api bench-search bench-images drill fuzz clean

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

.bin/%: $(GO_SOURCES)
	go build -trimpath -o $@ ./cmd/$*

generate: node_modules/.package-lock.json ## write generated code
	go generate ./...
	npm run --silent generate:api

verify: build ## what has to hold before a change lands
	tools/need.sh poppler postgresql vips ipx
	tools/fresh.sh
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { echo 'gofmt would change:'; gofmt -l $$(git ls-files '*.go'); exit 1; }
	npm run --silent lint
	npm run --silent typecheck
	go vet ./...
	go tool staticcheck ./...
	go test -race ./...

format: node_modules/.package-lock.json ## format everything
	gofmt -w $$(git ls-files '*.go')
	npm run --silent format

test: test-go test-site test-browser ## every test

test-go: site
	tools/need.sh poppler postgresql vips ipx
	go test ./...

test-site: node_modules/.package-lock.json
	npm run --silent test

test-browser: build
	tools/need.sh chromium java poppler
	npm run --silent test:browser

drill: site ## the long drills of what tests show in short
	KILLS=50 go test -run 'Killed' -v ./internal/publish
	DRILL=1 go test -count=1 -timeout 60m -v ./internal/drill
	tools/need.sh vips ipx
	DRILL=1 go test -count=1 -v -run 'Drill|IPX' ./internal/imageproxy

fuzz: ## every fuzz target for a while; FUZZTIME=5m make fuzz for longer
	tools/fuzz.sh $(or $(FUZZTIME),20s)

bench: site ## against Hugo, on the same pages in the same run; N=1000 make bench for fewer products
	go run ./tools/bench -n $(or $(N),10000)

bench-scale: site ## the cost of a page at 1,000, 10,000 and 50,000 products
	go run ./tools/bench -scale

bench-api: ## availability beside a bare handler, carts, checkouts, processes on one PostgreSQL; PARTS=checkout make bench-api for one
	go run ./tools/benchapi $(if $(PARTS),-parts $(PARTS))

bench-search: ## the search index, queries and suggestions at 200 a second over 10,000 products
	go run ./tools/benchsearch

bench-images: ## the picture proxy beside IPX: pictures a second, and bytes at the same likeness
	tools/need.sh vips ipx
	go run ./tools/benchimages

clean: ## forget everything that can be made again
	rm -rf .bin .bench .data site/dist
	find builds -mindepth 1 -maxdepth 1 ! -name README.md -exec rm -rf {} +
