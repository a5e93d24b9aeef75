import { formatDay } from '#kit/web/format-date.ts'
import { confirm } from '#ui/confirm.ts'
import type { ActionTools, UndoableStep } from '#shell/actions.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { subscriptionsContract } from '../contract.ts'
import { t } from './texts.ts'

const requestEnd = ({ change }: ActionTools, tierId: string) => change(subscriptionsContract.unsubscribe, { body: { tier_id: tierId } })
const requestResume = ({ change }: ActionTools, tierId: string) => change(subscriptionsContract.resume, { body: { tier_id: tierId } })

/** Asks for confirmation, then turns off the renewal of a subscription. */
export async function unsubscribe({ id, name, subscription }: SubjectOf<'tier'>, tools: ActionTools): Promise<UndoableStep | undefined> {
  const isConfirmed = await confirm({
    title: t('end.title', { name }),
    text: subscription ? t('end.text', { date: formatDay(subscription.activeTo) }) : t('end.text_undated'),
    action: t('unsubscribe'),
    cancel: t('end.keep'),
  })
  if (!isConfirmed) return undefined
  const { active_to: activeTo } = await requestEnd(tools, id)
  return {
    label: t('end.done', { name, date: formatDay(activeTo) }),
    undo: () => requestResume(tools, id),
    redo: () => requestEnd(tools, id),
  }
}

/** Turns the renewal of a subscription on again. */
export async function resumeSubscription({ id, name }: SubjectOf<'tier'>, tools: ActionTools): Promise<UndoableStep> {
  await requestResume(tools, id)
  return {
    label: t('end.resumed', { name }),
    undo: () => requestEnd(tools, id),
    redo: () => requestResume(tools, id),
  }
}
