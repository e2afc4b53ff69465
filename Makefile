# qkv: one non-recursive Makefile; all output goes to build/.
#
#   make        the program, build/qkv        make test   every test
#   make run    start it                      make help   the other targets
#
# Variants have their own folders: SAN=asan → build/asan, COV=1 → build/cov, PLAIN=1 → build/plain,
# TINY=1 → build/tiny, SHARED=1 → build/shared, where a changed file needs no test linked anew.

SHELL   = /bin/sh
CC      ?= cc
CFLAGS  ?= -O2 -g
PREFIX  ?= /usr/local
DESTDIR ?=

# As many jobs as there are cores; -j asks for another number.
MAKEFLAGS += --no-builtin-rules
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell getconf _NPROCESSORS_ONLN)
endif

empty   :=
VARIANT := $(subst $(empty) ,-,$(strip $(SAN) $(if $(COV),cov) $(if $(PLAIN),plain) $(if $(TINY),tiny) $(if $(SHARED),shared)))
B       := build$(if $(VARIANT),/$(VARIANT),)

# Warnings are errors with STRICT=1 (`make lint`, `make portable`) and in CI. Elsewhere a warning that only
# another compiler gives must not stop a build.
WARN    = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
          -Wmissing-prototypes -Wwrite-strings -Wvla -Wformat=2 $(if $(STRICT)$(CI),-Werror)
# (64-bit file sizes and times also where a long has 32 bits)
OWN     = -std=c11 -D_XOPEN_SOURCE=700 -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64 -ffp-contract=off -fno-fast-math -Isrc -I$(B)/gen $(WARN)
OWN    += $(if $(PAGE),-DPAGE_ADDRESS=\"$(PAGE)\")
OWN    += $(if $(filter asan,$(SAN)),-fsanitize=address$(,)undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
OWN    += $(if $(filter fuzz,$(SAN)),-fsanitize=fuzzer-no-link$(,)address$(,)undefined -fno-sanitize-recover=all)
OWN    += $(if $(COV),--coverage) $(if $(PLAIN),-DPLAIN_PRODUCT) $(if $(TINY),-DTINY) $(if $(SHARED),-fPIC -Wl$(,)-rpath$(,)$(abspath $(B)))
, := ,

# The flags that the compiler supports and the target needs, determined when a recipe first uses them.
# Sanitizers replace hardening. These flags come before CPPFLAGS and CFLAGS, which override them.
quoted  = '$(subst ','\'',$(1))'
ASKED   = $(eval ASKED := $(shell CC=$(call quoted,$(CC)) CPPFLAGS=$(call quoted,$(CPPFLAGS)) CFLAGS=$(call quoted,$(CFLAGS)) \
          LDFLAGS=$(call quoted,$(LDFLAGS)) sh src/compiler.sh $(B) $(if $(SAN),,harden)))$(ASKED)
asked   = $(patsubst $(1):%,%,$(filter $(1):%,$(ASKED)))
COMPILE = $(CC) $(call asked,compile) $(CPPFLAGS) $(CFLAGS) $(OWN) $(INCLUDES)
LINK    = $(COMPILE) $(call asked,link) $(LDFLAGS)

# pkg-config does not see Homebrew's ncurses and libedit, because macOS has old ones.
ifeq ($(shell uname -s),Darwin)
export PKG_CONFIG_PATH := $(shell brew --prefix ncurses 2>/dev/null)/lib/pkgconfig:$(shell brew --prefix libedit 2>/dev/null)/lib/pkgconfig:$(PKG_CONFIG_PATH)
endif

# Evaluated when a recipe runs, that is, after `deps`.
PACKAGES = ncursesw libedit md4c jansson libpcre2-8 libutf8proc cmocka vterm
INCLUDES = $(eval INCLUDES := $(patsubst -I%,-isystem %,$(shell for p in $(PACKAGES); do pkg-config --cflags-only-I $$p; done 2>/dev/null)))$(INCLUDES)
NCURSES_LIBS = $(shell pkg-config --libs ncursesw 2>/dev/null || echo -lncursesw)
EDIT_LIBS    = $(shell pkg-config --libs libedit 2>/dev/null || echo -ledit)
MD4C_LIBS    = $(shell pkg-config --libs md4c 2>/dev/null || echo -lmd4c)
JSON_LIBS    = $(shell pkg-config --libs jansson 2>/dev/null || echo -ljansson)
PCRE2_LIBS   = $(shell pkg-config --libs libpcre2-8 2>/dev/null || echo -lpcre2-8)
UTF8PROC_LIBS = $(shell pkg-config --libs libutf8proc 2>/dev/null || echo -lutf8proc)
CMOCKA_LIBS  = $(shell pkg-config --libs cmocka 2>/dev/null || echo -lcmocka)
VTERM_LIBS   = $(shell pkg-config --libs vterm 2>/dev/null || echo -lvterm)

# What is made into C from tables of words, characters and numbers, here and for the page.
GENERATED = embedded vocabulary unicode grammar reader story $(patsubst src/texts/%.po,texts_%,$(wildcard src/texts/*.po))

# All sources except main form one library; tests/check_tree.sh checks that no room calls a later one.
SOURCES = $(filter-out src/web/wasi/% src/web/tools/%,$(sort $(wildcard src/*/*.c src/*/*/*.c)))
LIB     = $(B)/$(if $(SHARED),libqkv.so,qkv.a)
SUPPORT = $(B)/support.a
LIBS    = $(MD4C_LIBS) $(JSON_LIBS) $(PCRE2_LIBS) $(UTF8PROC_LIBS) -lm

