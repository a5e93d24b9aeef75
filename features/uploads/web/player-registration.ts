import { type Registration, slotPart } from '#shell/registry.ts'
import { PlayerTracks } from './PlayerTracks.tsx'

/** Player tracks, for guests too; loaded with the player's code. */
export const uploadsPlayerRegistration: Registration = {
  slots: [slotPart('player.session', 'video', PlayerTracks, { forGuests: true })],
}
