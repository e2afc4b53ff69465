"""Beside torch: runs the parts of the bench that torch can do too, and after each part the same in torch; float64, one
thread, sentences made beforehand. Prints our lines, and under them torch's time and how many times ours it is. Says which
BLAS torch multiplies with: with the reference BLAS it takes eight times longer than with OpenBLAS, and says nothing about us.

  python3 tests/bench/torch_beside.py build/bench"""
import json
import math
import os
import re
import subprocess
import sys
import time

import torch

PARTS = ["core", "learn", "model"]
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

SAMPLES, SECONDS = 201, 1.5  # of each case at most


def least(run):
    """The least CPU seconds of a call."""
    times, spent = [], 0.0
    while len(times) < 5 or (len(times) < SAMPLES and spent < SECONDS):
        calls = max(1, int(1e-3 / min(times))) if times else 1
        begin = time.process_time()
        for _ in range(calls):
            run()
        took = time.process_time() - begin
        times.append(max(took, 1e-9) / calls)
        spent += took
    return min(times)


def sines(n, d):
    place = torch.arange(n, dtype=torch.float64)[:, None]
    angle = place / 10000 ** (torch.arange(0, d, 2, dtype=torch.float64) / d)
    return torch.stack([angle.sin(), angle.cos()], 2).reshape(n, d)


def turned(x):
    """RoPE: each pair of columns turned by its place times its frequency."""
    n, d = x.shape[-2:]
    hand = sines(n, d)
    sin, cos = hand[:, 0::2], hand[:, 1::2]
    return torch.stack([x[..., 0::2] * cos - x[..., 1::2] * sin, x[..., 0::2] * sin + x[..., 1::2] * cos], -1).flatten(-2)


def matrix(rows, cols):
    return (torch.randn(rows, cols) / math.sqrt(rows)).requires_grad_()


class Attention:
    """Attention with a residual, `layers` times, and a readout, as the tasks have them."""

    def __init__(self, words, n, d, classes, heads=1, layers=1, encoding="sines", causal=False):
        self.heads, self.encoding = heads, encoding
        self.e, self.u = matrix(words, d), matrix(d, classes)
        self.p = matrix(n, d) if encoding == "learned" else sines(n, d)
        self.w = [[matrix(d, d) for _ in range(4)] for _ in range(layers)]
        self.hidden = torch.ones(n, n, dtype=torch.bool).triu(1) if causal else None

    def learns(self):
        return [self.e, self.u] + [m for layer in self.w for m in layer] + ([self.p] if self.encoding == "learned" else [])

    def parted(self, x):
        return x.view(*x.shape[:-1], self.heads, -1).transpose(-3, -2)

    def scores(self, x, layer, hidden):
        q, k = (self.parted(x @ m) for m in layer[:2])
        if self.encoding == "rope":
            q, k = turned(q), turned(k)
        scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
        return scores if hidden is None else scores.masked_fill(hidden, -math.inf)

    def input(self, sentences):
        return self.e[sentences] if self.encoding == "rope" else self.e[sentences] + self.p

    def logits(self, sentences):
        x = self.input(sentences)
        for layer in self.w:
            weights = self.scores(x, layer, self.hidden).softmax(-1)
            x = x + (weights @ self.parted(x @ layer[2])).transpose(-3, -2).flatten(-2) @ layer[3]
        return x @ self.u


def stepped(learns, rate, loss):
    adam = torch.optim.Adam(learns, lr=rate)

    def run():
        adam.zero_grad()
        loss().backward()
        adam.step()
    return run


def entropy(logits, answers):
    return torch.nn.functional.cross_entropy(logits.flatten(0, -2), answers.flatten())


def order():
    sentences = torch.tensor([[a, v, b] for v in range(6, 9) for a in range(6) for b in range(6) if a != b])
    m = Attention(9, 3, 8, 6)
    return stepped(m.learns(), 0.02, lambda: entropy(m.logits(sentences)[:, 1], sentences[:, 0]))


def point():
    """128 sentences of 3 to 7 words, padded; each of two heads is asked where it looks from the verb."""
    kinds = [[3, 1, 0, 2], [5, 2, 1, 4], [4, 2, 0, 3], [6, 3, 2, 5], [5, 3, 0, 4], [7, 3, 2, 5], [4, 2, 1, 3], [4, 1, 0, 2],
             [4, 2, 1, 3], [4, 2, 1, 3], [3, 1, 0, 2], [5, 3, 0, 4]]
    often = torch.tensor([6, 4, 6, 4, 2, 2, 2, 2, 1, 1, 1, 2], dtype=torch.float64)
    kind = torch.tensor([kinds[i] for i in torch.multinomial(often, 128, replacement=True).tolist()])
    sentences = torch.randint(0, 121, (128, 7))
    hidden = (torch.arange(7)[None] >= kind[:, :1])[:, None, None]
    m = Attention(121, 7, 8, 6, heads=2)
    every = torch.arange(128)

    def loss():
        asked = m.scores(m.input(sentences), m.w[0], hidden)[every, :, kind[:, 1]]
        return entropy(asked, kind[:, 2:])
    return stepped([m.w[0][0], m.w[0][1]], 0.03, loss)


