// The service worker. Caches the program (files with a hash in the name) and an offline page; never pages, calls or media. The build fills
// in the version and the files of the offline page.
const version = '{version}'
const offlinePages = JSON.parse('{"offline":"pages"}')
const offlineFiles = JSON.parse('["offline files"]')

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(version).then((cache) => cache.addAll([...Object.values(offlinePages), ...offlineFiles])))
  self.skipWaiting()
  // Browsers with static routing send calls and media past the service worker: they don't wait for it, and calls made while the page closes
  // still go out.
  if ('addRoutes' in event)
    event.waitUntil(
      event.addRoutes(
        ['/api/*', '/media/*'].map((pathname) => ({ condition: { urlPattern: new URLPattern({ pathname }) }, source: 'network' })),
      ),
    )
})

self.addEventListener('activate', (event) => event.waitUntil(takeOver()))
async function takeOver() {
  const outdated = (await caches.keys()).filter((name) => name !== version)
  await Promise.all(outdated.map((name) => caches.delete(name)))
  await self.registration.navigationPreload?.enable()
  for (const page of await self.clients.matchAll({ includeUncontrolled: true, type: 'window' })) page.postMessage({ version }, [])
}

self.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url)
  if (event.request.mode === 'navigate') event.respondWith(fetchPage(event))
  else if (origin === location.origin && pathname.startsWith('/assets/')) event.respondWith(findFile(event))
})

async function fetchPage({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    return caches.match(/^\/nl(\/|$)/.test(new URL(request.url).pathname) ? offlinePages.nl : offlinePages.en)
  }
}

async function findFile(event) {
  const cached = await caches.match(event.request)
  if (cached) return cached
  const answer = await fetch(event.request)
  if (answer.status === 200) {
    const copy = answer.clone()
    event.waitUntil(caches.open(version).then((cache) => cache.put(event.request, copy)))
  }
  return answer
}

// Shows a push message. The server wrote it in the user's language.
self.addEventListener('push', (event) => {
  const { title, body, url, tag } = event.data.json()
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { url } }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(goTo(event.notification.data.url))
})
// Focuses the page at this address if it is open, else opens a new one. Leaves other open pages alone.
async function goTo(url) {
  const { href } = new URL(url, location.origin)
  const pages = await self.clients.matchAll({ includeUncontrolled: true, type: 'window' })
  const open = pages.find((page) => page.url === href)
  return open ? open.focus() : self.clients.openWindow(href)
}
