import { Button } from '#ui/Button.tsx'
import { listPlus } from '#ui/icons.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { performAction } from '#shell/perform-action.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { t } from './texts.ts'

interface SaveButtonProps {
  subject: SubjectOf<'video'>
}

/** In the player's bar: puts a copy in a channel of one's own. */
export const PlayerSave = ({ subject }: SaveButtonProps) => (
  <IconButton icon={listPlus} label={t('place.save_title')} onClick={() => void performAction('video.save', subject)} />
)

/** The same beside the rows of a channel. */
export const DetailSave = ({ subject }: SaveButtonProps) => (
  <Button size="s" icon={listPlus} onClick={() => void performAction('video.save', subject)}>
    {t('place.save_title')}
  </Button>
)
