"""Writes a model of GPT-2 small's real size with random numbers: model_files.py FOLDER [LAYERS]

124 million numbers (548 MB), 12 layers of 12 heads, d 768, 50257 tokens with a byte-level BPE. It says nothing sensible;
it is as large as the real one, for measuring."""
import array
import json
import math
import os
import random
import struct
import sys

D, HEADS, PLACES, VOCAB, SPREAD = 768, 12, 1024, 50257, 0.02
POOL = 1 << 20  # normal numbers, read from a random place for each tensor: all differ, and it takes a second


def byte_letters():
    """The letters that stand for the 256 bytes in GPT-2's vocabulary."""
    plain = [b for b in range(256) if 33 <= b <= 126 or 161 <= b <= 172 or 174 <= b]
    others = [b for b in range(256) if b not in plain]
    return [chr(b) for b in plain] + [chr(256 + i) for i in range(len(others))]


def tokenizer():
    pieces = byte_letters()
    seen, merges = set(pieces), []
    parts = [chr(c) for c in range(ord("a"), ord("z") + 1)]
    first = ["\u0120"] + parts
    while len(pieces) < VOCAB - 1:
        left, right = random.choice(first), random.choice(parts)
        if left + right in seen or len(left + right) > 12:
            continue
        seen.add(left + right)
        pieces.append(left + right)
        merges.append([left, right])
        first.append(left + right)
        if left[0] != "\u0120":
            parts.append(left + right)
    end = "<|endoftext|>"
    vocab = {piece: i for i, piece in enumerate(pieces + [end])}
    level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
    added = {"id": VOCAB - 1, "content": end, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
    return {"version": "1.0", "truncation": None, "padding": None, "added_tokens": [added], "normalizer": None,
            "pre_tokenizer": level, "post_processor": level, "decoder": level,
            "model": {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": "", "end_of_word_suffix": "",
                      "fuse_unk": False, "byte_fallback": False, "vocab": vocab, "merges": [" ".join(m) for m in merges]}}


def shapes(layers):
    yield "wte.weight", [VOCAB, D]
    yield "wpe.weight", [PLACES, D]
    for layer in range(layers):
        for name, shape in (("ln_1.weight", [D]), ("ln_1.bias", [D]), ("attn.c_attn.weight", [D, 3 * D]), ("attn.c_attn.bias", [3 * D]),
                            ("attn.c_proj.weight", [D, D]), ("attn.c_proj.bias", [D]), ("ln_2.weight", [D]), ("ln_2.bias", [D]),
                            ("mlp.c_fc.weight", [D, 4 * D]), ("mlp.c_fc.bias", [4 * D]), ("mlp.c_proj.weight", [4 * D, D]), ("mlp.c_proj.bias", [D])):
            yield f"h.{layer}.{name}", shape
        yield f"h.{layer}.attn.bias", [1, 1, PLACES, PLACES]  # the causal mask, which nobody reads
    yield "ln_f.weight", [D]
    yield "ln_f.bias", [D]


def write_numbers(out, pool, count):
    while count > 0:
        at = random.randrange(POOL)
        part = pool[at:at + count]
        out.write(part)
        count -= len(part)


def write(folder, layers):
    os.makedirs(folder, exist_ok=True)
    pool = array.array("f", (random.gauss(0, SPREAD) for _ in range(POOL)))
    if sys.byteorder == "big":
        pool.byteswap()
    header, at = {}, 0
    for name, shape in shapes(layers):
        size = 4 * math.prod(shape)
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": [at, at + size]}
        at += size
    text = json.dumps(header, separators=(",", ":")).encode()
    with open(os.path.join(folder, "model.safetensors"), "wb") as out:
        out.write(struct.pack("<Q", len(text)) + text)
        for entry in header.values():
            write_numbers(out, pool, (entry["data_offsets"][1] - entry["data_offsets"][0]) // 4)
    config = {"architectures": ["GPT2LMHeadModel"], "model_type": "gpt2", "activation_function": "gelu_new", "layer_norm_epsilon": 1e-05,
              "n_ctx": PLACES, "n_positions": PLACES, "n_embd": D, "n_head": HEADS, "n_layer": layers, "n_inner": None, "vocab_size": VOCAB,
              "scale_attn_weights": True, "bos_token_id": VOCAB - 1, "eos_token_id": VOCAB - 1, "tie_word_embeddings": True}
    for name, what in (("config.json", config), ("tokenizer.json", tokenizer())):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
            json.dump(what, out, ensure_ascii=False, separators=(",", ":"))


if len(sys.argv) < 2:
    raise SystemExit(__doc__)
random.seed(1)
write(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 12)
