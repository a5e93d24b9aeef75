import { useSignedIn } from '#kit/web/storage.ts'
import { Button } from '#ui/Button.tsx'
import { plusBold } from '#ui/icons.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { mayFollow } from '../rules.ts'
import { t } from './texts.ts'

const subscribeAfterLogin = async (subject: SubjectOf<'playlist'>) =>
  (await import('./subscribe-after-login.ts')).subscribeAfterLogin(subject)

/** The subscribe button for guests, who log in and then follow. Loads with the channel, to avoid a layout shift. */
export function GuestSubscribe({ subject }: { subject: SubjectOf<'playlist'> }) {
  const { channel, name } = subject
  const signedIn = useSignedIn()
  return (
    !signedIn &&
    mayFollow(channel) && (
      <Button size="s" icon={plusBold} aria-label={t('follow.add_to', { name })} onClick={() => void subscribeAfterLogin(subject)}>
        {t('follow.add')}
      </Button>
    )
  )
}
