import { heart, heartFill } from '#ui/icons.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { useStop } from '#ui/arrow-navigation.ts'
import { swellIcon } from '#ui/swell.ts'
import { performAction } from '#shell/perform-action.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { t } from './texts.ts'

interface HeartProps {
  subject: SubjectOf<'video'>
}

/** A heart on the card of a liked video, which unlikes it. Liking is done by menu, key or player. */
export function CardHeart({ subject }: HeartProps) {
  const { tabIndex } = useStop()
  return (
    subject.place?.video.liked && (
      <IconButton
        kind="plate"
        icon={heartFill}
        iconSize={20}
        label={t('like.remove_of', { title: subject.name })}
        onClick={() => void performAction('video.unlike', subject)}
        tabIndex={tabIndex}
      />
    )
  )
}

/** A heart in the header of another user's channel. The user's own channels are liked by menu. */
export function ChannelHeart({ subject }: { subject: SubjectOf<'playlist'> }) {
  const { open, name } = subject
  if (!open || open.may_edit) return null
  const { liked } = open
  return (
    <IconButton
      icon={liked ? heartFill : heart}
      label={t(liked ? 'like.remove_of' : 'like.add_of', { title: name })}
      onClick={({ currentTarget }) => {
        swellIcon(currentTarget)
        void performAction(liked ? 'playlist.unlike' : 'playlist.like', subject)
      }}
    />
  )
}

/** A heart in the player's bar. */
export function PlayerHeart({ subject }: HeartProps) {
  if (!subject.place) return null
  const { liked } = subject.place.video
  return (
    <IconButton
      icon={liked ? heartFill : heart}
      label={t(liked ? 'like.remove_of' : 'like.add_of', { title: subject.name })}
      onClick={({ currentTarget }) => {
        swellIcon(currentTarget)
        void performAction(liked ? 'video.unlike' : 'video.like', subject)
      }}
    />
  )
}
