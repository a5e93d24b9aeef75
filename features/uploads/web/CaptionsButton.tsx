import { subtitles } from '#ui/icons.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { performAction } from '#shell/perform-action.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { playsInOwnPlayer } from './plays-here.ts'
import { t } from './texts.ts'

/** Opens the captions of the video. A button in the player's options, for users who may edit the video. */
export const CaptionsButton = ({ subject }: { subject: SubjectOf<'video'> }) =>
  subject.place?.channel.may_edit === true &&
  playsInOwnPlayer(subject.video.kind) && (
    <IconButton icon={subtitles} label={t('captions.menu')} onClick={() => void performAction('video.captions', subject)} />
  )
