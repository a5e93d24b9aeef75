import { toast } from '#ui/toasts.ts'
import { t } from './texts.ts'

/** Between two looks for a newer version. */
const checkIntervalMs = 60 * 60 * 1000

/** Which version of the program this page runs. None while it is developed. */
const ownVersion = document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content

/**
 * Starts the service worker, which tells when a newer version of the program is there. The browser looks for one when a page is
 * loaded; for a page that stays open, as an app on a home screen does, we look when somebody comes back to it.
 */
export async function followUpdates(): Promise<void> {
  // Without https there are none.
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

/** Nobody is taken away from what they are doing: they reload when it suits them. */
const offerReload = () =>
  toast(t('update.ready'), { lasting: true, action: { name: t('update.reload'), perform: () => location.reload() } })
