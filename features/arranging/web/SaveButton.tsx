import { Button } from '#ui/Button.tsx'
import { listPlus } from '#ui/icons.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { performAction } from '#shell/perform-action.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { t as channelTexts } from '#features/channels/web/texts.ts'

interface SaveButtonProps {
  subject: SubjectOf<'video'>
}

/** The button in the player's bar that saves a copy in one of the user's channels. */
export const PlayerSaveButton = ({ subject }: SaveButtonProps) => (
  <IconButton icon={listPlus} label={channelTexts('place.save_title')} onClick={() => void performAction('video.save', subject)} />
)

/** The button beside the rows of a channel that saves a copy in one of the user's channels. */
export const DetailSaveButton = ({ subject }: SaveButtonProps) => (
  <Button size="s" icon={listPlus} onClick={() => void performAction('video.save', subject)}>
    {channelTexts('place.save_title')}
  </Button>
)
