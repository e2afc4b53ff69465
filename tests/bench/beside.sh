#!/bin/sh
# The parts of the bench that torch can do too, beside torch on OpenBLAS: installs both where that can be done without a
# question. Without torch the parts run alone. Debian's torch is for Debian's Python, whichever comes first in PATH.
has_torch() {
    for python in /usr/bin/python3 python3; do
        "$python" -c 'import torch' 2>/dev/null && return 0
    done
    return 1
}

if ! has_torch && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends python3-torch libopenblas0-pthread >/dev/null
fi
if has_torch; then
    exec "$python" tests/bench/torch_beside.py "$1"
fi
echo "torch is not here (Debian: python3-torch, libopenblas0-pthread): the parts run alone"
exec "$1" core learn model
