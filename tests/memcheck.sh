#!/bin/sh
# Whole sessions under valgrind: every golden session, then the program itself, which reads commands. Ends at the
# first that reads what it may not, uses what was never set or loses a block.
cd "$(dirname "$0")/.." || exit 1
B=${B:-build}
command -v valgrind >/dev/null 2>&1 || { echo "memcheck: needs valgrind (apt-get install valgrind)"; exit 1; }
HOME=$(mktemp -d) || exit 1
export HOME
unset XDG_CONFIG_HOME XDG_STATE_HOME XDG_DATA_HOME XDG_RUNTIME_DIR
trap 'rm -rf "$HOME"' EXIT
trap 'exit 130' INT TERM HUP
checked() {
    echo "memcheck: $*"
    valgrind -q --leak-check=full --error-exitcode=9 "$@" >"$HOME/out" 2>&1 || { cat "$HOME/out"; exit 1; }
}

checked "$B/tests/app/test_sessions"
checked "$B/qkv" -b <<'END'
sentence 我 爱 学习 ; swap ; undo ; redo
set d 16 heads 2 layers 2 ; block decoder ; memory 我 爱 猫
weights random 3 ; encoding rope ; encoding xl ; encoding deberta ; encoding shaw ; encoding t5 ; encoding alibi
print weights(0) ; print h2.q(0) ; expect rowsum(0) = 1
stage weights ; walk ; follow ; view back ; walk off ; view terms ; set terms_panel distance
view compare ; pin A ; swap ; compare A ; set compare_panel orders ; view edit ; fill row ; random WQ 2
view cost ; view machine ; set machine memory ; machine next ; view map ; home ; lesson 09 ; quit
END
