import { useSignedIn } from '#kit/web/storage.ts'
import { Button } from '#ui/Button.tsx'
import { plusBold } from '#ui/icons.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { mayFollow } from '../rules.ts'
import { t } from './texts.ts'

const subscribe = async (id: string) => (await import('./subscribe-later.ts')).subscribeAfterLogin(id)

/** At the head of a public channel: a guest logs in first, and follows it then. It comes with the channel, which would move else. */
export function GuestSubscribe({ subject: { channel, id, name } }: { subject: SubjectOf<'playlist'> }) {
  const signedIn = useSignedIn()
  return (
    !signedIn &&
    mayFollow(channel) && (
      <Button size="s" kind="accent" icon={plusBold} aria-label={t('follow.add_to', { name })} onClick={() => void subscribe(id)}>
        {t('follow.add')}
      </Button>
    )
  )
}