def recent():
    sentences, answers = torch.randint(0, 10, (32, 16)), torch.randint(0, 4, (32, 16))
    m = Attention(10, 16, 16, 4, encoding="rope", causal=True)
    return stepped(m.learns(), 0.01, lambda: entropy(m.logits(sentences), answers))


def repeat():
    words = torch.stack([torch.randperm(12)[:6].repeat(3)[:17] for _ in range(16)])
    m = Attention(12, 16, 16, 12, layers=2, encoding="learned", causal=True)
    return stepped(m.learns(), 0.01, lambda: entropy(m.logits(words[:, :16])[:, 6:], words[:, 7:17]))


def forward(n, d, heads):
    m = Attention(n, n, d, d, heads)
    words = torch.arange(n)

    def run():
        with torch.no_grad():
            m.logits(words)
    return run


class Layer(torch.nn.Module):
    """A layer of GPT-2."""

    def __init__(self, d, heads):
        super().__init__()
        self.heads = heads
        self.ln1, self.ln2 = torch.nn.LayerNorm(d), torch.nn.LayerNorm(d)
        self.qkv, self.o = torch.nn.Linear(d, 3 * d), torch.nn.Linear(d, d)
        self.inner, self.outer = torch.nn.Linear(d, 4 * d), torch.nn.Linear(4 * d, d)

    def forward(self, x):
        n, d = x.shape
        q, k, v = (m.view(n, self.heads, -1).transpose(0, 1) for m in self.qkv(self.ln1(x)).chunk(3, 1))
        scores = q @ k.transpose(1, 2) / math.sqrt(d // self.heads)
        weights = scores.masked_fill(torch.ones(n, n, dtype=torch.bool).triu(1), -math.inf).softmax(2)
        x = x + self.o((weights @ v).transpose(0, 1).reshape(n, d))
        return x + self.outer(torch.nn.functional.gelu(self.inner(self.ln2(x)), approximate="tanh"))


class Model:
    """Of GPT-2 small's size: 12 layers, the readout of every row or of the last."""

    def __init__(self, d=768, heads=12, vocabulary=50257):
        self.tokens, self.last = torch.randn(vocabulary, d) * 0.02, torch.nn.LayerNorm(d)
        self.layers = [Layer(d, heads) for _ in range(12)]

    def run(self, n, layers, last_only=False):
        with torch.no_grad():
            x = self.tokens[:n]
            for layer in self.layers[:layers]:
                x = layer(x)
            (self.last(x[-1:] if last_only else x) @ self.tokens.T).softmax(1)


TASKS = {"order": order, "point": point, "recent": recent, "repeat": repeat}


def case_of(line, kept):
    """What torch does for a line of ours; None: there is nothing like it."""
    what, n, d, h, layers = line["what"], line["n"], line["d"], line["h"], line.get("layers", 0)
    if what in TASKS and "twice" not in line:
        return TASKS[what]()
    if what == "forward" and layers == 1 and n <= 64:
        return forward(n, d, h)
    if what in ("model", "asked"):
        if "model" not in kept:
            kept["model"] = Model()
        return lambda: kept["model"].run(n, layers, what == "asked")
    return None


def blas():
    """The file that torch multiplies with."""
    torch.randn(64, 64) @ torch.randn(64, 64)
    with open("/proc/self/maps", encoding="utf-8") as maps:
        files = sorted(set(re.findall(r"/\S*blas\S*", maps.read())))
    return ", ".join(os.path.realpath(f) for f in files) or "unknown"


def seconds(s):
    return f"{s * 1e6:9.3f} us" if s < 1e-3 else f"{s * 1e3:9.3f} ms"


def compare(program, part, kept):
    """Runs a part; prints our lines, each with torch's where there is one."""
    ours = subprocess.run([program, "--json", part], stdout=subprocess.PIPE, text=True, check=True).stdout
    for line in map(json.loads, ours.splitlines()):
        print(f'{line["what"]:8} {line["n"]:6} {line["d"]:5} {line["h"]:2} {line.get("layers", 0):2} {seconds(line["min_s"])}'
              + (f'  {line["gflops"]:.1f} GFLOP/s' if "gflops" in line else "")
              + (f'  {line["ratio"]:.3g} x {line["reference"]}' if "reference" in line else "")
              + (f'  {line["growth"]:.2f} x for twice the {line["twice"]}' if "twice" in line else ""))
        run = case_of(line, kept)
        if run:
            took = least(run)
            print(f'    torch {seconds(took)}: {took / line["min_s"]:.2f} x ours', flush=True)


torch.set_num_threads(1)
torch.set_default_dtype(torch.float64)
torch.manual_seed(1)
print(f"torch {torch.__version__}, float64, one thread, BLAS: {blas()}", flush=True)
made = {}
for name in PARTS:
    compare(sys.argv[1], name, made)
