// The service worker. It keeps the program (files whose names change with what is in them) and a page for when there is no
// network. Pages, calls and media it never keeps. The build fills in which version this is, and what belongs to the page.
const version = '{version}'
const offlinePages = JSON.parse('{"offline":"pages"}')
const offlineFiles = JSON.parse('["offline files"]')

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(version).then((cache) => cache.addAll([...Object.values(offlinePages), ...offlineFiles])))
  self.skipWaiting()
  // Calls and media are none of its business. A browser that can be told so sends them past it: they don't wait for it, and a
  // last call is made although the page, and this with it, is left.
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
  const kept = await caches.match(event.request)
  if (kept) return kept
  const answer = await fetch(event.request)
  if (answer.status === 200) {
    const copy = answer.clone()
    event.waitUntil(caches.open(version).then((cache) => cache.put(event.request, copy)))
  }
  return answer
}

// What somebody is told while no page is open, as the server wrote it in their language.
self.addEventListener('push', (event) => {
  const { title, body, url, tag } = event.data.json()
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { url } }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(goTo(event.notification.data.url))
})
// Where it is open already; else in a page of its own: nobody is taken away from what they are doing in another.
async function goTo(url) {
  const { href } = new URL(url, location.origin)
  const pages = await self.clients.matchAll({ includeUncontrolled: true, type: 'window' })
  const open = pages.find((page) => page.url === href)
  return open ? open.focus() : self.clients.openWindow(href)
}
