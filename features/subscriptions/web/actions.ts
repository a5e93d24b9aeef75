import { formatDay } from '#kit/web/format-date.ts'
import { confirm } from '#ui/confirm.ts'
import { openDialog } from '#ui/dialogs.ts'
import { arrowClockwise, lockSimple, x } from '#ui/icons.ts'
import type { Action, ActionTools } from '#shell/actions.ts'
import type { ActionTable } from '#shell/feature.ts'
import { subscriptionsContract } from '../contract.ts'
import { t } from './texts.ts'

const subscribe: Action<'tier'> = {
  id: 'tier.subscribe',
  section: 'add',
  label: () => t('subscribe'),
  icon: lockSimple,
  visible: ({ subscription }) => subscription === undefined,
  run: ({ tier }) => openDialog(() => import('./BuyDialog.tsx').then((module) => module.BuyDialog), { tier }),
}

const unsubscribeFrom = ({ change }: ActionTools, tierId: string) =>
  change(subscriptionsContract.unsubscribe, { body: { tier_id: tierId } })
const resumeAt = ({ change }: ActionTools, tierId: string) => change(subscriptionsContract.resume, { body: { tier_id: tierId } })

const unsubscribe: Action<'tier'> = {
  id: 'tier.unsubscribe',
  section: 'dangerous',
  label: () => t('unsubscribe'),
  icon: x,
  visible: ({ subscription }) => subscription?.renews === true,
  async run({ id, name, subscription }, tools) {
    const isSure = await confirm({
      title: t('end.title', { name }),
      text: subscription ? t('end.text', { date: formatDay(subscription.activeTo) }) : t('end.text_undated'),
      action: t('unsubscribe'),
      cancel: t('end.keep'),
    })
    if (!isSure) return undefined
    const { active_to: activeTo } = await unsubscribeFrom(tools, id)
    return {
      label: t('end.done', { name, date: formatDay(activeTo) }),
      undo: () => resumeAt(tools, id),
      redo: () => unsubscribeFrom(tools, id),
    }
  },
}

const resume: Action<'tier'> = {
  id: 'tier.resume',
  section: 'add',
  label: () => t('resume'),
  icon: arrowClockwise,
  visible: ({ subscription }) => subscription?.renews === false,
  async run({ id, name }, tools) {
    await resumeAt(tools, id)
    return {
      label: t('end.resumed', { name }),
      undo: () => unsubscribeFrom(tools, id),
      redo: () => resumeAt(tools, id),
    }
  },
}

export const subscriptionActions: ActionTable = { tier: [subscribe, unsubscribe, resume] }
