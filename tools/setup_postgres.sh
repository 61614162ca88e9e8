#!/bin/sh
# PostgreSQL's programs, for tests that start a throw-away server of their own. They are found, or installed from the
# system's packages where only those have them and we are root; otherwise the tests that need them are skipped.
set -eu

is_installed() {
    command -v initdb >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1
}

install_from_debian() {
    echo "Installing PostgreSQL from the system's packages, once."
    export DEBIAN_FRONTEND=noninteractive
    apt-get -qq update
    apt-get -qq install --yes --no-install-recommends postgresql-common >/dev/null
    # The programs are all that is wanted: no database of the machine's own, and none that starts by itself.
    sed -i 's/^#*\s*create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf
    apt-get -qq install --yes --no-install-recommends postgresql >/dev/null
}

if ! is_installed && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    install_from_debian || echo "That failed."
fi
is_installed || echo "There is no PostgreSQL here, so its tests are skipped. On Debian: apt-get install postgresql"
