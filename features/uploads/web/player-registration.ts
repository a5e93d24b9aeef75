import { type Registration, slotPart } from '#shell/registry.ts'
import { PlayerTracks } from './PlayerTracks.tsx'

/** What goes along with what plays, for guests too; it comes with the player's code. */
export const uploadsPlayerRegistration: Registration = {
  slots: [slotPart('player.session', 'video', PlayerTracks, { forGuests: true })],
}
