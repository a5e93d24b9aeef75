import { lazily } from '#ui/lazily.ts'
import { type Registration, slotPart } from '#shell/registry.ts'

/** Logged-in users like videos and channels, and follow channels and users. */
export const socialUserRegistration: Registration = {
  actions: [{ types: ['app', 'video', 'playlist', 'person'], load: () => import('./actions.ts').then((module) => module.socialActions) }],
  slots: [
    slotPart(
      'channel.actions',
      'playlist',
      lazily(() => import('./Subscribe.tsx').then((module) => module.ChannelSubscribe)),
    ),
    slotPart(
      'person.actions',
      'person',
      lazily(() => import('./Subscribe.tsx').then((module) => module.PersonSubscribe)),
    ),
    slotPart(
      'screen.explanation',
      'view',
      lazily(() => import('./SubscriptionsRow.tsx').then((module) => module.SubscriptionsRow)),
    ),
    slotPart(
      'screen.foot',
      'view',
      lazily(() => import('./FavoritesRow.tsx').then((module) => module.FavoritesRow)),
    ),
    slotPart(
      'app.bar',
      'app',
      lazily(() => import('./FollowingFollower.tsx').then((module) => module.FollowingFollower)),
    ),
    slotPart(
      'settings.account',
      'app',
      lazily(() => import('./FollowingLink.tsx').then((module) => module.FollowingLink)),
    ),
    slotPart(
      'screen.aside',
      'playlist',
      lazily(() => import('./Heart.tsx').then((module) => module.ChannelHeart)),
    ),
    slotPart(
      'card.corner',
      'video',
      lazily(() => import('./Heart.tsx').then((module) => module.CardHeart)),
    ),
    slotPart(
      'player.bar',
      'video',
      lazily(() => import('./Heart.tsx').then((module) => module.PlayerHeart)),
    ),
  ],
}
