#!/bin/sh
# Programs that tests need and PyPI does not have: PostgreSQL, for the tests' own temporary servers; Chromium,
# preferably its headless shell, which opens a page with a third of the work; and nginx, as a proxy before a server.
# If they are missing, root installs them from the system's packages; otherwise the tests that need them are skipped.
set -eu

has_postgres() {
    command -v initdb >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1
}

has_shell() {
    command -v chromium-headless-shell >/dev/null 2>&1 || command -v chrome-headless-shell >/dev/null 2>&1
}

has_chromium() {
    has_shell || command -v chromium >/dev/null 2>&1 || command -v google-chrome >/dev/null 2>&1
}

has_nginx() {
    command -v nginx >/dev/null 2>&1 || [ -x /usr/sbin/nginx ]
}

can_install() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1
}

install() {
    DEBIAN_FRONTEND=noninteractive apt-get -qq install --yes --no-install-recommends "$@" >/dev/null
}

install_postgres() {
    echo "Installing PostgreSQL from the system's packages, once."
    apt-get -qq update
    install postgresql-common
    # Only the programs are needed: no database of the machine itself, and none that starts by itself.
    sed -i 's/^#*\s*create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf
    install postgresql
}

install_shell() {
    echo "Installing Chromium's headless shell from the system's packages, once."
    apt-get -qq update
    install chromium-headless-shell fonts-dejavu-core 2>/dev/null
}

install_chromium() {
    echo "Installing Chromium from the system's packages, once."
    install chromium fonts-dejavu-core
}

install_nginx() {
    echo "Installing nginx from the system's packages, once."
    apt-get -qq update
    install nginx-light
}

if ! has_nginx && can_install; then
    install_nginx || echo "That failed."
fi
if ! has_postgres && can_install; then
    install_postgres || echo "That failed."
fi
if ! has_shell && can_install; then
    install_shell || echo "These packages have none; a whole Chromium does as well."
fi
if ! has_chromium && can_install; then
    install_chromium || echo "That failed."
fi
has_nginx || echo "nginx is not installed, so the test of the proxy is skipped. On Debian: apt-get install nginx-light"
has_postgres || echo "PostgreSQL is not installed, so its tests are skipped. On Debian: apt-get install postgresql"
has_chromium || echo "Chromium is not installed, so the tests of the pages are skipped. On Debian: apt-get install chromium"