TESTS   = $(patsubst %.c,$(B)/%,$(sort $(wildcard tests/*/test_*.c tests/*/*/test_*.c)))

# Prints the target instead of the command, unless V=1.
Q := $(if $(V),,@)
say = $(if $(V),,@echo "  $(1)  $(patsubst $(B)/%,%,$@)")

.PHONY: all run tests test texts bless oracle tasks reader box deps lint asan storm storm-run coverage memcheck bench fuzz fuzz-run mutants random-mutants install uninstall deb static archive pages release publish fresh bare portable clean help
.DELETE_ON_ERROR:

all: $(B)/qkv                    ## build the program

run: $(B)/qkv                    ## build and start it
	@$(B)/qkv

# ---- dependencies ----------------------------------------------------------

deps:                            ## install what building and testing need
	@sh src/deps.sh

$(B)/deps.ok: src/deps.sh
	@mkdir -p $(@D)
	@sh src/deps.sh --check || sh src/deps.sh
	@touch $@

# ---- the program -----------------------------------------------------------

$(B)/obj/%.o: src/%.c | $(B)/deps.ok
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(COMPILE) -MMD -MP -c $< -o $@

# Objects of several rooms have the same name: q appends instead of replacing.
$(LIB): $(patsubst src/%.c,$(B)/obj/%.o,$(SOURCES)) $(patsubst %,$(B)/gen/%.o,$(GENERATED))
	@rm -f $@
	$(Q)$(if $(SHARED),$(CC) -shared -Wl$(,)-soname$(,)$(@F) -o $@ $^ $(EDIT_LIBS) $(NCURSES_LIBS) $(LIBS),ar qcs $@ $^)

