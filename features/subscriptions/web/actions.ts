import { openDialog } from '#ui/dialogs.ts'
import { arrowClockwise, lockSimple, x } from '#ui/icons.ts'
import type { Action } from '#shell/actions.ts'
import type { ActionTable } from '#shell/feature.ts'
import { t } from './texts.ts'

const subscribe: Action<'tier'> = {
  id: 'tier.subscribe',
  section: 'add',
  label: () => t('subscribe'),
  icon: lockSimple,
  visible: ({ subscription, isOffered }) => isOffered && subscription === undefined,
  run: ({ tier, others = [], couponCode }) =>
    openDialog(() => import('./BuyDialog.tsx').then((module) => module.BuyDialog), { tiers: [tier, ...others], couponCode }),
}
const unsubscribe: Action<'tier'> = {
  id: 'tier.unsubscribe',
  section: 'dangerous',
  label: () => t('unsubscribe'),
  icon: x,
  visible: ({ subscription }) => subscription?.renews === true,
  run: async (...args) => (await import('./end-subscription.ts')).unsubscribe(...args),
}
const resume: Action<'tier'> = {
  id: 'tier.resume',
  section: 'add',
  label: () => t('resume'),
  icon: arrowClockwise,
  visible: ({ subscription, isOffered }) => isOffered && subscription?.renews === false,
  run: async (...args) => (await import('./end-subscription.ts')).resumeSubscription(...args),
}

export const subscriptionActions: ActionTable = { tier: [subscribe, unsubscribe, resume] }
