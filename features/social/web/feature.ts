import { forUsers, type WebFeature } from '#shell/feature.ts'

/** Logged-in users like videos and channels, and follow channels and users. */
export const social: WebFeature = {
  actions: [
    {
      audience: 'users',
      types: ['app', 'video', 'playlist', 'person'],
      load: () => import('./actions.ts').then((module) => module.socialActions),
    },
  ],
  slots: [
    forUsers('channel.actions', 'playlist', () => import('./Subscribe.tsx'), 'ChannelSubscribe'),
    forUsers('person.actions', 'person', () => import('./Subscribe.tsx'), 'PersonSubscribe'),
    forUsers('screen.explanation', 'view', () => import('./FollowedVideosRow.tsx'), 'FollowedVideosRow'),
    forUsers('screen.foot', 'view', () => import('./FavoritesRow.tsx'), 'FavoritesRow'),
    forUsers('app.bar', 'app', () => import('./FollowsLoader.tsx'), 'FollowsLoader'),
    forUsers('settings.account', 'app', () => import('./FollowingLink.tsx'), 'FollowingLink'),
    forUsers('screen.aside', 'playlist', () => import('./Heart.tsx'), 'ChannelHeart'),
    forUsers('card.corner', 'video', () => import('./Heart.tsx'), 'CardHeart'),
    forUsers('player.bar', 'video', () => import('./Heart.tsx'), 'PlayerHeart'),
  ],
}
