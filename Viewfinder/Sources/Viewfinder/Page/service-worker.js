// Answers in the place of a server that cannot be reached, with a page that says so. Everything else goes to the server as it does
// without this worker, and nothing of the camera is kept.

const CACHE = 'pinhole-{{version}}';
const PAGE = '/page/{{version}}/offline.html';
const FILES = [PAGE, '/page/{{version}}/offline.css', '/page/{{version}}/offline.js'];

addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
  event.waitUntil(activate());
});

addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode === 'navigate' && request.method === 'GET') event.respondWith(page(event));
  else if (FILES.includes(new URL(request.url).pathname)) event.respondWith(file(request));
});

async function activate() {
  // The page is asked for while this worker starts: the first picture does not wait for it.
  await registration.navigationPreload?.enable();
  for (const name of await caches.keys()) {
    if (name.startsWith('pinhole-') && name !== CACHE) await caches.delete(name);
  }
}

async function page(event) {
  try {
    return await event.preloadResponse ?? await fetch(event.request);
  } catch {
    return await caches.match(PAGE, { cacheName: CACHE }) ?? Response.error();
  }
}

async function file(request) {
  return await caches.match(request.url, { cacheName: CACHE }) ?? fetch(request);
}
