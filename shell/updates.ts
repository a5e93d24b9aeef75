import { toast } from '#ui/toasts.ts'
import { hasUnsaved } from '#ui/unsaved.ts'
import { t } from './texts.ts'

/** Interval between update checks, in ms. */
const checkIntervalMs = 60 * 60 * 1000

/** This page's build version; none in development. */
const ownVersion = document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content

/**
 * Starts the service worker, which reports new versions. The browser checks for new versions on page loads. On pages that stay open for
 * long, this function checks when the user returns.
 */
export async function checkForUpdates(): Promise<void> {
  // Service workers need https.
  if (!ownVersion || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ version: string }>) => {
    if (data.version !== ownVersion) offerReload()
  })
  const registration = await serviceWorker.register('/sw.js').catch(() => undefined)
  let checkedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - checkedAt < checkIntervalMs) return
    checkedAt = Date.now()
    registration?.update().catch(() => {})
  })
}

/** Offers a reload instead of forcing it. */
const offerReload = () =>
  toast(t('update.ready'), { isPersistent: true, action: { name: t('update.reload'), perform: () => location.reload() } })

/** The entry script the page was reloaded for, so that it reloads only once. */
const reloadMarkKey = 'reloaded_for'

/** This page's entry script; its name differs per build. */
const ownScript = () => document.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src')

/** Whether the server serves another build. False if it doesn't respond. */
async function isNewerServed(script: string): Promise<boolean> {
  try {
    const response = await fetch(location.href, { cache: 'no-store', headers: { accept: 'text/html' } })
    return response.ok && !(await response.text()).includes(script)
  } catch {
    return false
  }
}

async function reloadWhenNewer() {
  const script = ownScript()
  if (!script || sessionStorage.getItem(reloadMarkKey) === script) return
  if (!(await isNewerServed(script)) || hasUnsaved()) return
  sessionStorage.setItem(reloadMarkKey, script)
  location.reload()
}

/**
 * Reloads the page once after a deploy, when its chunks may be gone. With unsaved input or while the server is down, it doesn't reload, and
 * callers get a load error.
 */
export function reloadWhenStale(): void {
  addEventListener('vite:preloadError', () => void reloadWhenNewer())
}
