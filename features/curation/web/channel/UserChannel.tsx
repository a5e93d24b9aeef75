import { MineDial } from '../MineDial.tsx'
import { useChannel } from '../useChannel.ts'
import { allOf, useMine } from '../useMine.ts'
import { useChannelActions } from './channel-actions.ts'
import { ChannelView, type ChannelViewProps } from './ChannelView.tsx'
import { seriesActions, videoActions } from './item-actions.ts'
import { useEdits } from './useEdits.ts'

/** A channel as who is signed in sees it: with menus, and the own dial around it when one comes from there. */
export function UserChannel(props: Omit<ChannelViewProps, 'menus' | 'own'>) {
  const { data: channel } = useChannel(props.id)
  const isHeart = props.home === 'heart'
  const mine = useMine({ enabled: isHeart })
  const { actionsOf, isLeaving } = useChannelActions()
  const edits = useEdits(props.id)
  const of = channel && { channel, edits }
  return (
    <ChannelView
      {...props}
      menus={
        of && {
          channel: actionsOf(of.channel),
          series: (series) => seriesActions(of, series),
          video: (series, video) => videoActions(of, series, video),
          leaving: isLeaving(props.id),
        }
      }
      own={isHeart ? { Dial: MineDial, tile: mine.data && allOf(mine.data).find(({ id }) => id === props.id) } : undefined}
    />
  )
}
