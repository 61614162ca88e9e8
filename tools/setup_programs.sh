#!/bin/sh
# Programs that tests need and PyPI does not have. If they are missing, root installs them from the system's packages;
# otherwise the tests that need them are skipped.
#
#   setup_programs.sh         for `make test`: PostgreSQL, for the tests' own temporary servers; Chromium, preferably its
#                             headless shell, which opens a page with a third of the work; nginx, as a proxy
#   setup_programs.sh long    for `make test-long`, as well: Firefox, WebKit with a screen that nobody sees, and Caddy
set -eu

has() {
    command -v "$1" >/dev/null 2>&1 || [ -x "/usr/sbin/$1" ]
}

has_postgres() {
    has initdb || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1
}

has_shell() {
    has chromium-headless-shell || has chrome-headless-shell
}

has_chromium() {
    has_shell || has chromium || has google-chrome
}

has_firefox() {
    has firefox-esr || has firefox
}

has_webkit() {
    has WebKitWebDriver && has Xvfb
}

can_install() {
    [ "$(id -u)" = 0 ] && has apt-get
}

install() {
    apt-get -qq update
    DEBIAN_FRONTEND=noninteractive apt-get -qq install --yes --no-install-recommends "$@" >/dev/null
}

install_postgres() {
    install postgresql-common
    # Only the programs are needed: no database of the machine itself, and none that starts by itself.
    sed -i 's/^#*\s*create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf
    install postgresql
}

# need NAME PACKAGE CHECK COMMAND…: install a program by this command where the check fails; say what is skipped without it.
need() {
    name=$1 package=$2 check=$3
    shift 3
    if ! $check && can_install; then
        echo "Installing $name from the system's packages, once."
        "$@" || echo "That failed."
    fi
    $check || echo "$name is not installed, so its tests are skipped. On Debian: apt-get install $package"
}

need nginx nginx-light "has nginx" install nginx-light
need PostgreSQL postgresql has_postgres install_postgres
if ! has_shell && can_install; then
    echo "Installing Chromium's headless shell from the system's packages, once."
    install chromium-headless-shell fonts-dejavu-core 2>/dev/null || echo "They have none; a whole Chromium does as well."
fi
need Chromium chromium has_chromium install chromium fonts-dejavu-core

if [ "${1:-}" = long ]; then
    need Firefox firefox-esr has_firefox install firefox-esr
    need WebKit "webkit2gtk-driver xvfb" has_webkit install webkit2gtk-driver xvfb
    need Caddy caddy "has caddy" install caddy
fi
