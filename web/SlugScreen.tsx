import { useEffect } from 'react'
import { curationContract } from '#features/curation/contract.ts'
import { useRead } from '#kit/web/use.ts'
import { paths } from './paths.ts'
import { useGo } from './shell/navigation.ts'
import { Screen } from './shell/Screen.tsx'

/** An address that is none of ours may be the short name of a channel: it leads there, its owner to the own view of it. */
export function SlugScreen({ slug }: { slug: string }) {
  const go = useGo()
  const found = useRead(curationContract.findPlaylistBySlug, { params: { slug } })
  const id = found.data?.data.id
  const channel = useRead(curationContract.getPlaylist, { params: { id: id ?? '' } }, { enabled: id !== undefined })

  const failed = found.error ?? channel.error
  const leadsTo = failed
    ? paths.notFound()
    : channel.data && (channel.data.may_edit ? paths.myPlaylists({ playlist: id }) : paths.playlists({ playlist: id }))

  // Going elsewhere is all that this screen does.
  useEffect(() => {
    if (leadsTo) go(leadsTo, { replace: true })
  })

  return <Screen busy>{null}</Screen>
}
