import { isFeedType } from '#features/media/rules.ts'
import { formatList } from '#kit/web/format.ts'
import { Alert } from '#ui/Alert.tsx'
import { truncate } from '#ui/naming.ts'
import { limits } from '../../../limits.ts'
import { t } from '../../texts.ts'
import { FeedNote } from './FeedNote.tsx'
import { hasNoResponse, isUnplayable, type LinkMetaState } from './useLinkMetas.ts'

interface LinkNotesProps {
  link: string
  meta: LinkMetaState | undefined
  /** Called when a press in a note leaves the dialog. */
  onLeave: () => void
}

/** Notes about a single link before it is added: a feed, nothing playable, or no response. */
export function LinkNotes({ link, meta, onLeave }: LinkNotesProps) {
  const isFeed = isFeedType(meta?.found?.content_type ?? '')
  return (
    <>
      {meta?.found?.reached === false && <Alert kind="note">{t('add.unread')}</Alert>}
      {isFeed && <FeedNote link={link} onLeave={onLeave} />}
      {!isFeed && isUnplayable(meta) && <Alert kind="note">{t('add.unplayable')}</Alert>}
      {hasNoResponse(meta) && <Alert kind="note">{t('add.late')}</Alert>}
    </>
  )
}

/** Characters shown of a line without a link. */
const maxShownCharacters = 60

interface SkippedNotesProps {
  /** Lines without a link. */
  others: readonly string[]
  /** Links pasted more than once. */
  twice: readonly string[]
  /** Number of links above the limit. */
  leftOut: number
}

/** Notes about pasted lines that aren't in the list. */
export const SkippedNotes = ({ others, twice, leftOut }: SkippedNotesProps) => (
  <>
    {others.length > 0 && (
      <Alert kind="note">
        {t('add.no_links', { count: others.length, lines: formatList(others.map((line) => `“${truncate(line, maxShownCharacters)}”`)) })}
      </Alert>
    )}
    {twice.length > 0 && <Alert kind="note">{t('add.twice', { links: formatList(twice) })}</Alert>}
    {leftOut > 0 && <Alert kind="note">{t('add.left_out', { count: leftOut, most: limits.pasted })}</Alert>}
  </>
)
