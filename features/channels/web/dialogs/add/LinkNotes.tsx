import { isFeedType } from '#features/media/rules.ts'
import { Alert } from '#ui/Alert.tsx'
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
