"""Steps of training and a model of GPT-2 small's size in torch, beside those of `make bench`: the same tasks and sizes,
float64, one thread, sentences made beforehand. Prints a line each, or that torch is not here."""
import math
import statistics
import time

try:
    import torch
except ImportError:
    print("torch is not here (Debian: python3-torch): nothing to compare a step of training or a model with")
    raise SystemExit


def sines(n, d):
    place = torch.arange(n, dtype=torch.float64)[:, None]
    angle = place / 10000 ** (torch.arange(0, d, 2, dtype=torch.float64) / d)
    return torch.stack([angle.sin(), angle.cos()], 2).reshape(n, d)


def matrix(rows, cols):
    return (torch.randn(rows, cols) / math.sqrt(rows)).requires_grad_()


def model(words, n, d, classes, layers, learned, causal):
    """Attention with a residual, `layers` times, and a readout, as the tasks have them."""
    e = matrix(words, d)
    p = matrix(n, d) if learned else sines(n, d)
    w = [[matrix(d, d) for _ in range(4)] for _ in range(layers)]
    u = matrix(d, classes)
    hidden = torch.ones(n, n, dtype=torch.bool).triu(1) if causal else torch.zeros(n, n, dtype=torch.bool)

    def logits(sentences):
        h = e[sentences] + p
        for q, k, v, o in w:
            scores = (h @ q) @ (h @ k).transpose(1, 2) / math.sqrt(d)
            h = h + scores.masked_fill(hidden, -math.inf).softmax(2) @ (h @ v) @ o
        return h @ u

    learns = [e, u] + [m for layer in w for m in layer] + ([p] if learned else [])
    return logits, learns


def measure(name, n, d, made, sentences, asked, answers, rate):
    logits, learns = made
    adam = torch.optim.Adam(learns, lr=rate)
    times = []
    for _ in range(201):
        begin = time.process_time()
        adam.zero_grad()
        torch.nn.functional.cross_entropy(logits(sentences)[:, asked].flatten(0, 1), answers).backward()
        adam.step()
        times.append(time.process_time() - begin)
    print(f"{name:8} {n:6} {d:5}  1 {min(times) * 1e3:9.3f} ms{statistics.median(times) * 1e3:9.3f} ms  torch {torch.__version__}")


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


def measure_model(d, heads, vocabulary):
    tokens, last = torch.randn(vocabulary, d) * 0.02, torch.nn.LayerNorm(d)
    layers = [Layer(d, heads) for _ in range(12)]
    for n, count in ((16, 6), (8, 12), (16, 12), (32, 12)):
        times = []
        for _ in range(7):
            begin = time.process_time()
            with torch.no_grad():
                x = tokens[:n]
                for layer in layers[:count]:
                    x = layer(x)
                (last(x) @ tokens.T).softmax(1)
            times.append(time.process_time() - begin)
        print(f"model/{count:<2} {n:6} {d:5} {heads:2} {min(times) * 1e3:9.3f} ms{statistics.median(times) * 1e3:9.3f} ms  torch {torch.__version__}")


torch.set_num_threads(1)
torch.set_default_dtype(torch.float64)
torch.manual_seed(1)
order = torch.tensor([[a, v, b] for v in range(6, 9) for a in range(6) for b in range(6) if a != b])
measure("order", 3, 8, model(9, 3, 8, 6, 1, False, False), order, [1], order[:, 0], 0.02)
repeat = torch.stack([torch.randperm(12)[:6].repeat(3)[:17] for _ in range(16)])
asked = list(range(6, 16))
measure("repeat", 16, 16, model(12, 16, 16, 12, 2, True, True), repeat[:, :16], asked, repeat[:, 7:17].flatten(), 0.01)
measure_model(768, 12, 50257)
