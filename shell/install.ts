import { createStore } from '#ui/store.ts'

/** What Chromium fires when a page may be installed; no standard has it yet. */
interface InstallOffer extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** The browser's offer to put the product on the home screen, until it is taken. */
export const installOffer = createStore<InstallOffer | null>(null)

/** Keeps the offer for later: the browser makes it soon after the page is loaded, and only once. */
export function keepInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    installOffer.set(event as InstallOffer)
  })
  addEventListener('appinstalled', () => installOffer.set(null))
}
