import { useStop } from '#ui/remote.ts'
import type { Source } from '../contract.ts'
import { channelAddress } from './addresses.ts'
import { Maker } from './Maker.tsx'
import css from './Maker.module.css'
import { t } from './texts.ts'

/** Where a copy comes from, unless what it is in says so already. @param around sources of the series and channel that it is in */
export const ownSource = (source: Source | null, ...around: (Source | null | undefined)[]): Source | null =>
  around.some((one) => one && one.playlist_id === source?.playlist_id) ? null : source

/** "from Night Trains by marieke", as text. */
export const sourceText = ({ name, nickname }: Source): string =>
  [t('source.from', { name }), nickname && t('channel.by', { nickname })].filter(Boolean).join(' ')

/** The same with links to the channel, and to its maker who wants to be found. */
export function CopySource({ source }: { source: Source }) {
  const { tabIndex } = useStop()
  const link = (
    <a key="source" className={css.maker} href={channelAddress('globe', { playlist: source.playlist_id })} tabIndex={tabIndex}>
      {source.name}
    </a>
  )
  return (
    <span>
      {t.rich('source.from', { name: link })} <Maker channel={source} />
    </span>
  )
}
