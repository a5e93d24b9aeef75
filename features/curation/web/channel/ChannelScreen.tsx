import { useSignedIn } from '#kit/web/storage.ts'
import { lazily } from '#ui/lazily.ts'
import { ChannelView, type ChannelViewProps } from './ChannelView.tsx'

// Guests, who come first, fetch nothing of one's own dial.
const OwnChannel = lazily(() => import('./OwnChannel.tsx').then((module) => module.OwnChannel))

/** One channel, for anybody. */
export function ChannelScreen(props: Omit<ChannelViewProps, 'own'>) {
  const signedIn = useSignedIn()
  return signedIn && props.home === 'heart' ? <OwnChannel {...props} /> : <ChannelView {...props} />
}
