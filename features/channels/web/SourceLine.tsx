import { useStop } from '#ui/arrow-navigation.ts'
import type { Source } from '../contract.ts'
import { channelAddress } from './addresses.ts'
import { CreatorLink } from './CreatorLink.tsx'
import css from './CreatorLink.module.css'
import { t } from './texts.ts'

interface SourceWordsProps {
  source: Source
  /** Renders text without links. */
  plain: boolean | undefined
}

/** "from Night Trains by marieke": links to the channel, and to its creator if their profile is public. */
export function SourceLine({ source, plain }: SourceWordsProps) {
  const { tabIndex } = useStop()
  const { playlist_id: playlist, name, nickname } = source
  if (plain) return [t('source.from', { name }), nickname && t('channel.by', { nickname })].filter(Boolean).join(' ')
  const link = (
    <a key="source" className={css.maker} href={channelAddress('globe', { playlist })} tabIndex={tabIndex}>
      {name}
    </a>
  )
  return (
    <span>
      {t.rich('source.from', { name: link })} <CreatorLink channel={source} />
    </span>
  )
}
