import { createStore } from '#ui/store.ts'

/** Chromium's `beforeinstallprompt` event; not standardised. */
interface InstallOffer extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** The deferred install prompt, until used. */
export const installOffer = createStore<InstallOffer | null>(null)

/** Stores the prompt: the browser fires it once, soon after load. */
export function deferInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    installOffer.set(event as InstallOffer)
  })
  addEventListener('appinstalled', () => installOffer.set(null))
}
