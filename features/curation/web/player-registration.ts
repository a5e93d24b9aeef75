import { type Registration, slotPart } from '#shell/registry.ts'
import { PlayerBelow, PlayerBeside, PlayerButtons } from './player/PlayerParts.tsx'

/** What of a channel's video stands in the player: it is fetched with it. */
export const curationPlayerRegistration: Registration = {
  slots: [
    slotPart('player.buttons', 'video', PlayerButtons, { forGuests: true }),
    slotPart('player.below', 'video', PlayerBelow, { forGuests: true }),
    slotPart('player.beside', 'video', PlayerBeside, { forGuests: true }),
  ],
}