# Files embedded in the program: the lesson template, the lessons.
EMBEDDED = $(sort $(wildcard src/lesson/author/*.md src/lesson/play/tour/*/*.md src/cli/*.qkv src/cli/*.py $(addprefix src/tasks/box/*.,config.json tokenizer.json safetensors measured)) $(wildcard lessons/*.md lessons/*/*.md lessons/scenes/*.scene))

$(B)/gen/embedded.c: src/embed.sh $(EMBEDDED)
	@mkdir -p $(@D)
	$(call say,GEN)
	$(Q)sh src/embed.sh $(EMBEDDED) > $@

$(B)/gen/vocabulary.c: src/vocabulary.sh src/state/words.txt
	@mkdir -p $(@D)
	$(call say,GEN)
	$(Q)sh $^ > $@

$(B)/gen/unicode.c: src/network/tokens/unicode.sh src/network/tokens/unicode.txt
	@mkdir -p $(@D)
	$(call say,GEN)
	$(Q)sh $^ > $@

$(B)/gen/grammar.c: src/tasks/grammar.sh src/tasks/reader.txt
	@mkdir -p $(@D)
	$(call say,GEN)
	$(Q)sh $^ > $@

$(B)/gen/story.c: src/tasks/box/story.sh src/tasks/box/story.txt
	@mkdir -p $(@D)
	$(call say,GEN)
	$(Q)sh $^ > $@

$(B)/gen/reader.c: src/tasks/reader.sh src/tasks/reader.numbers
	@mkdir -p $(@D)
	$(call say,GEN)
	$(Q)sh $^ > $@

MARKED = LC_ALL=C.UTF-8 xgettext --from-code=UTF-8 --language=C -k -kTEXT -kTEXT_AS:1c,2 --no-location
# The texts that the code marks; the same file if they are the same, so that a catalogue is made anew only for others.
$(B)/gen/texts.pot: $(SOURCES) src/main.c $(wildcard src/web/wasi/*.c) $(wildcard src/*/*.h src/*/*/*.h) | $(B)/deps.ok
	@mkdir -p $(@D)
	@$(MARKED) -o $@.new $(sort $^) 2>$@.said || \
	  { cat $@.said >&2; exit 1; }
	@grep -v '^"POT-Creation-Date' $@.new > $@.now && { cmp -s $@.now $@ || mv $@.now $@; }

.SECONDARY: $(patsubst src/texts/%.po,$(B)/gen/texts_%.c,$(wildcard src/texts/*.po))
$(B)/gen/texts_%.c: src/texts/catalogue.sh $(B)/gen/texts.pot src/texts/%.po
	$(call say,GEN)
	$(Q)sh $< $* $(B)/gen/texts.pot src/texts/$*.po > $@

$(B)/gen/%.o: $(B)/gen/%.c | $(B)/deps.ok
	$(Q)$(COMPILE) -MMD -MP -c $< -o $@

$(B)/qkv: $(B)/obj/main.o $(LIB)
	$(call say,LD)
	$(Q)$(COMPILE) $(call asked,link) $(call asked,pack) $(LDFLAGS) -o $@ $^ $(EDIT_LIBS) $(NCURSES_LIBS) $(LIBS)

# ---- tests -----------------------------------------------------------------

# Compiling tests takes longer than they do: only what is measured is optimized. (Format strings may come from a
# test's table.)
$(B)/obj/tests/%.o: tests/%.c | $(B)/deps.ok
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(COMPILE) $(if $(filter bench/%,$*),,-O0 -U_FORTIFY_SOURCE) -Wno-format-nonliteral -Itests $(REPLAYED) -MMD -MP -c $< -o $@

$(SUPPORT): $(patsubst tests/%.c,$(B)/obj/tests/%.o,$(wildcard tests/support/*.c))
	@rm -f $@
	$(Q)ar rcs $@ $^

# One program for the tests of a folder, which is called by the name of a file (support/test.h).
PROGRAMS = $(addsuffix tests,$(sort $(dir $(TESTS))))

$(PROGRAMS):
	@mkdir -p $(@D)
	$(call say,LD)
	$(Q)$(CC) $(CFLAGS) $(OWN) $(LDFLAGS) -o $@ $^ $(CMOCKA_LIBS) $(VTERM_LIBS) $(NCURSES_LIBS) $(LIBS)

define program_of
$(1)tests: $(patsubst $(B)/%,$(B)/obj/%.o,$(filter $(1)test_%,$(TESTS))) $(SUPPORT) $(LIB)
$(filter $(1)test_%,$(TESTS)): $(1)tests
	@ln -sf tests $$@
endef
$(foreach d,$(sort $(dir $(TESTS))),$(eval $(call program_of,$(d))))

# test-FOLDER runs the tests of tests/FOLDER and its subfolders: test-core, test-core/math. (test-web also
# needs a browser: src/web/build.mk)
TESTED = $(filter-out web,$(sort $(foreach d,$(patsubst $(B)/tests/%/,%,$(dir $(TESTS))),$(d) $(firstword $(subst /, ,$(d))))))
define tests_of
test-$(1): $(filter $(B)/tests/$(1)/%,$(TESTS)) | $(B)/qkv
	@QKV=$(abspath $(B)/qkv) sh tests/run.sh $$^
endef
$(foreach d,$(TESTED),$(eval $(call tests_of,$(d))))
.PHONY: $(addprefix test-,$(TESTED))

FUZZERS = $(patsubst tests/fuzz/%.c,$(B)/tests/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c))

ifeq ($(filter fuzz,$(SAN)),)
$(B)/obj/tests/fuzz/fuzz_%.o: REPLAYED = -DLLVMFuzzerTestOneInput=$(*F)

$(B)/tests/fuzz/replay: $(patsubst $(B)/%,$(B)/obj/%.o,$(FUZZERS)) $(B)/obj/tests/fuzz/replay.o $(LIB)
	@mkdir -p $(@D)
	$(call say,LD)
	$(Q)$(LINK) -o $@ $^ $(LIBS)

$(FUZZERS): $(B)/tests/fuzz/replay
	@ln -sf replay $@
else
$(FUZZERS): $(B)/tests/fuzz/%: $(B)/obj/tests/fuzz/%.o $(LIB)
	@mkdir -p $(@D)
	$(call say,LD)
	$(Q)$(LINK) -o $@ -fsanitize=fuzzer $^ $(LIBS)
endif

tests: $(B)/qkv $(TESTS) $(FUZZERS)

test: tests                      ## build and run every test
	@mkdir -p $(B)/pictures
	@QKV=$(abspath $(B)/qkv) QKV_PICTURES=$(abspath $(B)/pictures) sh tests/run.sh $(TESTS) $(FUZZERS) tests/check_lessons.sh tests/check_texts.sh tests/check_install.sh tests/check_tree.sh tests/check_layout.sh tests/check_unused.sh

bless: $(TESTS) $(B)/qkv                  ## rewrite the golden sessions and fingerprints from what is drawn now
	@QKV=$(abspath $(B)/qkv) QKV_BLESS=1 sh tests/run.sh $(filter %/test_sessions %/test_screens %/test_readme,$(TESTS))

# (test_roles first: the other trains for minutes)
tasks: $(B)/tests/state/test_roles $(B)/tests/tasks/test_tasks ## train every task: src/tasks/tasks.md; the opening: src/tasks/taught.c
	@QKV_TAUGHT=src/tasks/taught.c QKV_TASKS=src/tasks/tasks.md sh tests/run.sh $^

# The numbers of the opening's model: the same bytes on every machine.
reader: $(B)/tests/state/test_reader ## train the reader again: src/tasks/reader.numbers (a minute)
	@QKV_READER=src/tasks/reader.numbers sh tests/run.sh $^

# (measured by a program that has the new numbers)
box: $(B)/tests/state/test_box   ## train the models in the box again: src/tasks/box (minutes)
	@QKV_BOX=src/tasks/box sh tests/run.sh $^
	@$(MAKE) --no-print-directory $(B)/tests/state/test_box
	@QKV_BOX_CARD=src/tasks/box sh tests/run.sh $^

# (both languages of a file, for translators: make texts FILE=src/view/flow/flow.c; PO=zh)
texts:                           ## the texts of FILE in both languages
	@$(MARKED) -o - $(FILE) | \
	  LC_ALL=C.UTF-8 msgcomm --more-than=1 --no-wrap src/texts/$(or $(PO),zh).po - | sed '1,/^$$/d'

asan:                            ## every test under address and undefined-behaviour sanitizers
	@$(MAKE) SAN=asan test

storm:                           ## 100,000 keys and commands in 2,000 sizes, under sanitizers (minutes)
	@$(MAKE) SAN=asan storm-run

storm-run: $(B)/qkv $(B)/tests/app/test_storm $(B)/tests/term/test_storm
	@STORM=100000 sh tests/run.sh $(B)/tests/app/test_storm
	@STORM=334 QKV=$(abspath $(B)/qkv) sh tests/run.sh $(B)/tests/term/test_storm

coverage:                        ## which share of the lines of src the tests run
	@mkdir -p build/cov && find build/cov -name '*.gcda' -exec rm -f {} + # what earlier runs counted
	@$(MAKE) COV=1 test
	@sh tests/coverage.sh

memcheck: $(B)/qkv $(B)/tests/app/test_sessions ## whole sessions under valgrind: no wrong read, nothing lost
	@B=$(B) sh tests/memcheck.sh

FUZZ_SECONDS ?= 60
fuzz:                            ## search for crashes with libFuzzer, FUZZ_SECONDS per target (FUZZ=name: only one)
	@$(MAKE) SAN=fuzz CC=clang fuzz-run

fuzz-run: $(FUZZERS)
	@sh tests/fuzz/run.sh $(FUZZ_SECONDS) $(if $(FUZZ),$(B)/tests/fuzz/fuzz_$(FUZZ),$^)

mutants:                         ## do the tests notice small wrong changes? (minutes)
	@sh tests/mutants/run.sh

SEED ?= 1
COUNT ?= 300
random-mutants:                  ## do they notice COUNT changes drawn over all of src by SEED? (an hour)
	@mkdir -p $(B)
	@find src -name '*.c' ! -path 'src/web/*/*' ! -name taught.c | LC_ALL=C sort | xargs \
	  env LC_ALL=C awk -v seed=$(SEED) -v count=$(COUNT) -f tests/mutants/draw.awk >$(B)/drawn.txt
	@MUTANTS_LEAST=95 sh tests/mutants/run.sh $(B)/drawn.txt

lint:                            ## limits, layers, both compilers, their analyzers
	@sh tests/lint.sh

portable:                        ## built in other ways (compilers, C libraries, 32 bits): the same numbers? (minutes)
	@sh tests/portable.sh

$(B)/bench: $(patsubst tests/%.c,$(B)/obj/tests/%.o,$(wildcard tests/bench/*.c)) $(LIB)
	$(call say,LD)
	$(Q)$(LINK) -o $@ $^ $(LIBS)

bench: $(B)/bench $(B)/qkv       ## how long things take (build/bench --json: for programs)
	@QKV=$(abspath $(B)/qkv) $(B)/bench app program
	@sh tests/bench/beside.sh $(B)/bench

$(B)/oracle: $(B)/obj/tests/oracle/oracle.o $(SUPPORT) $(LIB)
	$(call say,LD)
	$(Q)$(CC) $(CFLAGS) $(OWN) $(LDFLAGS) -o $@ $^ $(CMOCKA_LIBS) $(VTERM_LIBS) $(NCURSES_LIBS) $(LIBS)

oracle: $(B)/oracle              ## all pictures, tellings and derivations: which differ from the first run's? AGAIN=1: keep these
	@AGAIN=$(AGAIN) sh tests/oracle/compare.sh $(B)

include src/web/build.mk

# ---- installing and packaging ------------------------------------------------

SHARE = $(DESTDIR)$(PREFIX)/share
INSTALLED = $(DESTDIR)$(PREFIX)/bin/qkv $(SHARE)/man/man1/qkv.1 $(SHARE)/man/zh_CN/man1/qkv.1 \
            $(SHARE)/bash-completion/completions/qkv $(SHARE)/zsh/site-functions/_qkv $(SHARE)/fish/vendor_completions.d/qkv.fish

install: $(B)/qkv                ## PREFIX=/usr/local, DESTDIR=: the program, its manual, completions
	$(Q)install -d $(sort $(dir $(INSTALLED)))
	$(Q)install -m 755 $(B)/qkv $(DESTDIR)$(PREFIX)/bin/qkv
	$(Q)$(B)/qkv --lang en --man >$(SHARE)/man/man1/qkv.1
	$(Q)$(B)/qkv --lang zh --man >$(SHARE)/man/zh_CN/man1/qkv.1
	$(Q)$(B)/qkv --lang en --completion bash >$(SHARE)/bash-completion/completions/qkv
	$(Q)$(B)/qkv --lang en --completion zsh >$(SHARE)/zsh/site-functions/_qkv
	$(Q)$(B)/qkv --lang en --completion fish >$(SHARE)/fish/vendor_completions.d/qkv.fish

# Also removes folders that are then empty, except those that every system has.
uninstall:                       ## takes away what install put there
	$(Q)rm -f $(INSTALLED)
	$(Q)case '$(DESTDIR)$(PREFIX)' in /usr|/usr/local) ;; *) cd '$(if $(DESTDIR),$(DESTDIR),/)' && \
	  rmdir -p $(patsubst $(DESTDIR)/%,%,$(sort $(dir $(INSTALLED)))) ;; esac 2>/dev/null || true

VERSION = $(shell sed -n 's/.*OPTIONS_VERSION "\(.*\)"/\1/p' src/cli/options.h)

TREE = src lessons tests Makefile README.md LICENSE

AS_ROOT = $$([ "$$(id -u)" = 0 ] || echo sudo) env DEBIAN_FRONTEND=noninteractive

deb:                             ## a Debian package from a source package, in build/deb
	@rm -rf build/deb && mkdir -p build/deb/qkv-$(VERSION)
	@cp -R $(TREE) build/deb/qkv-$(VERSION)/
	@mv build/deb/qkv-$(VERSION)/src/debian build/deb/qkv-$(VERSION)/debian
	@printf 'qkv (%s) unstable; urgency=low\n\n  * Built from the tree.\n\n -- qkv maintainers <maintainers@users.noreply.github.com>  %s\n' \
	  '$(VERSION)' "$$(LC_ALL=C date -R)" >build/deb/qkv-$(VERSION)/debian/changelog
	@cd build/deb/qkv-$(VERSION) && dpkg-checkbuilddeps 2>/dev/null || { $(AS_ROOT) apt-get update && \
	  $(AS_ROOT) apt-get -o DPkg::Lock::Timeout=120 build-dep -y --no-install-recommends ./; }
	cd build/deb/qkv-$(VERSION) && dpkg-buildpackage -us -uc

# Needs nothing of the system on which it runs: musl, the libraries, and descriptions of the common terminals are in it.
S = build/static
$(S)/libraries.ok: src/static.sh src/sources.sh
	@sh src/static.sh $(S)
	@touch $@

static: $(S)/libraries.ok | $(B)/deps.ok ## a program for any Linux: build/static/qkv
	@$(MAKE) B=$(S) CC=musl-gcc CFLAGS=-O2 LDFLAGS='-static -s -L$(S)/lib' INCLUDES='-isystem $(S)/include' NCURSES_LIBS=-lncursesw \
	  EDIT_LIBS=-ledit MD4C_LIBS=-lmd4c JSON_LIBS=-ljansson PCRE2_LIBS=-lpcre2-8 UTF8PROC_LIBS=-lutf8proc $(S)/qkv

# (the same bytes for the same tree)
PACKED = LC_ALL=C tar --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 -cf -
archive:                         ## the sources: build/qkv-VERSION.tar.gz
	@mkdir -p build
	@$(PACKED) --transform='s,^,qkv-$(VERSION)/,' $(TREE) | gzip -9n >build/qkv-$(VERSION).tar.gz

pages: web                       ## the page as a site: build/pages
	@rm -rf build/pages && mkdir -p build/pages
	@cp build/web/server/* build/web/qkv.html build/pages/

# (one after the other: each may have to install something; the package's own tests are `make test`)
release:                         ## all that is published, with its sums: build/release
	@for part in pages static archive 'deb DEB_BUILD_OPTIONS=nocheck'; do $(MAKE) $$part || exit 1; done
	@rm -rf build/release && mkdir -p build/release
	@cp build/web/qkv.html build/deb/qkv_$(VERSION)_*.deb build/qkv-$(VERSION).tar.gz build/release/
	@cp $(S)/qkv build/release/qkv-linux-$(shell uname -m)
	@$(PACKED) -C build/pages . | gzip -9n >build/release/qkv-page-$(VERSION).tar.gz
	@cd build/release && sha256sum * >SHA256SUMS && cat SHA256SUMS

# (of a tag that was pushed; GitHub's own tool)
publish:                         ## what is in build/release, as a release on GitHub
	gh release create v$(VERSION) --generate-notes build/release/*

bare: static                     ## the static program on a bare Debian and on nothing at all (as root, with debootstrap)
	@sh tests/bare.sh $(S)/qkv

fresh:                           ## the README's commands on a bare Debian in build/fresh (as root, with debootstrap)
	@sh tests/fresh.sh

clean:                           ## remove build/
	rm -rf build

help:                            ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 16

-include $(shell find $(B)/obj $(B)/gen -name '*.d' 2>/dev/null)
