import { useSignedIn } from '#kit/web/storage.ts'
import { lazily } from '#ui/lazily.ts'
import { ChannelView, type ChannelViewProps } from './ChannelView.tsx'

// Guests, who come first, fetch none of what only users can do.
const UserChannel = lazily(() => import('./UserChannel.tsx').then((module) => module.UserChannel))

/** One channel, for anybody. */
export const ChannelScreen = (props: Omit<ChannelViewProps, 'menus' | 'own'>) =>
  useSignedIn() ? <UserChannel {...props} /> : <ChannelView {...props} />
