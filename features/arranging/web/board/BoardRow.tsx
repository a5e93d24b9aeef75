import { useRef } from 'react'
import { heads, items, mergeRefs } from '#ui/drag/elements.ts'
import { TabStop } from '#ui/arrow-navigation.ts'
import { useItemsInView } from '#ui/useItemsInView.ts'
import { useRovingRow } from '#ui/useRovingRow.ts'
import { useSubjectMenu } from '#shell/useSubjectMenu.ts'
import type { Playlist, Series } from '#features/channels/contract.ts'
import { channelAddress } from '#features/channels/web/addresses.ts'
import { serieSubject, videoSubject } from '#features/channels/web/subjects.ts'
import css from './board.module.css'
import { BoardTile } from './BoardTile.tsx'

const headRef = heads.ref(undefined)

/** A series on the board, with its videos as small pictures. A long row renders only the videos in view. */
export function BoardRow({ channel, series }: { channel: Playlist; series: Series }) {
  const { name, videos } = series
  const track = useRef<HTMLDivElement>(null)
  const roving = useRovingRow(videos.length, 'carousel')
  const itemsInView = useItemsInView(track, videos.length, roving.active, undefined)
  const { ref } = useSubjectMenu('serie')(serieSubject(channel, series))
  const propsOf = useSubjectMenu('video')
  return (
    <section ref={ref} className={css.row} aria-label={name}>
      <h4 ref={headRef} className={css.rowName}>
        {name}
      </h4>
      <div className={css.track} onScroll={itemsInView.update} {...roving.props} ref={mergeRefs(track, roving.props.ref)}>
        <ul className={css.tiles} style={{ paddingInlineEnd: itemsInView.after }}>
          {itemsInView.items.map(({ index, before }) => {
            const video = videos[index]!
            return (
              <li key={video.id} ref={items.ref(index)} className={css.item} style={{ marginInlineStart: before }}>
                <TabStop value={index === roving.active}>
                  <BoardTile
                    video={video}
                    href={channelAddress('heart', { playlist: channel.id, play: video.id })}
                    subjectProps={propsOf(videoSubject(channel, series, video))}
                  />
                </TabStop>
              </li>
            )
          })}
        </ul>
      </div>
    </section>
  )
}
