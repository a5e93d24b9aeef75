import { useEffect } from 'react'
import { useRead } from '#kit/web/read.ts'
import { Button } from '#ui/Button.tsx'
import { check, plusBold } from '#ui/icons.ts'
import { getActionTools } from '#shell/action-tools.ts'
import { performAction } from '#shell/perform-action.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { mayFollow } from '../rules.ts'
import { markFollowSeen, type FollowedThing, useNewCount } from './follow.ts'
import { t } from './texts.ts'
import css from './following.module.css'

interface ToggleProps {
  name: string
  isFollowed: boolean
  /** Whether a more important button is beside it. */
  isQuiet?: boolean
  onClick: () => void
}

const SubscribeToggle = ({ name, isFollowed, isQuiet = false, onClick }: ToggleProps) => (
  <Button
    className={css.toggle}
    size="s"
    kind={isFollowed || isQuiet ? 'quiet' : 'accent'}
    icon={isFollowed ? check : plusBold}
    aria-label={t(isFollowed ? 'follow.remove_from' : 'follow.add_to', { name })}
    onClick={onClick}
  >
    {t(isFollowed ? 'follow.remove' : 'follow.add')}
  </Button>
)

/** Marks an open channel as seen. */
function useMarkSeen(type: FollowedThing['type'], id: string): void {
  const hasNew = useNewCount(id) > 0
  // Uses an effect, because opening the page is the visit.
  useEffect(() => {
    if (hasNew) markFollowSeen({ type, id, name: '' }, getActionTools())
  }, [type, id, hasNew])
}

/** The subscribe button at the top of another user's public channel. */
export function ChannelSubscribe({ subject }: { subject: SubjectOf<'playlist'> }) {
  const { channel, id, name } = subject
  useMarkSeen('playlist', id)
  if (!mayFollow(channel)) return null
  const { is_followed: isFollowed } = channel
  const toggle = () => void performAction(isFollowed ? 'playlist.unfollow' : 'playlist.follow', subject)
  return <SubscribeToggle name={name} isFollowed={isFollowed} isQuiet onClick={toggle} />
}

/** The subscribe button below a user's name, with the follower count. */
export function PersonSubscribe({ subject }: { subject: SubjectOf<'person'> }) {
  const { person, id, name } = subject
  const { is_followed: isFollowed, followers } = person
  useMarkSeen('user', id)
  const profile = useRead(accountsContract.getProfile, {})
  const isOther = profile.data !== undefined && profile.data.id !== id
  const toggle = () => void performAction(isFollowed ? 'person.unfollow' : 'person.follow', subject)
  return (
    <>
      {followers > 0 && <p>{t('follow.followers', { count: followers })}</p>}
      {isOther && <SubscribeToggle name={name} isFollowed={isFollowed} onClick={toggle} />}
    </>
  )
}
