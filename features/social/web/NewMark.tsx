import css from './following.module.css'
import { newCountText, formatNewCount } from './follow.ts'

/** Badge with the number of new videos: on a disc, or at the end of a line. */
export const NewMark = ({ count, isOnDisc = false }: { count: number; isOnDisc?: boolean }) =>
  count > 0 && (
    <span className={isOnDisc ? css.onDisc : css.mark}>
      <span aria-hidden="true">{formatNewCount(count)}</span>
      <span className={css.unseen}>{newCountText(count)}</span>
    </span>
  )
