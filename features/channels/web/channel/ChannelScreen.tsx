import { useSignedIn } from '#kit/web/storage.ts'
import { lazily } from '#ui/lazily.ts'
import { ChannelView, type ChannelViewProps } from './ChannelView.tsx'

// Guests don't load the code of the user's dial.
const OwnChannel = lazily(() => import('./OwnChannel.tsx').then((module) => module.OwnChannel))

/** The screen of a channel, for guests and users. */
export function ChannelScreen(props: Omit<ChannelViewProps, 'own'>) {
  const signedIn = useSignedIn()
  return signedIn && props.home === 'heart' ? <OwnChannel {...props} /> : <ChannelView {...props} />
}
