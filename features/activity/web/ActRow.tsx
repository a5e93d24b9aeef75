import { useRef } from 'react'
import { formatAgo } from '#kit/web/format-date.ts'
import { useChange } from '#kit/web/change.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { Disc } from '#ui/Disc.tsx'
import { arrowCounterClockwise } from '#ui/icons.ts'
import { toast } from '#ui/toasts.ts'
import { paths } from '#shell/paths.ts'
import { type Act, activityContract } from '../contract.ts'
import { actText, personName } from './act-text.ts'
import css from './Activity.module.css'
import { t } from './texts.ts'

/** One act, with the button that undoes it. */
export function ActRow({ teamId, act }: { teamId: string; act: Act }) {
  const { id, actor, approved_by: approvedBy, playlist, at, is_undone: isUndone, undo_url: undoUrl } = act
  const undo = useChange(activityContract.undoAct)
  const row = useRef<HTMLLIElement>(null)
  const text = actText(act)
  const onUndo = () =>
    undo.mutate(
      { params: { id: teamId, act_id: id } },
      {
        onSuccess: ({ lost: [title, ...otherTitles] }) => {
          if (title === undefined) toast(t('undo.done'))
          else toast(t('undo.without', { title, more: otherTitles.length, count: otherTitles.length + 1 }), { warning: true })
          // Focuses the row, because the button disappears.
          row.current?.focus()
        },
      },
    )
  return (
    <li ref={row} tabIndex={-1} className={css.row}>
      <Disc id={actor?.id ?? id} name={personName(actor)} size={44} />
      <div className={css.words}>
        <p className={css.text}>{text}</p>
        <p className={css.quiet}>
          {playlist && (
            <>
              {playlist.id === null ? (
                playlist.name
              ) : (
                <a className={css.link} href={paths.myPlaylists({ playlist: playlist.id })}>
                  {playlist.name}
                </a>
              )}
              {' · '}
            </>
          )}
          <time dateTime={at}>{formatAgo(at)}</time>
          {approvedBy && ` · ${t('approved_by', { person: personName(approvedBy) })}`}
          {isUndone && ` · ${t('undone')}`}
        </p>
        {undo.error && <Alert>{undo.error.message}</Alert>}
      </div>
      {undoUrl !== null && !undo.isSuccess && (
        <Button
          size="s"
          kind="line"
          icon={arrowCounterClockwise}
          aria-label={t('undo.named', { text })}
          busy={undo.isPending}
          onClick={onUndo}
        >
          {t('undo.label')}
        </Button>
      )}
    </li>
  )
}
