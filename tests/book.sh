#!/usr/bin/env bash
# tests/book.sh [ADDRESS]: builds the book of docs/ into target/book, where mdBook is or can be installed.
#
# Pages also link to files outside docs/. In the built book those links lead to ADDRESS, by default this checkout, and the
# pictures are copied. `cargo test -p quarterturn-tests --test suite links` checks the links themselves, without mdBook.
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/cache.sh

# Without its server and its search: one minute of processor time.
quarterturn_tool mdbook "^0.5" --no-default-features || exit 0
mdbook build docs

book=target/book
cp -r pictures $book/
find $book -name '*.html' | while read -r page; do
    # As many steps up as lead out of the book from here.
    folders=${page#"$book/"} up=../
    while [[ $folders = */* ]]; do folders=${folders#*/} up+=../; done
    outside=${1:-$up..}
    # mdBook takes every link to Markdown for a page of its own, and makes index.html of README.md.
    sed -E -i \
        -e "s#(src|href)=\"${up//./\\.}pictures/#\\1=\"${up#../}pictures/#g" \
        -e "s#href=\"${up//./\\.}([^.\"][^\"]*)\\.html([\"\#])#href=\"$up\\1.md\\2#g" \
        -e "s#href=\"${up//./\\.}([^.\"])#href=\"${outside%/}/\\1#g" \
        -e 's#href="([^":]*/)?README\.html([\"\#])#href="\1index.html\2#g' "$page"
done
