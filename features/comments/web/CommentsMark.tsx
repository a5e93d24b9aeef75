import { useRead } from '#kit/web/read.ts'
import { cx } from '#ui/cx.ts'
import { chatCircle } from '#ui/icons.ts'
import { Icon } from '#ui/Icon.tsx'
import { useStop } from '#ui/arrow-navigation.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { commentsContract } from '../contract.ts'
import { limits } from '../rules.ts'
import css from './Comments.module.css'
import { openComments } from './open-comments.ts'
import { t } from './texts.ts'

const countText = (count: number) => (count >= limits.counted ? `${limits.counted - 1}+` : String(count))

/**
 * A mark on an item of a team's channel: the number of unread comments; if there are none, the number of unresolved ones. All marks of a
 * channel share one request.
 */
export function CommentsMark({ subject }: { subject: SubjectOf<'video'> | SubjectOf<'serie'> }) {
  const { tabIndex } = useStop()
  const { data } = useRead(commentsContract.countComments, { params: { id: subject.channel.id } })
  const counts = data?.items.find(({ item_type: type, item_id: id }) => type === subject.type && id === subject.id)
  const count = counts?.unread || counts?.open
  if (!counts || !count) return null
  const label = t(counts.unread ? 'mark' : 'mark_open', { count, name: subject.name })
  return (
    <button
      type="button"
      className={cx(css.badge, counts.unread > 0 && css.unread)}
      aria-label={label}
      title={label}
      aria-haspopup="dialog"
      tabIndex={tabIndex}
      onClick={() => void openComments(subject)}
    >
      <Icon icon={chatCircle} size={18} />
      {countText(count)}
    </button>
  )
}
