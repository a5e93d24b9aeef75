import { lazily } from '#ui/lazily.ts'
import type { Search, searches } from '#shell/paths.ts'
import { ListScreen } from '#features/guide/web/list/ListScreen.tsx'

const GuideScreen = lazily(() => import('#features/guide/web/screen/GuideScreen.tsx').then((module) => module.GuideScreen))
const ItemsScreen = lazily(() => import('./channel/ItemsScreen.tsx').then((module) => module.ItemsScreen))

/** TV channels: the on-demand videos of a channel, the guide, or the list of all channels. */
export const ChannelsScreen = ({ channel, index, view, play }: Search<typeof searches.channels>) =>
  channel !== undefined ? (
    <ItemsScreen key={channel} id={channel} index={index} play={play} />
  ) : view === 'guide' ? (
    <GuideScreen />
  ) : (
    <ListScreen />
  )
