#!/usr/bin/env python3
"""Small models in the layouts of published families, and what they compute: an independent reference.

    python3 tests/data/models/reference.py           writes the folders beside it anew
    python3 tests/data/models/reference.py --check   fails if they would change

Plain lists and math only. The sums follow huggingface/transformers, modeling_*.py of each family: GPT-Neo looks
back over a window in every second layer and does not divide its scores; BLOOM adds slope x place of the key;
RoBERTa's places begin behind the padding; rotations turn column i with column i + dk/2. Numbers are stored as
F32, F16 or BF16 and read back exactly, the rest is double. The weights are random.
"""
import json
import math
import os
import random
import struct
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
WORDS = ["the", "cat", "dog", "chases", "sees", "a", "##s", "猫", "追", "狗", "of", "in", "and", "he"]
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]

# ---- lists as matrices, a word is a row -----------------------------------------------------------------


def mul(a, b):
    columns = list(zip(*b))
    return [[math.fsum(x * y for x, y in zip(row, col)) for col in columns] for row in a]


def turned(a):
    return [list(col) for col in zip(*a)]


def add(a, b):
    return [[x + y for x, y in zip(r, s)] for r, s in zip(a, b)]


def add_row(a, row):
    return [[x + y for x, y in zip(r, row)] for r in a]


def columns(a, first, count):
    return [row[first:first + count] for row in a]


def layer_norm(a, gain, shift, eps):
    out = []
    for row in a:
        mean = math.fsum(row) / len(row)
        sigma = math.sqrt(math.fsum((x - mean) ** 2 for x in row) / len(row) + eps)
        out.append([(x - mean) / sigma * g + s for x, g, s in zip(row, gain, shift)])
    return out


def rms_norm(a, gain, eps):
    out = []
    for row in a:
        sigma = math.sqrt(math.fsum(x * x for x in row) / len(row) + eps)
        out.append([x / sigma * g for x, g in zip(row, gain)])
    return out


def softmax(row):
    most = max(row)
    e = [math.exp(x - most) for x in row]
    total = math.fsum(e)
    return [x / total for x in e]


def gelu_tanh(x):
    return 0.5 * x * (1 + math.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x ** 3)))


def gelu_erf(x):
    return 0.5 * x * math.erfc(-x / math.sqrt(2))


def silu(x):
    return x / (1 + math.exp(-x))


# ---- numbers in a file ----------------------------------------------------------------------------------


def packed(x, kind):
    if kind == "F16":
        return struct.pack("<e", x)
    four = struct.pack("<f", x)
    return four if kind == "F32" else four[2:]


def stored(x, kind):
    raw = packed(x, kind)
    if kind == "F16":
        return struct.unpack("<e", raw)[0]
    return struct.unpack("<f", raw if kind == "F32" else b"\0\0" + raw)[0]


class Tensors:
    """Named tensors, each with the numbers as they are in the file."""

    def __init__(self, seed, kind):
        self.random = random.Random(seed)
        self.kind = kind
        self.all = {}

    def new(self, name, rows, cols, spread=0.35, around=0.0):
        m = [[stored(around + spread * self.random.uniform(-1.7, 1.7), self.kind) for _ in range(cols)]
             for _ in range(rows or 1)]
        self.all[name] = ([rows, cols] if rows else [cols], m)
        return m if rows else m[0]

    def norm(self, name, width, shift=True):
        gain = self.new(name + ".weight", 0, width, 0.2, 1.0)
        return gain, self.new(name + ".bias", 0, width, 0.2) if shift else None

    def linear(self, name, inside, outside, bias=True):
        """Stored out x in, returned in x out."""
        w = turned(self.new(name + ".weight", outside, inside))
        return w, self.new(name + ".bias", 0, outside, 0.2) if bias else [0.0] * outside

    def write(self, path, names, blanks=0):
        header, data = {"__metadata__": {"format": "pt"}}, b""
        for name in names:
            shape, m = self.all[name]
            raw = b"".join(packed(x, self.kind) for row in m for x in row)
            header[name] = {"dtype": self.kind, "shape": shape, "data_offsets": [len(data), len(data) + len(raw)]}
            data += raw
        text = json.dumps(header, separators=(",", ":")).encode() + b" " * blanks
        return {path: struct.pack("<Q", len(text)) + text + data}


# ---- attention ------------------------------------------------------------------------------------------


