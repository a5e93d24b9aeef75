import { useEffect } from 'react'
import { formatNumber } from '#kit/web/format.ts'
import { usePages } from '#kit/web/read.ts'
import { Button } from '#ui/Button.tsx'
import { openDialog } from '#ui/dialogs.ts'
import { clockCounterClockwise } from '#ui/icons.ts'
import { shownOfType, type SubjectOf } from '#shell/subjects.ts'
import { activityContract } from '../contract.ts'
import css from './SuggestionsMark.module.css'
import { t } from './texts.ts'

/** Interval at which marks are added again, because a card that rerenders loses its mark. */
const markIntervalMs = 500

/** Marks the cards of things for which members suggest changes. @returns a function that removes the marks */
function markSuggestedItems(ids: readonly string[]): () => void {
  const markedCards = new Set<HTMLElement>()
  const draw = () => {
    for (const { element, value } of [...shownOfType('video'), ...shownOfType('serie')])
      if (ids.includes(value.id) && !markedCards.has(element)) {
        element.classList.add(css.suggested ?? '')
        markedCards.add(element)
      }
  }
  draw()
  const timer = setInterval(draw, markIntervalMs)
  return () => {
    clearInterval(timer)
    for (const element of markedCards) element.classList.remove(css.suggested ?? '')
  }
}

/** Open suggestions for a team's channel, with a button that lists them. */
export const SuggestionsMark = ({ subject: { id, channel } }: { subject: SubjectOf<'playlist'> }) =>
  channel.may_edit && channel.team_id !== null ? <ChannelSuggestionsMark id={id} teamId={channel.team_id} /> : null

function ChannelSuggestionsMark({ id, teamId }: { id: string; teamId: string }) {
  const { items = [] } = usePages(activityContract.listSuggestions, { params: { id: teamId } })
  const channelSuggestions = items.filter(({ playlist }) => playlist.id === id)
  const marked = channelSuggestions.flatMap(({ ids }) => ids).join()
  useEffect(() => (marked ? markSuggestedItems(marked.split(',')) : undefined), [marked])
  if (!channelSuggestions.length) return null
  const open = () => void openDialog(() => import('./ActivityDialog.tsx').then((module) => module.ActivityDialog), { teamId })
  return (
    <Button
      className={css.mark}
      size="s"
      icon={clockCounterClockwise}
      aria-haspopup="dialog"
      data-suggestions=""
      aria-label={t('suggestions.here_named', { count: channelSuggestions.length })}
      onClick={open}
    >
      <span className={css.words}>{t('suggestions.here', { count: channelSuggestions.length })}</span>
      <span className={css.count}>{formatNumber(channelSuggestions.length)}</span>
    </Button>
  )
}
