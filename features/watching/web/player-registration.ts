import { type Registration, slotPart } from '#shell/registry.ts'
import { PlayerSession } from './PlayerSession.tsx'

/** What follows the player; it comes with the player's code. */
export const watchingPlayerRegistration: Registration = {
  slots: [slotPart('player.session', 'video', PlayerSession, { forGuests: true })],
}
