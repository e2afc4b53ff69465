#!/bin/sh
# The shipped lessons and the tour pass the checker, and every changed digit of theirs is noticed. The lesson that runs on
# whatever model is open passes on each layout. The minutes of a unit are those of its lessons.
cd "$(dirname "$0")/.." || exit 1
unset QKV_LESSONS
failed=0
"${QKV:-build/qkv}" --lang zh,en --mutate || failed=1
"${QKV:-build/qkv}" --mutate --check src/lesson/play/tour/*/tour.md || failed=1
for model in gpt2 bert llama-bf16; do
    "${QKV:-build/qkv}" --lang zh,en --model "tests/data/models/$model" --check \
        lessons/en/35-real-thing.md lessons/zh/35-real-thing.md || failed=1
done
for lang in zh en; do
    awk -v lang=$lang '
        function told() { if (said != "" && said != sum) { print "course." lang ".md: " said " minutes, lessons " sum; bad = 1 } }
        /^## / { told(); said = ""; sum = 0; if (match($0, /[0-9]+ (minutes|分钟)/)) said = substr($0, RSTART) + 0 }
        match($0, /\]\([a-z]*\/[0-9][^)]*\.md\)/) && /^[0-9]/ {
            file = "lessons/" substr($0, RSTART + 2, RLENGTH - 3)
            while ((getline line <file) > 0) if (line ~ /^minutes: /) { sum += substr(line, 10); break }
            close(file)
        }
        END { told(); exit bad }' lessons/course.$lang.md || failed=1
done
[ $failed -eq 0 ] && { echo "1 passed, 0 failed"; exit 0; }
echo "0 passed, 1 failed"
exit 1
