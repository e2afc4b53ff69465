#!/bin/sh
# Tries the page in WebKit, which stands in for Safari: it starts, keys and a click arrive, letters lie in their
# places. Says what it could not try. Not part of `make test-web`: few systems have the driver.
#
#   sh tests/web/webkit.sh build/web/qkv.html
set -u
page=$(realpath "$1") port=${WEBKIT_PORT:-4567} passed=0 failed=0 session= display=
browser=$(find /usr/lib /usr/libexec -name MiniBrowser 2>/dev/null | head -1)
echo "webkit: not tried: Safari itself, iPhones and their keyboards, touch, VoiceOver: no such machine is driven here"
for tool in WebKitWebDriver curl; do
    command -v $tool >/dev/null || { echo "webkit: not tried at all: there is no $tool (Debian: webkit2gtk-driver, curl)"; exit 0; }
done
[ "$browser" ] || { echo "webkit: not tried at all: there is no MiniBrowser (Debian: webkit2gtk-driver)"; exit 0; }
if [ -z "${DISPLAY:-}" ]; then
    command -v Xvfb >/dev/null || { echo "webkit: not tried at all: there is neither a display nor Xvfb"; exit 0; }
    Xvfb :97 -screen 0 1280x800x24 >/dev/null 2>&1 &
    display=$!
    export DISPLAY=:97
fi
WebKitWebDriver --port="$port" >/dev/null 2>&1 &
driver=$!
trap 'ask DELETE "" >/dev/null 2>&1; kill $driver $display 2>/dev/null' EXIT

# ask METHOD PATH [JSON]: of the session
ask() { curl -s -m 60 -X "$1" -H 'Content-Type: application/json' ${3:+-d "$3"} "http://127.0.0.1:$port/session${session:+/$session}$2"; }
js() { ask POST /execute/sync "{\"script\":\"return $1\",\"args\":[]}"; }
is() { # WHAT SCRIPT: waits until it is true
    for _ in $(seq 100); do
        case $(js "$2") in *'"value":true'*) passed=$((passed + 1)) && return ;; esac
        sleep 0.1
    done
    failed=$((failed + 1))
    echo "webkit: not so: $1"
}
for _ in $(seq 100); do
    session=$(ask POST "" "{\"capabilities\":{\"alwaysMatch\":{\"webkitgtk:browserOptions\":{\"binary\":\"$browser\",\"args\":[\"--automation\"]}}}}" |
        sed -n 's/.*"sessionId":"\([^"]*\)".*/\1/p')
    [ "$session" ] && break
    sleep 0.1
done
[ "$session" ] || { echo "webkit: not tried at all: the driver opens no window"; exit 0; }
key() { ask POST /actions "{\"actions\":[{\"type\":\"key\",\"id\":\"k\",\"actions\":[{\"type\":\"keyDown\",\"value\":\"$1\"},{\"type\":\"keyUp\",\"value\":\"$1\"}]}]}" >/dev/null; }

screen="document.getElementById('screen')"
ask POST /url "{\"url\":\"file://$page#lang=en\"}" >/dev/null
is "it starts" "!!window.qkv && $screen.innerText.includes('type your own')"
is "cells lie in their places" "[...document.querySelectorAll('#screen .box')].every(b => { const x = (b.getBoundingClientRect().left - $screen.getBoundingClientRect().left) / qkv.screen.cellWidth; return Math.abs(x - Math.round(x)) < 0.02 })"
key x
is "a key arrives" "$screen.innerText.includes('qkv  dog chases cat')"
is "a place under the mouse says what a click does" "(qkv.hand.line.textContent || qkv.hand.resting || qkv.hand.hover([2, 5]), document.getElementById('says').textContent.startsWith('click: '))"
js "(qkv.hand.click({clientX: 5 * qkv.screen.cellWidth, clientY: 2.5 * qkv.screen.cellHeight}), 1)" >/dev/null
is "a click arrives" "$screen.innerText.includes('tour/')"
echo "webkit: $passed passed, $failed failed"
[ $failed = 0 ]
