import { usePages } from '#kit/web/use.ts'
import { curationContract } from '../contract.ts'
import { homeRead } from '../reads.ts'
import css from './SearchScreen.module.css'
import { TagLinks } from './TagLinks.tsx'
import { t } from './texts.ts'
import { TileList } from './TileList.tsx'

/** How many tags stand there to choose from. */
const most = 12

/** Before anything is looked for: what others put on their channels, and those channels. It is no matter when they don't come. */
export function Suggestions() {
  const { items: channels = [] } = usePages(curationContract.listDefaultPlaylists, homeRead)
  const tags = [...new Set(channels.flatMap((channel) => channel.tags))].slice(0, most)
  return (
    <>
      {tags.length > 0 && (
        <div className={css.tags}>
          <TagLinks tags={tags} />
        </div>
      )}
      {channels.length > 0 && (
        <section className={css.everybody}>
          <h2>{t('search.everybody')}</h2>
          <TileList home="globe" channels={channels} />
        </section>
      )}
    </>
  )
}
