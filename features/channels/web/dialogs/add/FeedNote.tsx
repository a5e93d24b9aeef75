import { Alert } from '#ui/Alert.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import { paths } from '#shell/paths.ts'
import { t } from '../../texts.ts'
import css from './FeedNote.module.css'

interface FeedNoteProps {
  /** The address of the feed. */
  link: string
  /** Called when the user leaves for the import. */
  onLeave: () => void
}

/** A note that the link is a podcast or other feed, with a link to a preview of its episodes. */
export const FeedNote = ({ link, onLeave }: FeedNoteProps) => (
  <Alert kind="note">
    <div className={css.note}>
      <span>{t('add.feed')}</span>
      <ButtonLink kind="line" size="s" href={paths.settings({ view: 'data', feed: link })} onClick={onLeave}>
        {t('add.feed_episodes')}
      </ButtonLink>
    </div>
  </Alert>
)
