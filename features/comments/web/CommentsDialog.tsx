import { useEffect } from 'react'
import { useChange } from '#kit/web/change.ts'
import { usePages, useRead } from '#kit/web/read.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { FailedRow } from '#ui/FailedRow.tsx'
import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { teamsContract } from '#features/teams/contract.ts'
import { commentsContract } from '../contract.ts'
import type { CommentedItem } from './commented.ts'
import { CommentItem } from './CommentItem.tsx'
import css from './Comments.module.css'
import { Composer } from './Composer.tsx'
import { t } from './texts.ts'

/** The comments on an item, latest first, below the field for a new comment. */
export function CommentsDialog({ item }: CloseProps & { item: CommentedItem }) {
  const { items, error, refetch, hasNextPage, isFetchingNextPage, more } = usePages(commentsContract.listComments, {
    params: { item_type: item.type, item_id: item.id },
  })
  const hasMentions = items?.some(({ text }) => text.includes('@')) ?? false
  const { data: team } = useRead(teamsContract.getTeam, { params: { id: item.teamId } }, { enabled: hasMentions })
  const { mutate: markRead } = useChange(commentsContract.readComments)
  const latest = items?.[0]?.id
  useEffect(() => {
    if (latest !== undefined) markRead({ params: { id: latest } })
  }, [latest, markRead])

  return (
    <Dialog title={t('title', { name: item.name })}>
      <div className={css.page}>
        <Composer item={item} />
        {items ? (
          items.length === 0 ? (
            <div className={css.empty}>
              <b>{t('empty.title')}</b>
              <p>{t('empty.text')}</p>
            </div>
          ) : (
            <ol className={css.list}>
              {items.map((comment) => (
                <CommentItem key={comment.id} comment={comment} people={team?.users ?? []} />
              ))}
            </ol>
          )
        ) : error ? (
          <FailedRow message={t('failed')} onAgain={() => void refetch()} />
        ) : (
          <Skeleton label={t('loading')}>
            {[1, 2, 3].map((row) => (
              <SkeletonBlock key={row} height={72} />
            ))}
          </Skeleton>
        )}
        {hasNextPage && (
          <Button busy={isFetchingNextPage} onClick={more}>
            {t('older')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
