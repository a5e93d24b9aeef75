import { useEffect } from 'react'
import { useRead } from '#kit/web/read.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { mediaTracks } from '#features/player/web/item-additions.ts'
import { uploadsContract } from '../contract.ts'
import { languageName } from './languages.ts'
import { playsInOwnPlayer } from './plays-here.ts'

/** Passes captions and timeline previews to the player. */
export function PlayerTracks({ subject: { id, channel, video } }: { subject: SubjectOf<'video'> }) {
  const { data } = useRead(
    uploadsContract.listCaptions,
    { params: { id }, query: { playlist: channel.id } },
    { enabled: playsInOwnPlayer(video.kind) },
  )
  useEffect(() => {
    if (!data) return
    const captions = data.data.map(({ language, src }) => ({ language, src, label: languageName(language) }))
    mediaTracks.set({ itemId: id, captions, thumbnails: data.thumbnails })
    return () => mediaTracks.set(undefined)
  }, [id, data])
  return null
}
