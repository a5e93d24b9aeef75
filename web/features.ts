import { activity } from '#features/activity/web/feature.ts'
import { arranging } from '#features/arranging/web/feature.ts'
import { channels } from '#features/channels/web/feature.ts'
import { registerShareDialog } from '#features/channels/web/share.ts'
import { comments } from '#features/comments/web/feature.ts'
import { dataRights } from '#features/data-rights/web/feature.ts'
import { guide } from '#features/guide/web/feature.ts'
import { linkChecks } from '#features/link-checks/web/feature.ts'
import { notifications } from '#features/notifications/web/feature.ts'
import { userPages } from '#features/pages/web/users.ts'
import { operations } from '#features/operations/web/feature.ts'
import { operator } from '#features/operator/web/feature.ts'
import { packages } from '#features/packages/web/feature.ts'
import { player } from '#features/player/web/feature.ts'
import { publishing } from '#features/publishing/web/feature.ts'
import { reports } from '#features/reports/web/feature.ts'
import { search } from '#features/search/web/feature.ts'
import { shortcuts } from '#features/shortcuts/web/feature.ts'
import { site } from '#features/site/web/feature.ts'
import { social } from '#features/social/web/feature.ts'
import { statistics } from '#features/statistics/web/feature.ts'
import { subscriptions } from '#features/subscriptions/web/feature.ts'
import { teams } from '#features/teams/web/feature.ts'
import { together } from '#features/together/web/feature.ts'
import { tvSources } from '#features/tv-sources/web/feature.ts'
import { tvWatching } from '#features/tv-watching/web/feature.ts'
import { uploads } from '#features/uploads/web/feature.ts'
import { wallet } from '#features/wallet/web/feature.ts'
import { watching } from '#features/watching/web/feature.ts'
import type { WebFeature } from '#shell/feature.ts'

/** Actions of the palette that open the navigation's pages. */
const navigationActionsFeature: WebFeature = {
  actions: [
    { audience: 'everyone', types: ['app'], load: () => import('./navigation-actions.ts').then((module) => module.navigationActions) },
  ],
}

const shell: WebFeature = {
  actions: [{ audience: 'everyone', types: ['app'], load: () => import('#shell/app-actions.ts').then((module) => module.appActions) }],
}

/** All features, in the order of their actions in menus. `pages` is registered with the first page. */
export const features: readonly WebFeature[] = [
  navigationActionsFeature,
  shell,
  player,
  channels,
  arranging,
  together,
  uploads,
  notifications,
  teams,
  activity,
  comments,
  social,
  watching,
  publishing,
  operations,
  operator,
  site,
  reports,
  tvWatching,
  guide,
  tvSources,
  wallet,
  packages,
  subscriptions,
  shortcuts,
  search,
  dataRights,
  linkChecks,
  statistics,
  userPages,
]

registerShareDialog(() => import('#features/sharing/web/ShareDialog.tsx').then((module) => module.ShareDialog))
