# Sluice. `make` lists what can be made.

GO       ?= go
BIN      ?= bin/sluice
# A count: go test's fuzzing fails now and then by running out of a time that it was given. Inputs of one target cost a hundred times
# as much as those of another, so each target runs this often until it has used some seconds, and twice at most. One program is linked for the
# targets of a package, because that takes longer than they do.
FUZZTIME ?= 2000x

# Tests of commands mostly wait: for the delays of politeness, for the disk, for programs that end. More of them than processors run at once.
PARALLEL = -parallel 6

# Packages are tested in the order in which they are named. Those that take longest begin first: begun last, one of them would hold one processor
# while the other idles.
SLOWEST = ./cmd/sluice ./internal/crawler ./internal/wiring

# The packages whose goroutines meet, in their code or in their tests: they are tested with the race detector. What uses neither goroutines
# nor locks is left out, because the detector has nothing to find there and its program takes longer to link than to run.
IN_SLUICE  = $(addprefix ./cmd/sluice/internal/,corpus metrics outfile progress screen)
IN_CRAWLER = $(addprefix ./internal/crawler/internal/,host outage robotscache siterules soft404 strategy unlinked)
RACE = $(SLOWEST) . $(IN_CRAWLER) $(IN_SLUICE) ./internal/archive ./internal/clock ./internal/control \
  ./internal/demo/... ./internal/fetch/... ./internal/frontier/... ./internal/intake/... ./internal/catalogue ./internal/lazyregexp ./internal/lock

.PHONY: help build install cross demo check test yardstick conformance quality readback race fuzz lint format vet staticcheck deadcode bench engines man clean gcc readers dist shells tools packaged

help: ## list what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## build bin/sluice
	$(GO) build -o $(BIN) ./cmd/sluice

install: ## install sluice into Go's bin folder
	$(GO) install ./cmd/sluice

# The systems of a release, as the Go toolchain names them. The tests run on Linux only: see docs/operating.md.
SYSTEMS  ?= linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 freebsd/amd64 freebsd/arm64 windows/amd64
PACKAGES ?= ./...

cross: ## compile and vet for every system, tests included; SYSTEMS="os/arch ..." and PACKAGES choose
	@for system in $(SYSTEMS); do \
	  echo "$$system"; \
	  export CGO_ENABLED=0 GOOS=$${system%/*} GOARCH=$${system#*/}; \
	  $(GO) build -o /dev/null $(PACKAGES) && $(GO) vet $(PACKAGES) || exit 1; \
	done

demo: build ## crawl the sample university web, with no network, and show the report
	$(BIN) demo

check: format vet staticcheck deadcode ## what a change must pass, in under three minutes: format, vet, staticcheck, deadcode, the tests but for the longest
	$(GO) test $(PARALLEL) -short -timeout 10m ./...

