import { useState } from 'react'
import { usePages } from '#kit/web/read.ts'
import { FailedRow } from '#ui/FailedRow.tsx'
import { LoadMoreOnScroll } from '#ui/LoadMoreOnScroll.tsx'
import { channelsContract } from '../contract.ts'
import { ChannelListSkeleton } from './ChannelListSkeleton.tsx'
import { ChannelWall } from './ChannelWall.tsx'
import css from './PersonChannels.module.css'
import { type ChosenSort, SortChoice } from './SortChoice.tsx'
import { t } from './texts.ts'

/** The public channels of a user with a public profile. */
export function PersonChannels({ id }: { id: string }) {
  const [sort, setSort] = useState<ChosenSort>('own')
  const channels = usePages(channelsContract.listPersonPlaylists, { params: { id }, ...(sort !== 'own' && { query: { sort } }) })
  const { items, error, refetch } = channels
  if (items?.length === 0) return <p className={css.none}>{t('person.none')}</p>
  return (
    <section>
      <h2 className={css.title}>{t('person.channels')}</h2>
      {(sort !== 'own' || (items && items.length > 1)) && (
        <SortChoice value={sort === 'own' ? 'published_desc' : sort} onChange={setSort} isUnarranged />
      )}
      {items ? (
        <>
          <ChannelWall home="globe" channels={items} hideMaker />
          <LoadMoreOnScroll pages={channels} skeleton={<ChannelListSkeleton />} />
        </>
      ) : error ? (
        <FailedRow message={error.message} onAgain={() => void refetch()} />
      ) : (
        <ChannelListSkeleton />
      )}
    </section>
  )
}
