import { toast } from '#ui/toasts.ts'
import { t } from './texts.ts'

/** Interval between update checks, in ms. */
const checkIntervalMs = 60 * 60 * 1000

/** This page's build version; none in development. */
const ownVersion = document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content

/**
 * Starts the service worker, which reports new versions. The browser checks on page loads; for long-lived pages, such as home-
 * screen apps, this checks when the user returns.
 */
export async function followUpdates(): Promise<void> {
  // Service workers need https.
  if (!ownVersion || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ version: string }>) => {
    if (data.version !== ownVersion) offerReload()
  })
  const registration = await serviceWorker.register('/sw.js').catch(() => undefined)
  let looked = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - looked < checkIntervalMs) return
    looked = Date.now()
    registration?.update().catch(() => {})
  })
}

/** Offers a reload instead of forcing it. */
const offerReload = () =>
  toast(t('update.ready'), { lasting: true, action: { name: t('update.reload'), perform: () => location.reload() } })