# The race detector proves all that a plain run does. Packages that do all in its short run, too, are therefore tested by it alone: they leave out no
# test, and have none of rapid, which draws a fifth of its examples there.
test: gcc shells ## all tests that need nothing but this clone
	@raced=$$($(GO) list -f '{{.Dir}}' $(RACE) | while read -r dir; do grep -qs -e 'testing\.Short()' -e 'pgregory.net/rapid' "$$dir"/*_test.go || echo "$$dir"; done); \
	echo '$(GO) test $(PARALLEL) -timeout 40m' '# all packages but those that only the race detector tests'; \
	$(GO) test $(PARALLEL) -timeout 40m $(SLOWEST) $$($(GO) list -f '{{.Dir}}' ./... | grep -vxF "$$raced")
	$(MAKE) --no-print-directory race

# Several packages measure the same documents. What one has read, the others find in a folder of this run.
READINGS = readings=$$(mktemp -d); trap 'rm -rf "$$readings"' EXIT; SLUICE_READINGS=$$readings

YARDS = $(shell grep -rl --include='*_yardstick_test.go' '^func Test' . | sort)

# The longest begin first, as SLOWEST above.
LONGEST = ./cmd/sluice ./internal/lab ./bench/strategies ./document ./document/describe ./internal/cycle/knowledge

# Yardsticks mostly wait, too. One more package at a time than processors keeps these busy.
PACKAGES_AT_ONCE = -p $$(($$(getconf _NPROCESSORS_ONLN) + 1))

yardstick: readers ## measure against the data beside the clone (SLUICE_SHARED names it elsewhere)
	@tests=$$(sed -n 's/^func \(Test[A-Za-z0-9_]*\)(.*/\1/p' $(YARDS) | sort -u | paste -sd '|'); \
	$(READINGS) $(GO) test $(PACKAGES_AT_ONCE) -tags yardstick -timeout 40m -count 1 -v -run "^($${RUN:-$$tests})\$$" $(LONGEST) $(filter-out $(LONGEST),$(sort $(patsubst %/,%,$(dir $(YARDS))))) >yardstick.log 2>&1; code=$$?; \
	grep -E '^(CONFORMANCE|QUALITY|REALWEB|POLITENESS|RESUME|ok|FAIL|panic)|--- FAIL|_test\.go:[0-9]+:' yardstick.log; \
	echo "The whole output is in yardstick.log."; exit $$code

CONFORMANCE = $(shell grep -rl --include='*_yardstick_test.go' '^func TestConformance' . | xargs -n1 dirname | sort -u)

conformance: ## hold the parsers against others' suites, and write the counts into docs/conformance.md
	@$(GO) test -tags yardstick -count 1 -v -run '^TestConformance' $(CONFORMANCE) >conformance.log 2>&1; code=$$?; \
	grep -E '^(CONFORMANCE|SET-ASIDE|FAIL|panic)|--- FAIL|want .* %' conformance.log; \
	awk -f tools/conformance.awk conformance.log docs/conformance.md >conformance.new && mv conformance.new docs/conformance.md; \
	echo "The whole output is in conformance.log."; exit $$code

QUALITY = $(shell grep -rl --include='*_yardstick_test.go' 'QUALITY ' . | sort)

quality: readers ## judge, describe, read and find the data beside the clone, and write the figures into docs/quality.md
	@tests=$$(sed -n 's/^func \(Test[A-Za-z0-9_]*\)(.*/\1/p' $(QUALITY) | sort -u | grep -v '^TestMain$$' | paste -sd '|'); \
	$(READINGS) $(GO) test -tags yardstick -timeout 25m -count 1 -p 1 -v -run "^($$tests)\$$" $$(dirname $(QUALITY) | sort -u) >quality.log 2>&1; code=$$?; \
	grep -E 'QUALITY |^(FAIL|panic)|--- FAIL' quality.log; \
	awk -v on="$$(date +%F)" -f tools/quality.awk quality.log docs/quality.md >quality.new && mv quality.new docs/quality.md; \
	echo "The whole output is in quality.log."; exit $$code

readback: build ## export the sample web, or LIB=dir, in every format and read it with the readers of others (needs npm, and what CONTRIBUTING.md names)
	@for tool in node npm sqlite3 pandoc pdfinfo; do command -v $$tool >/dev/null || { echo "$$tool is missing; CONTRIBUTING.md names the packages"; exit 1; }; done
	@mkdir -p bin/readback && cp -R tools/readback/. bin/readback && npm --prefix bin/readback install --silent
	@lib='$(LIB)'; odd=; if [ -z "$$lib" ]; then \
	  made=$$(mktemp -d); trap 'rm -rf "$$made"' EXIT; lib=$$made/library; odd=odd; \
	  $(BIN) demo -d "$$lib" >"$$made/log" 2>&1 || { cat "$$made/log"; exit 1; }; \
	fi; \
	node bin/readback/readback.mjs $(BIN) "$$lib" $$odd

# SQLite, translated from C, has locks of its own. To watch what it does between them takes half of the time, and says nothing of this project.
# Hardly another package can be left out: one that uses generic types, such as sync.Map's, has copies of their code, and where the linker takes these, the
# detector does not see what they order, and reports races that are not there.
UNWATCHED = -gcflags='modernc.org/sqlite/lib=-race=false -d=checkptr=0'

race: gcc ## the concurrent packages with the race detector
	CGO_ENABLED=1 $(GO) test -race $(UNWATCHED) $(PARALLEL) -short -timeout 40m $(RACE)

# Fuzzing is guided by the paths that inputs take through the code of this project, which alone is compiled anew for it. `go test -fuzz` would
# compile all libraries anew, too.
GUIDED = -gcflags='sluice/...=-d=libfuzzer'

FUZZED = $(shell grep -rl --include='*_test.go' '^func Fuzz' . | xargs -n1 dirname | sort -u)

fuzz: ## every parser with random input, FUZZTIME (2000x) once or twice each, or for a time such as 30s
	@$(GO) build $(GUIDED) $(FUZZED)
	@$(MAKE) --no-print-directory -j $$(getconf _NPROCESSORS_ONLN) $(FUZZED:./%=fuzz/%)

# To link the program of a package keeps one processor busy, and so does a target with one worker: as many packages as processors are fuzzed at once.
fuzz/%:
	@mkdir -p bin/fuzz; program=$(CURDIR)/bin/fuzz/$(subst /,-,$*).test; cache=$$($(GO) env GOCACHE)/fuzz/sluice; \
	trap 'rm -f "$$program" "$$program.log"' EXIT; \
	$(GO) test -c -ldflags='-s -w' $(GUIDED) -o "$$program" ./$* || exit 1; \
	for target in $$(grep -h '^func Fuzz' $*/*_test.go | sed 's/^func \(Fuzz[A-Za-z0-9_]*\).*/\1/' | sort -u); do \
	  echo "$* $$target"; \
	  end=$$(($$(date +%s) + 6)); \
	  for part in 1 2; do \
	    (cd $* && "$$program" -test.run '^$$' -test.parallel 1 -test.fuzz "^$$target\$$" -test.fuzztime $(FUZZTIME) \
	      -test.fuzzminimizetime 10x -test.fuzzcachedir "$$cache/$*" -test.paniconexit0) >"$$program.log" 2>&1 && \
	      ! grep -qE 'no fuzz tests to fuzz|without coverage guidance' "$$program.log" || { cat "$$program.log"; exit 1; }; \
	    [ $$(date +%s) -lt $$end ] || break; \
	  done; \
	done

lint: vet staticcheck deadcode tools ## vet, staticcheck, functions that nothing reaches, the tools, and the files of packaging
	cd bench/peers/colly && $(GO) vet ./...

format:
	@files=$$(gofmt -l .); [ -z "$$files" ] || { echo "not formatted (run gofmt -w on them):"; echo "$$files"; exit 1; }

# The tag adds files and leaves out none.
vet:
	$(GO) vet -tags yardstick ./...

staticcheck:
	$(GO) tool -modfile tools/go.mod staticcheck ./...

# The tests of the tools read container files outside of their module, which go test's cache does not notice.
tools: ## the tests of the tools, the container files and the workflow
	$(GO) -C tools vet ./...
	$(GO) -C tools test -count 1 ./...
	$(GO) tool -modfile tools/go.mod actionlint .github/workflows/*.yml

# Functions that neither the program nor a plain test reaches. The tool exits with 0 even if it finds some.
deadcode:
	@echo "$(GO) tool -modfile tools/go.mod deadcode -test ./..."; \
	found=$$($(GO) tool -modfile tools/go.mod deadcode -test ./...) || exit 1; \
	[ -z "$$found" ] || { echo "$$found"; exit 1; }

bench: ## the benchmarks of all packages
	$(GO) test -run '^$$' -bench . -benchmem ./...

engines: ## ask engines and a repository that others wrote, on loopback: searx, xapian-omega over the data beside the clone, Catmandu
	bench/engines.sh

dist: ## the files of a release for SYSTEMS, in dist: programs, archives, Debian packages, SBOMs, checksums
	$(GO) -C tools run ./dist .. $(SYSTEMS)

packaged: ## install a release into empty folders and use it there, without a network (needs root on Debian)
	tools/packaged.sh

man: ## write the man page, bin/sluice.1; read it with man -l
	@mkdir -p bin
	$(GO) run ./cmd/sluice man >bin/sluice.1

clean: ## remove what make has made
	rm -rf bin dist yardstick.log quality.log quality.new conformance.log conformance.new

# The race detector needs a C compiler.
gcc:
	@if command -v gcc >/dev/null; then exit 0; fi; \
	if [ "$$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then \
	  echo "installing gcc, which the race detector needs"; \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends gcc libc6-dev; \
	else \
	  echo "The race detector needs gcc. Install it, then run make again:"; \
	  echo "  sudo apt-get install --no-install-recommends gcc libc6-dev"; \
	  exit 1; \
	fi

# The tests of completion run in all of these, and skip those that are missing, except in CI.
SHELLS = bash fish zsh
shells:
	@for program in $(SHELLS); do command -v $$program >/dev/null || missing="$$missing $$program"; done; \
	if [ -z "$$missing" ]; then exit 0; fi; \
	if [ "$$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then \
	  echo "installing$$missing, in which completion is tested"; \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing >/dev/null; \
	else \
	  echo "Not installed:$$missing. The tests of completion skip these shells. To install them:"; \
	  echo "  sudo apt-get install --no-install-recommends$$missing"; \
	fi

# What the yardsticks compare with (pdftotext), and what reads PostScript, DVI, old Office files and scans.
READERS = poppler-utils ghostscript catdoc antiword texlive-base libreoffice-writer-nogui libreoffice-impress-nogui tesseract-ocr \
  xapian-omega
readers:
	@for program in pdftotext gs catdoc antiword dvips soffice tesseract omindex; do \
	  command -v $$program >/dev/null || missing="$$missing $$program"; \
	done; \
	if [ -z "$$missing" ]; then exit 0; fi; \
	if [ "$$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then \
	  echo "installing$$missing, which the yardsticks need"; \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(READERS) >/dev/null; \
	else \
	  echo "The yardsticks need$$missing. Install them, then run make again:"; \
	  echo "  sudo apt-get install --no-install-recommends $(READERS)"; \
	  exit 1; \
	fi
