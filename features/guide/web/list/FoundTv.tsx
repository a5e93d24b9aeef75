import type { ListedTvChannel } from '../../shapes.ts'
import { t } from '../texts.ts'
import { ChannelLines } from './ChannelLines.tsx'
import css from './ListScreen.module.css'

/** TV channels in search results. */
export const FoundTv = ({ channels }: { channels: readonly ListedTvChannel[] }) => (
  <section>
    <h2 className={css.heading}>{t('list.title')}</h2>
    <ChannelLines channels={channels} />
  </section>
)
