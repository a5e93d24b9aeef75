import { useRef } from 'react'
import { accountsContract } from '#features/accounts/contract.ts'
import { formatAgo } from '#kit/web/format-date.ts'
import { useChange } from '#kit/web/change.ts'
import { usePages, useRead } from '#kit/web/read.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { Disc } from '#ui/Disc.tsx'
import { openDialog } from '#ui/dialogs.ts'
import { check } from '#ui/icons.ts'
import { LoadMoreOnScroll } from '#ui/LoadMoreOnScroll.tsx'
import { toast } from '#ui/toasts.ts'
import { paths } from '#shell/paths.ts'
import { teamsContract } from '#features/teams/contract.ts'
import { lostTeam } from '#features/teams/web/lost-team.ts'
import { activityContract, type Suggestion } from '../contract.ts'
import { personName, suggestionText } from './act-text.ts'
import css from './Activity.module.css'
import { t } from './texts.ts'

interface SuggestionListProps {
  teamId: string
  /** Whether a failure isn't shown, because the list below shows one already. */
  hidesFailure: boolean
}

/** Open suggestions of a team; nothing if there are none. Admins answer them, suggesters withdraw their own. */
export function SuggestionList({ teamId, hidesFailure }: SuggestionListProps) {
  const pages = usePages(activityContract.listSuggestions, { params: { id: teamId } }, { enabled: lostTeam.use() !== teamId })
  const { items = [] } = pages
  const heading = useRef<HTMLHeadingElement>(null)
  const hasAny = items.length > 0
  const team = useRead(teamsContract.getTeam, { params: { id: teamId } }, { enabled: hasAny })
  const profile = useRead(accountsContract.getProfile, {}, { enabled: hasAny })
  if (pages.error && !hasAny && !hidesFailure) return <Alert>{pages.error.message}</Alert>
  if (!hasAny) return null
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className={css.subtitle}>
        {t('suggestions.title')}
      </h3>
      <ul className={css.list} aria-label={t('suggestions.title')}>
        {items.map((suggestion) => (
          <SuggestionRow
            key={suggestion.id}
            teamId={teamId}
            suggestion={suggestion}
            isAdmin={team.data?.is_admin ?? false}
            isOwn={suggestion.actor.id === profile.data?.id}
            onDecided={() => heading.current?.focus()}
          />
        ))}
      </ul>
      <LoadMoreOnScroll pages={pages} skeleton={null} />
    </>
  )
}

interface RowProps {
  teamId: string
  suggestion: Suggestion
  isAdmin: boolean
  isOwn: boolean
  /** Called after an answer. Moves the focus, because the row disappears. */
  onDecided: () => void
}
function SuggestionRow({ teamId, suggestion, isAdmin, isOwn, onDecided }: RowProps) {
  const { id, actor, playlist, at } = suggestion
  const approve = useChange(activityContract.approveSuggestion)
  const withdraw = useChange(activityContract.withdrawSuggestion)
  const input = { params: { id: teamId, suggestion_id: id } }
  const text = suggestionText(suggestion)
  const reportSuccess = (words: string) => ({
    onSuccess: () => {
      toast(words)
      onDecided()
    },
  })
  const error = approve.error ?? withdraw.error
  const isBusy = approve.isPending || withdraw.isPending
  const refuse = () =>
    void openDialog(() => import('./RefuseDialog.tsx').then((module) => module.RefuseDialog), { teamId, id, text, onRefused: onDecided })
  return (
    <li className={css.row}>
      <Disc id={actor.id} name={personName(actor)} size={44} />
      <div className={css.words}>
        <p className={css.text}>{text}</p>
        <p className={css.quiet}>
          <a className={css.link} href={paths.myPlaylists({ playlist: playlist.id })}>
            {playlist.name}
          </a>
          {' · '}
          <time dateTime={at}>{formatAgo(at)}</time>
        </p>
        {error && <Alert>{error.message}</Alert>}
      </div>
      {isAdmin && (
        <span className={css.buttons}>
          <Button size="s" kind="line" aria-label={t('suggestions.refuse_named', { text })} disabled={isBusy} onClick={refuse}>
            {t('suggestions.refuse')}
          </Button>
          <Button
            size="s"
            kind="accent"
            icon={check}
            aria-label={t('suggestions.approve_named', { text })}
            busy={approve.isPending}
            onClick={() => approve.mutate(input, reportSuccess(t('suggestions.approved')))}
          >
            {t('suggestions.approve')}
          </Button>
        </span>
      )}
      {isOwn && !isAdmin && (
        <Button
          size="s"
          kind="line"
          aria-label={t('suggestions.withdraw_named', { text })}
          busy={withdraw.isPending}
          onClick={() => withdraw.mutate(input, reportSuccess(t('suggestions.withdrawn')))}
        >
          {t('suggestions.withdraw')}
        </Button>
      )}
    </li>
  )
}
