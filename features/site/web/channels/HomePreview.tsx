import { useCallback, useEffect, useState } from 'react'
import { callEndpoint } from '#kit/contract/client.ts'
import { sendAsGuest } from '#kit/web/fetch.ts'
import { usePages, useRead } from '#kit/web/read.ts'
import { SegmentedControl } from '#ui/choices.tsx'
import { Disc, type DiscSubject } from '#ui/Disc.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { channelsContract } from '#features/channels/contract.ts'
import { homeChannelsQuery } from '#features/channels/opening.ts'
import { siteContract } from '../../contract.ts'
import css from '../site.module.css'
import { t } from '../texts.ts'
import own from './channels.module.css'

const viewers = ['guest', 'user'] as const
type Viewer = (typeof viewers)[number]

/** The first channels of the public home, as visitors get them now. */
export function HomePreview() {
  const [viewer, setViewer] = useState<Viewer>('guest')
  return (
    <section className={css.card} aria-labelledby="home-preview">
      <h2 id="home-preview" className={css.title}>
        {t('defaults.preview')}
      </h2>
      <SegmentedControl
        label={t('defaults.preview_as')}
        options={viewers.map((value) => ({ value, name: t(`pages.as.${value}`) }))}
        value={viewer}
        onChange={setViewer}
      />
      {viewer === 'guest' ? <GuestPreview /> : <UserPreview />}
    </section>
  )
}

interface GuestPreviewState {
  data: Channel[] | undefined
  error: Error | null
  /** The version of the default channels for which the home was read. */
  version: string | undefined
}

/** Reads the home as a guest, again after each change of the list. The tiles stay until the response arrives. */
function GuestPreview() {
  const version = useRead(siteContract.listDefaultChannels, {}).data?.version
  const [preview, setPreview] = useState<GuestPreviewState>({ data: undefined, error: null, version: undefined })
  const load = useCallback(
    (requestedVersion: string | undefined) =>
      callEndpoint(channelsContract.listDefaultPlaylists, homeChannelsQuery, sendAsGuest).then(
        ({ data }) => setPreview({ data, error: null, version: requestedVersion }),
        (error: Error) => setPreview(({ data }) => ({ data, error, version: requestedVersion })),
      ),
    [],
  )
  useEffect(() => void load(version), [load, version])
  return <ChannelTiles read={{ ...preview, refetch: () => void load(preview.version) }} />
}

function UserPreview() {
  const pages = usePages(channelsContract.listDefaultPlaylists, homeChannelsQuery)
  return (
    <>
      <p className={css.quiet}>{t('defaults.preview_user')}</p>
      <ChannelTiles read={{ ...pages, data: pages.items }} />
    </>
  )
}

interface Channel extends Pick<DiscSubject, 'id' | 'name'> {
  icon: string | null
}

const ChannelTiles = ({
  read,
}: {
  read: { data: readonly Channel[] | undefined; error: { message: string } | null; refetch: () => unknown }
}) => (
  <LoadedContent read={read} failed={t('failed')} skeleton={<ListSkeleton label={t('loading')} />}>
    {(channels) =>
      channels.length === 0 ? (
        <p className={css.quiet}>{t('defaults.preview_none')}</p>
      ) : (
        <ol className={own.tiles} aria-labelledby="home-preview">
          {channels.map(({ id, name, icon }) => (
            <li key={id} className={own.tile}>
              <Disc id={id} name={name} picture={icon} size={56} />
              <bdi className={own.tileName}>{name}</bdi>
            </li>
          ))}
        </ol>
      )
    }
  </LoadedContent>
)