def rotated(row, place, pace):
    """pace: radians per place of each pair; x cos + rotate_half(x) sin."""
    half = len(row) // 2
    cos = [math.cos(place * w) for w in pace] * 2
    sin = [math.sin(place * w) for w in pace] * 2
    other = [-x for x in row[half:]] + row[:half]
    return [x * c + y * s for x, y, c, s in zip(row, other, cos, sin)]


def slopes(heads):
    power = 2 ** math.floor(math.log2(heads))
    base = 2 ** -(2 ** -(math.log2(power) - 3))
    out = [base ** i for i in range(1, power + 1)]
    if power < heads:
        base = 2 ** -(2 ** -(math.log2(2 * power) - 3))
        out += [base ** i for i in range(1, 1 + 2 * min(power, heads - power), 2)]
    return out


def less_distance(scores, slope):
    """ALiBi as its paper has it: a row differs from slope x place of the key by one number."""
    return [[x - slope * abs(i - j) for j, x in enumerate(row)] for i, row in enumerate(scores)]


def attention(q, k, v, heads, key_heads, divisor, sees, pace=None, bias=None):
    dk = len(q[0]) // heads
    out = {"scores": [], "weights": [], "head_out": []}
    for h in range(heads):
        g = h // (heads // key_heads)
        qs, ks, vs = columns(q, h * dk, dk), columns(k, g * dk, dk), columns(v, g * dk, dk)
        if pace:
            qs = [rotated(row, i, pace) for i, row in enumerate(qs)]
            ks = [rotated(row, i, pace) for i, row in enumerate(ks)]
        scores = mul(qs, turned(ks))
        weights = []
        for i, row in enumerate(scores):
            scaled = [x / divisor + (bias[h] * j if bias else 0) for j, x in enumerate(row)]
            weights.append(softmax([x if sees(i, j) else -math.inf for j, x in enumerate(scaled)]))
        if bias:
            scores = less_distance(scores, bias[h] * divisor)
        out["scores"].append(scores)
        out["weights"].append(weights)
        out["head_out"].append(mul(weights, vs))
    joined = [sum((out["head_out"][h][i] for h in range(heads)), []) for i in range(len(q))]
    return out, joined


def causal(i, j):
    return j <= i


def everything(i, j):
    return True


# ---- families -------------------------------------------------------------------------------------------
# Each returns config.json, the tensors, and a function from ids to what is computed.


def linear(rows, wb):
    return add_row(mul(rows, wb[0]), wb[1])


def feed_forward(one, rows, up, down, act):
    one["mlp_before_act"] = linear(rows, up)
    one["mlp_hidden"] = [[act(x) for x in row] for row in one["mlp_before_act"]]
    one["mlp_out"] = linear(one["mlp_hidden"], down)
    return one["mlp_out"]


def rest_of_layer(one, w, attended, eps):
    """What GPT-Neo and BLOOM do after attention(): both add to the stream, and norm what they read from it."""
    maps, joined = attended
    one.update(maps)
    one["attn_out"] = linear(joined, w["o"])
    one["resid_mid"] = add(one["resid_pre"], one["attn_out"])
    one["ln_2"] = layer_norm(one["resid_mid"], *w["n2"], eps)
    one["resid_post"] = add(one["resid_mid"], feed_forward(one, one["ln_2"], w["up"], w["down"], gelu_tanh))
    return one["resid_post"]


