import { type Registration, slotPart } from '#shell/registry.ts'
import { PlayerSession } from './PlayerSession.tsx'

/** Parts that follow the player, loaded with its code. */
export const watchingPlayerRegistration: Registration = {
  slots: [slotPart('player.session', 'video', PlayerSession, { forGuests: true })],
}
