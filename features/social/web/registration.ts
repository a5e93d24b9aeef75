import { type Registration, slotPart } from '#shell/registry.ts'
import { GuestSubscribe } from './GuestSubscribe.tsx'

/** On channels, including for guests. */
export const socialChannelRegistration: Registration = {
  slots: [slotPart('channel.actions', 'playlist', GuestSubscribe, { forGuests: true })],
}
