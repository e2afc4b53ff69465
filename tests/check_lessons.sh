#!/bin/sh
# The shipped lessons pass the checker, and every changed digit of theirs is noticed. The lesson that runs on
# whatever model is open passes on each layout.
cd "$(dirname "$0")/.." || exit 1
unset QKV_LESSONS
failed=0
"${QKV:-build/qkv}" --lang zh,en --mutate || failed=1
for model in gpt2 bert llama-bf16; do
    "${QKV:-build/qkv}" --lang zh,en --model "tests/data/models/$model" --check \
        lessons/en/35-real-thing.md lessons/zh/35-real-thing.md || failed=1
done
[ $failed -eq 0 ] && { echo "1 passed, 0 failed"; exit 0; }
echo "0 passed, 1 failed"
exit 1
