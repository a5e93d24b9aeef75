import { lazily } from '#ui/lazily.ts'
import { type Registration, slotPart } from '#shell/registry.ts'

/** On channels, for guests too. */
export const socialChannelRegistration: Registration = {
  slots: [
    slotPart(
      'channel.actions',
      'playlist',
      lazily(() => import('./GuestSubscribe.tsx').then((module) => module.GuestSubscribe)),
      { forGuests: true },
    ),
  ],
}
