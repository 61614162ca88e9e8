// Opens offline to a page that says so. Nothing else is kept: a page from yesterday would not
// understand the server of today. What needs no server has a service worker of its own.
const PREFIX = 'quincunx-offline-';
const KEPT = PREFIX + '4';
const FILES = ['offline.html', 'offline.css', 'icon.svg'];
const at = (name) => new URL(name, self.registration.scope).href;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((cache) => cache.addAll(FILES.map(at)))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== KEPT).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

/** The page that says so. Where the site that needs no server was kept, it offers that, and does not say how to keep it. */
async function unreachable() {
  const page = await caches.match(at('offline.html'));
  if (!(await caches.match(at('offline/')))) return page;
  const offer = `<a href="${at('offline/')}">Play here, offline</a>`;
  return new Response((await page.text()).replace(/<!-- offer -->.*/, offer), { headers: page.headers });
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  // The page stands in for any other, so its files are asked for at any address.
  const name = new URL(request.url).pathname.split('/').at(-1);
  if (request.mode === 'navigate') {
    event.respondWith(fetch(request).catch(unreachable));
  } else if (FILES.includes(name)) {
    event.respondWith(fetch(at(name)).catch(() => caches.match(at(name))));
  }
});