def roberta(t, vocab, d=12, heads=3, layers=2, dff=20, places=16, eps=1e-5):
    n = "roberta.embeddings."
    words = t.new(n + "word_embeddings.weight", vocab, d, 0.8)
    table = t.new(n + "position_embeddings.weight", places, d, 0.8)
    types = t.new(n + "token_type_embeddings.weight", 1, d)
    first = t.norm(n + "LayerNorm", d)
    weights = []
    for l in range(layers):
        n = "roberta.encoder.layer.%d." % l
        weights.append({
            "q": t.linear(n + "attention.self.query", d, d), "k": t.linear(n + "attention.self.key", d, d),
            "v": t.linear(n + "attention.self.value", d, d), "o": t.linear(n + "attention.output.dense", d, d),
            "n1": t.norm(n + "attention.output.LayerNorm", d), "up": t.linear(n + "intermediate.dense", d, dff),
            "down": t.linear(n + "output.dense", dff, d), "n2": t.norm(n + "output.LayerNorm", d)})
    dense, last = t.linear("lm_head.dense", d, d), t.norm("lm_head.layer_norm", d)
    bias = t.new("lm_head.bias", 0, vocab)
    config = {"model_type": "roberta", "architectures": ["RobertaForMaskedLM"], "hidden_size": d,
              "num_attention_heads": heads, "num_hidden_layers": layers, "intermediate_size": dff,
              "max_position_embeddings": places, "type_vocab_size": 1, "vocab_size": vocab, "layer_norm_eps": eps,
              "hidden_act": "gelu", "pad_token_id": 1, "bos_token_id": 0, "eos_token_id": 2,
              "position_embedding_type": "absolute"}

    def run(ids):
        token = [words[i] for i in ids]
        position = [table[2 + i] for i in range(len(ids))]
        out = {"types": [0] * len(ids), "token": token, "position": position, "layers": []}
        x = layer_norm(add_row(add(token, position), types[0]), *first, eps)
        out["embeddings"] = x
        for w in weights:
            one = {"resid_pre": x, "q": linear(x, w["q"]), "k": linear(x, w["k"]), "v": linear(x, w["v"])}
            maps, joined = attention(one["q"], one["k"], one["v"], heads, heads, math.sqrt(d // heads), everything)
            one.update(maps)
            one["attn_out"] = linear(joined, w["o"])
            x = one["norm_1"] = layer_norm(add(x, one["attn_out"]), *w["n1"], eps)
            x = one["norm_2"] = layer_norm(add(x, feed_forward(one, x, w["up"], w["down"], gelu_erf)), *w["n2"], eps)
            out["layers"].append(one)
        x = [[gelu_erf(y) for y in row] for row in linear(x, dense)]
        x = out["mlm_transform"] = layer_norm(x, *last, eps)
        return out, add_row(mul(x, turned(words)), bias)

    return config, run


def gpt_neo(t, vocab, d=12, heads=3, layers=2, places=16, window=5, eps=1e-5):
    words, table = t.new("transformer.wte.weight", vocab, d, 0.8), t.new("transformer.wpe.weight", places, d, 0.8)
    weights = []
    for l in range(layers):
        n = "transformer.h.%d." % l
        a = n + "attn.attention."
        weights.append({
            "n1": t.norm(n + "ln_1", d), "q": t.linear(a + "q_proj", d, d, False),
            "k": t.linear(a + "k_proj", d, d, False), "v": t.linear(a + "v_proj", d, d, False),
            "o": t.linear(a + "out_proj", d, d), "n2": t.norm(n + "ln_2", d),
            "up": t.linear(n + "mlp.c_fc", d, 4 * d), "down": t.linear(n + "mlp.c_proj", 4 * d, d)})
    last = t.norm("transformer.ln_f", d)
    config = {"model_type": "gpt_neo", "architectures": ["GPTNeoForCausalLM"], "hidden_size": d, "num_heads": heads,
              "num_layers": layers, "attention_types": [[["global", "local"], layers // 2]], "window_size": window,
              "max_position_embeddings": places, "intermediate_size": None, "vocab_size": vocab,
              "layer_norm_epsilon": eps, "activation_function": "gelu_new"}

    def run(ids):
        token, position = [words[i] for i in ids], table[:len(ids)]
        out = {"token": token, "position": position, "layers": []}
        x = add(token, position)
        for l, w in enumerate(weights):
            def sees(i, j, local=l % 2):
                return j <= i and (not local or j > i - window)
            one = {"resid_pre": x, "ln_1": layer_norm(x, *w["n1"], eps)}
            h = one["ln_1"]
            one.update(q=linear(h, w["q"]), k=linear(h, w["k"]), v=linear(h, w["v"]))
            attended = attention(one["q"], one["k"], one["v"], heads, heads, 1, sees)
            x = rest_of_layer(one, w, attended, eps)
            out["layers"].append(one)
        out["ln_f"] = layer_norm(x, *last, eps)
        return out, mul(out["ln_f"], turned(words))

    return config, run


def bloom(t, vocab, d=12, heads=3, layers=2, prefix="transformer.", eps=1e-5):
    dk = d // heads
    words = t.new(prefix + "word_embeddings.weight", vocab, d, 0.8)
    first = t.norm(prefix + "word_embeddings_layernorm", d)
    weights = []
    for l in range(layers):
        n = prefix + "h.%d." % l
        weights.append({
            "n1": t.norm(n + "input_layernorm", d), "qkv": t.linear(n + "self_attention.query_key_value", d, 3 * d),
            "o": t.linear(n + "self_attention.dense", d, d), "n2": t.norm(n + "post_attention_layernorm", d),
            "up": t.linear(n + "mlp.dense_h_to_4h", d, 4 * d), "down": t.linear(n + "mlp.dense_4h_to_h", 4 * d, d)})
    last = t.norm(prefix + "ln_f", d)
    config = {"model_type": "bloom", "architectures": ["BloomForCausalLM"], "n_embed": d, "num_attention_heads": heads,
              "n_layer": layers, "n_inner": None, "vocab_size": vocab, "layer_norm_epsilon": eps,
              "apply_residual_connection_post_layernorm": False, "seq_length": 2048, "pretraining_tp": 1}

    def parts(fused):
        """The row of a word is [head][q, k, v][dk]."""
        return [[sum((row[(3 * h + p) * dk:(3 * h + p + 1) * dk] for h in range(heads)), []) for row in fused]
                for p in range(3)]

    def run(ids):
        token = [words[i] for i in ids]
        x = layer_norm(token, *first, eps)
        out = {"token": token, "embeddings": x, "layers": []}
        for w in weights:
            one = {"resid_pre": x, "ln_1": layer_norm(x, *w["n1"], eps)}
            one["q"], one["k"], one["v"] = parts(linear(one["ln_1"], w["qkv"]))
            attended = attention(one["q"], one["k"], one["v"], heads, heads, math.sqrt(dk), causal, bias=slopes(heads))
            x = rest_of_layer(one, w, attended, eps)
            out["layers"].append(one)
        del out["embeddings"]
        out["ln_f"] = layer_norm(x, *last, eps)
        return out, mul(out["ln_f"], turned(words))

    return config, run


def paces(dk, base, rope):
    """Radians per place of each pair (modeling_rope_utils.py)."""
    out = []
    for i in range(dk // 2):
        w = base ** (-2 * i / dk)
        kind = rope.get("rope_type", rope.get("type", "default"))
        if kind == "linear":
            w /= rope["factor"]
        if kind == "llama3":
            wave, old = 2 * math.pi / w, rope["original_max_position_embeddings"]
            low, high = rope["low_freq_factor"], rope["high_freq_factor"]
            if wave > old / low:
                w /= rope["factor"]
            elif wave >= old / high:
                smooth = (old / wave - low) / (high - low)
                w = (1 - smooth) * w / rope["factor"] + smooth * w
        out.append(w)
    return out


def llama(t, vocab, kind, d=12, heads=2, key_heads=1, dk=8, layers=2, dff=16, biased=False, tied=True, rope=None,
          rope_key="rope_scaling", base=10000.0, extra=None, eps=1e-5):
    words = t.new("model.embed_tokens.weight", vocab, d, 0.8)
    weights = []
    for l in range(layers):
        n = "model.layers.%d." % l
        a = n + "self_attn."
        weights.append({
            "n1": t.norm(n + "input_layernorm", d, False)[0], "q": t.linear(a + "q_proj", d, heads * dk, biased),
            "k": t.linear(a + "k_proj", d, key_heads * dk, biased),
            "v": t.linear(a + "v_proj", d, key_heads * dk, biased), "o": t.linear(a + "o_proj", heads * dk, d, False),
            "n2": t.norm(n + "post_attention_layernorm", d, False)[0], "gate": t.linear(n + "mlp.gate_proj", d, dff, False),
            "up": t.linear(n + "mlp.up_proj", d, dff, False), "down": t.linear(n + "mlp.down_proj", dff, d, False)})
    last = t.norm("model.norm", d, False)[0]
    readout = words if tied else t.new("lm_head.weight", vocab, d)
    config = {"model_type": kind, "hidden_size": d, "num_attention_heads": heads, "num_key_value_heads": key_heads,
              "num_hidden_layers": layers, "intermediate_size": dff, "max_position_embeddings": 64,
              "vocab_size": vocab, "rms_norm_eps": eps, "hidden_act": "silu", "tie_word_embeddings": tied}
    if dk * heads != d:
        config["head_dim"] = dk
    if rope_key == "rope_parameters":
        config[rope_key] = dict(rope, rope_theta=base)
    else:
        config.update({"rope_theta": base, rope_key: rope})
    config.update(extra or {})
    pace = paces(dk, base, rope or {})

    def run(ids):
        x = [words[i] for i in ids]
        out = {"layers": []}
        for w in weights:
            one = {"resid_pre": x, "norm_1": rms_norm(x, w["n1"], eps)}
            h = one["norm_1"]
            one.update(q=linear(h, w["q"]), k=linear(h, w["k"]), v=linear(h, w["v"]))
            maps, joined = attention(one["q"], one["k"], one["v"], heads, key_heads, math.sqrt(dk), causal, pace=pace)
            one.update(maps)
            one["attn_out"] = linear(joined, w["o"])
            x = one["resid_mid"] = add(x, one["attn_out"])
            h = one["norm_2"] = rms_norm(x, w["n2"], eps)
            gate, up = linear(h, w["gate"]), linear(h, w["up"])
            one["mlp_hidden"] = [[silu(a) * b for a, b in zip(r, s)] for r, s in zip(gate, up)]
            one["mlp_out"] = linear(one["mlp_hidden"], w["down"])
            x = one["resid_post"] = add(x, one["mlp_out"])
            out["layers"].append(one)
        out["norm_f"] = rms_norm(x, last, eps)
        return out, mul(out["norm_f"], turned(readout))

    return config, run


LLAMA3 = {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
          "original_max_position_embeddings": 32}

# name, seed, kind of numbers, family, files, blanks behind the header
MODELS = [
    ("roberta", 1, "F32", lambda t, v: roberta(t, v), 1, 0),
    ("gpt-neo", 2, "F16", lambda t, v: gpt_neo(t, v), 1, 1),
    ("bloom-bf16", 3, "BF16", lambda t, v: bloom(t, v), 2, 3),
    ("bloom-f32", 4, "F32", lambda t, v: bloom(t, v, d=8, heads=4, layers=1, prefix=""), 1, 1),
    ("mistral", 5, "BF16", lambda t, v: llama(t, v, "mistral", heads=4, key_heads=2, dk=4, tied=False,
                                              extra={"sliding_window": 6}), 2, 0),
    ("qwen2", 6, "BF16", lambda t, v: llama(t, v, "qwen2", heads=3, key_heads=1, dk=4, biased=True, base=1e6,
                                            rope={"rope_type": "default"}, rope_key="rope_parameters", eps=1e-6,
                                            extra={"use_sliding_window": False, "sliding_window": 3}), 1, 5),
    ("llama3", 7, "F16", lambda t, v: llama(t, v, "llama", rope=LLAMA3, dk=12, base=500.0), 1, 0),
    ("llama-linear", 8, "F16", lambda t, v: llama(t, v, "llama", rope={"type": "linear", "factor": 4.0}, layers=1),
     1, 0),
]
RUNS = ["the cat chases a dog", "猫 追 狗"]


def one_line_a_key(x):
    """Readable, and small: one line for each stage."""
    def entry(k, v):
        return json.dumps(k) + ": " + json.dumps(v, ensure_ascii=False, separators=(",", ":"))
    runs = []
    for run in x["runs"]:
        layers = ["{" + ",\n".join(entry(k, v) for k, v in l.items()) + "}" for l in run["layers"]]
        rest = [entry(k, v) for k, v in run.items() if k != "layers"]
        runs.append("{" + ",\n".join(rest) + ',\n"layers": [' + ",\n".join(layers) + "]}")
    return '{"runs": [' + ",\n".join(runs) + "]}\n"


def files_of(name, seed, kind, family, count, blanks):
    vocab = SPECIAL + WORDS
    t = Tensors(seed, kind)
    config, run = family(t, len(vocab))
    runs = []
    for text in RUNS:
        words = ["[CLS]"] + text.split() + ["[SEP]"] if name == "roberta" else text.split()
        ids = [vocab.index(w) for w in words]
        out, logits = run(ids)
        out.update(text=text, ids=ids, logits_last=[logits[-1]],
                   top5=[sorted(range(len(vocab)), key=lambda i: -row[i])[:5] for row in logits])
        runs.append(out)
    files = {"config.json": (json.dumps(config, indent=1) + "\n").encode(),
             "vocab.txt": ("\n".join(vocab) + "\n").encode(),
             "activations.json": one_line_a_key({"runs": runs}).encode()}
    names = list(t.all)
    if count == 1:
        files.update(t.write("model.safetensors", names, blanks))
    else:
        where = {}
        for i in range(count):
            part = "model-%05d-of-%05d.safetensors" % (i + 1, count)
            files.update(t.write(part, names[i::count], blanks + i))
            where.update((n, part) for n in names[i::count])
        files["model.safetensors.index.json"] = (json.dumps({"weight_map": where}, indent=1) + "\n").encode()
    return files


def main():
    same = True
    for model in MODELS:
        folder = os.path.join(HERE, model[0])
        for name, new in files_of(*model).items():
            path = os.path.join(folder, name)
            if sys.argv[1:] == ["--check"]:
                old = open(path, "rb").read() if os.path.exists(path) else b""
                if old != new:
                    print("differs:", path)
                    same = False
            else:
                os.makedirs(folder, exist_ok=True)
                with open(path, "wb") as f:
                    f.write(new)
    return 0 if same else 1


sys.exit(main())
