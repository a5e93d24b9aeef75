import { lazily } from '#ui/lazily.ts'
import { type Registration, slotPart } from '#shell/registry.ts'

const PlayerButtons = lazily(() => import('./player/PlayerParts.tsx').then((module) => module.PlayerButtons))
const PlayerBelow = lazily(() => import('./player/PlayerParts.tsx').then((module) => module.PlayerBelow))
const PlayerBeside = lazily(() => import('./player/PlayerParts.tsx').then((module) => module.PlayerBeside))

/** What of a channel's video stands in the player: it is fetched with the first video that plays. */
export const curationPlayerRegistration: Registration = {
  slots: [
    slotPart('player.buttons', 'video', PlayerButtons, { forGuests: true }),
    slotPart('player.below', 'video', PlayerBelow, { forGuests: true }),
    slotPart('player.beside', 'video', PlayerBeside, { forGuests: true }),
  ],
}
