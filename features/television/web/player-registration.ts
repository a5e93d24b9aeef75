import { lazily } from '#ui/lazily.ts'
import { type Registration, slotPart } from '#shell/registry.ts'

const TvSession = lazily(() => import('./player/TvSession.tsx').then((module) => module.TvSession))
const TvAround = lazily(() => import('./player/TvAround.tsx').then((module) => module.TvAround))
const TvInfo = lazily(() => import('./player/TvInfo.tsx').then((module) => module.TvInfo))

const StreamHelp = lazily(() => import('./player/StreamHelp.tsx').then((module) => module.StreamHelp))

/** What follows a TV channel that is watched, for guests too; its code comes with the first of them. */
export const televisionPlayerRegistration: Registration = {
  slots: [
    slotPart('player.around', 'channel', TvAround, { forGuests: true }),
    slotPart('player.around', 'epg', TvAround, { forGuests: true }),
    slotPart('player.session', 'channel', TvSession, { forGuests: true }),
    slotPart('player.session', 'epg', TvSession, { forGuests: true }),
    slotPart('player.session', 'tv_item', TvSession, { forGuests: true }),
    slotPart('player.buttons', 'channel', TvInfo, { forGuests: true }),
    slotPart('player.buttons', 'epg', TvInfo, { forGuests: true }),
    slotPart('player.failure', 'channel', StreamHelp, { forGuests: true }),
    slotPart('player.failure', 'epg', StreamHelp, { forGuests: true }),
  ],
}
