import { usePages } from '#kit/web/use.ts'
import { Chip, Chips } from '#ui/choices.tsx'
import { cut } from '#ui/naming.ts'
import { paths } from '#web/paths.ts'
import { curationContract } from '../contract.ts'
import { homeRead } from '../reads.ts'
import css from './SearchScreen.module.css'
import { t } from './texts.ts'
import { TileList } from './TileList.tsx'

/** How many tags stand there to choose from, and how much of each is shown. */
const most = 12
const tagLength = 20

/** Before anything is looked for: what others put on their channels, and those channels. It is no matter when they don't come. */
export function Suggestions() {
  const { items: channels = [] } = usePages(curationContract.listDefaultPlaylists, homeRead)
  const tags = [...new Set(channels.flatMap((channel) => channel.tags))].slice(0, most)
  return (
    <>
      {tags.length > 0 && (
        <div className={css.tags}>
          <Chips>
            {tags.map((tag) => (
              <Chip key={tag} href={paths.search({ keyword: tag })}>
                {cut(tag, tagLength)}
              </Chip>
            ))}
          </Chips>
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
