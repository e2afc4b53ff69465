# ---- the page ----------------------------------------------------------------
#
# The program for a browser: clang makes WebAssembly of all rooms but term/, and pack.sh one file of it. What reads
# files of models (all but the table of families and what exports need) and dumps is only in the parts for a server: with its libraries the one file
# would be larger by a seventh.

W        = $(B)/web
WEB_LIBS = $(W)/libraries
# (-nostdlibinc: clang would look for headers below /usr/include too, where those of this machine are)
WEB_CC   = clang --target=wasm32-wasi -nostdlibinc -isystem /usr/include/wasm32-wasi -std=c11 -D_XOPEN_SOURCE=700 -ffp-contract=off -fno-fast-math -msimd128 -mnontrapping-fptoint -msign-ext \
           -ffunction-sections
WEB_OWN  = -Wno-deprecated-declarations -Isrc/web/wasi -include src/web/wasi/shim.h -Isrc -I$(B)/gen \
           -I$(WEB_LIBS)/md4c/src -I$(WEB_LIBS)/jansson/src -I$(WEB_LIBS)/utf8proc -I$(WEB_LIBS)/pcre2/src \
           -DUTF8PROC_STATIC -DPCRE2_STATIC -D_WASI_EMULATED_MMAN $(if $(PAGE),-DPAGE_ADDRESS=\"$(PAGE)\")
WEB_LINK = -Qunused-arguments -mexec-model=reactor -Wl,--strip-all -Wl,--gc-sections -Wl,-z,stack-size=1048576 -Wl,--stack-first
# (no -O here: with it clang would also run wasm-opt, and so make models.wasm another one where that is installed)
# What makes the packed program smaller. (All of -Oz makes it larger: it cuts the data where there are zeros.)
WEB_SMALLER = -ol 2 -s 2 --enable-simd --enable-mutable-globals --enable-nontrapping-float-to-int --enable-sign-ext \
              --ssa-nomerge --simplify-locals --coalesce-locals --reorder-locals --optimize-instructions --remove-unused-brs \
              --remove-unused-names --merge-blocks --vacuum --rse --vacuum --strip-producers --strip-target-features
# What the page calls: the functions of web.h.
WEB_CALLS = $(shell sed -n 's/.*\b\(web_[a-z_]*\)[()].*/-Wl,--export=\1/p' src/web/web.h)

# Arithmetic is made for speed, the rest for a small file.
WEB_READERS = $(filter-out src/network/family.c src/network/family_own.c src/network/npy.c,$(filter src/network/% src/keep/json_file.c src/tap/% src/app/tapped.c,$(SOURCES)))
WEB_SOURCES = $(filter-out src/term/% $(WEB_READERS),$(SOURCES)) src/web/wasi/shim.c
WEB_PROGRAM = $(patsubst %.c,$(W)/obj/%.o,$(WEB_SOURCES)) \
              $(patsubst %,$(W)/obj/gen/%.o,$(filter-out unicode embedded,$(GENERATED))) $(W)/libraries.obj/md4c/src/md4c.o
WEB_NO_MODELS = $(W)/obj/src/web/wasi/models.o $(W)/obj/few/embedded.o
WEB_MODELS  = $(patsubst %.c,$(W)/obj/%.o,$(WEB_READERS)) $(W)/obj/gen/unicode.o $(W)/obj/gen/embedded.o $(W)/libraries.obj/utf8proc/utf8proc.o \
              $(patsubst %,$(W)/libraries.obj/jansson/src/%.o,dump error hashtable hashtable_seed load memory strbuffer strconv utf value) \
              $(patsubst %,$(W)/libraries.obj/pcre2/src/pcre2_%.o,auto_possess chartables compile config context error extuni find_bracket \
              match match_data newline ord2utf script_run string_utils study tables ucd valid_utf xclass)
$(W)/obj/src/core/math/%.o: WEB_SPEED = -O3
WEB_SPEED = -Oz

web: $(W)/qkv.html               ## the same program in one page for a browser: build/web/qkv.html

$(W)/libraries.ok: src/web/deps.sh
	@mkdir -p $(@D)
	@sh src/web/deps.sh $(WEB_LIBS)
	@touch $@

# (everything is made anew when this file changes: its flags are here)
$(W)/obj/%.o: %.c src/web/build.mk | $(W)/libraries.ok
	@mkdir -p $(@D)
	$(call say,WEB)
	$(Q)$(WEB_CC) $(WEB_SPEED) $(WEB_OWN) -MMD -MP -c $< -o $@

$(W)/obj/gen/%.o: $(B)/gen/%.c src/web/build.mk | $(W)/libraries.ok
	@mkdir -p $(@D)
	$(Q)$(WEB_CC) -Oz $(WEB_OWN) -c $< -o $@

# (in the one file without the models that it cannot open, and without what only a command line prints)
$(W)/few/embedded.c: src/embed.sh $(EMBEDDED)
	@mkdir -p $(@D)
	$(call say,GEN)
	$(Q)sh $< $(filter-out src/tasks/box/% src/cli/%.py src/lesson/author/%,$(EMBEDDED)) > $@

$(W)/obj/few/%.o: $(W)/few/%.c src/web/build.mk | $(W)/libraries.ok
	@mkdir -p $(@D)
	$(Q)$(WEB_CC) -Oz $(WEB_OWN) -c $< -o $@

# The sources of others, as they are. (jansson has a function of the same name as one of ours)
$(W)/libraries.obj/%.o: src/web/build.mk src/web/wasi/jansson_private_config.h | $(W)/libraries.ok
	@mkdir -p $(@D)
	$(Q)$(WEB_CC) -Oz -w $(LIBRARY) -MMD -MP -c $(WEB_LIBS)/$*.c -o $@

$(W)/libraries.obj/jansson/%.o: LIBRARY = -DHAVE_CONFIG_H -Dutf8_encode=jansson_utf8_encode -Isrc/web/wasi -I$(WEB_LIBS)/jansson/src
$(W)/libraries.obj/pcre2/%.o: LIBRARY = -DHAVE_CONFIG_H -DPCRE2_CODE_UNIT_WIDTH=8 -DPCRE2_STATIC -DSUPPORT_UNICODE
$(W)/libraries.obj/utf8proc/%.o: LIBRARY = -DUTF8PROC_STATIC

$(W)/qkv.wasm: $(WEB_PROGRAM) $(WEB_NO_MODELS) src/web/build.mk
	$(call say,LD)
	$(Q)$(WEB_CC) $(WEB_LINK) $(WEB_CALLS) -o $@.linked $(filter %.o,$^)
	$(Q)wasm-opt $(WEB_SMALLER) -o $@ $@.linked

$(W)/models.wasm: $(WEB_PROGRAM) $(WEB_MODELS) src/web/build.mk
	$(call say,LD)
	$(Q)$(WEB_CC) $(WEB_LINK) $(WEB_CALLS) -o $@ $(filter %.o,$^) -lwasi-emulated-mman

$(W)/obj/src/web/tools/unpack.o: WEB_OWN = -I$(WEB_LIBS)/lzlib

$(W)/unpack.wasm: $(W)/obj/src/web/tools/unpack.o $(W)/libraries.obj/lzlib/lzlib.o src/web/build.mk
	$(Q)$(WEB_CC) $(WEB_LINK) -Wl,--export=unpack -Wl,--export=unpack_room -o $@ $(filter %.o,$^)

# (by clang, which is there: a machine that only makes the page has no other compiler)
$(W)/dense: src/web/tools/dense.c | $(W)/libraries.ok
	@mkdir -p $(@D)
	$(Q)clang -O2 -o $@ $<

$(W)/qkv.html: $(W)/qkv.wasm $(W)/models.wasm $(W)/unpack.wasm $(W)/dense src/web/pack.sh $(wildcard src/web/page/*)
	@! grep -rhoE --include='*.d' '(^| )/usr/include/[^ ]*' $(W) | grep -v /usr/include/wasm32-wasi/ || \
	  { echo "web: the page was compiled with these headers of this machine" >&2; exit 1; }
	$(call say,PACK)
	$(Q)sh src/web/pack.sh $(W) $(PAGE)

# Its test in a browser: the same program with the calls of tests/web/page/in_page.h in a second module.
PAGE_CALLS = $(shell sed -n 's/.*\b\(page_[a-z_]*\)[()].*/-Wl,--export=\1/p' tests/web/page/in_page.h)
$(W)/obj/tests/%.o: WEB_OWN += -Itests

$(W)/tests.wasm: $(WEB_PROGRAM) $(WEB_MODELS) $(W)/obj/tests/web/page/in_page.o $(W)/obj/tests/support/session.o
	$(call say,LD)
	$(Q)$(WEB_CC) $(WEB_LINK) $(WEB_CALLS) $(PAGE_CALLS) -o $@ $(filter %.o,$^) -lwasi-emulated-mman

$(B)/tests/web/page: $(patsubst %,$(B)/obj/tests/web/page/%.o,page_test reader_test hand_test edge_test address_test tabs browser firefox server in_page) $(SUPPORT) $(LIB)
	@mkdir -p $(@D)
	$(call say,LD)
	$(Q)$(CC) $(CFLAGS) $(OWN) $(LDFLAGS) -o $@ $^ $(CMOCKA_LIBS) $(VTERM_LIBS) $(NCURSES_LIBS) $(LIBS)

test-web: $(W)/qkv.html $(W)/tests.wasm $(B)/tests/web/test_web $(B)/tests/web/page ## the page in a headless Chromium
	@sh tests/run.sh $(B)/tests/web/test_web $(B)/tests/web/page

test-webkit: $(W)/qkv.html ## the same in WebKit, as far as it is there
	@sh tests/web/webkit.sh $<

.PHONY: web test-web test-webkit
-include $(shell find $(W)/obj $(W)/libraries.obj -name '*.d' 2>/dev/null)
