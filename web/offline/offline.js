// The service worker shows this page when a page can't load, in the stored theme. It distinguishes a missing network from a server that is
// down, polls until both are back, and then loads the requested page.
try {
  if (localStorage.getItem('theme') === 'light-theme') document.documentElement.className = 'light-theme'
} catch {
  // Storage may be forbidden: the theme stays dark.
}

const intervalMs = 5_000
const timeoutMs = 10_000

function showReason() {
  for (const part of document.querySelectorAll('[data-when]')) part.hidden = (part.dataset.when === 'online') !== navigator.onLine
  const { title } = document.querySelector('[data-when]:not([hidden])').dataset
  document.title = `${title} · ${document.documentElement.dataset.brand}`
}

const isHealthy = () =>
  fetch('/health', { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) }).then(
    (answer) => answer.ok,
    () => false,
  )

async function returnWhenHealthy() {
  if (navigator.onLine && (await isHealthy())) location.reload()
  else setTimeout(returnWhenHealthy, intervalMs)
}

addEventListener('DOMContentLoaded', () => {
  showReason()
  void returnWhenHealthy()
})
addEventListener('offline', showReason)
addEventListener('online', () => {
  showReason()
  void isHealthy().then((is) => is && location.reload())
})
