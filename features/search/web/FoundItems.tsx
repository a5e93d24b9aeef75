import type { ReactNode } from 'react'
import { useSignedIn } from '#kit/web/storage.ts'
import { useRead } from '#kit/web/read.ts'
import { Disc } from '#ui/Disc.tsx'
import { AboutLine, LinkLine } from '#ui/LinkLine.tsx'
import { MarkedName } from './Marked.tsx'
import { PictureRow, PictureRows } from '#ui/PictureRows.tsx'
import { accountsContract } from '#features/accounts/contract.ts'
import { LockedLine } from '#features/channels/web/LockedLine.tsx'
import { ChannelWall } from '#features/channels/web/ChannelWall.tsx'
import { ChannelLines } from '#features/guide/web/list/ChannelLines.tsx'
import type { FoundItem, Match, SearchResults } from '../contract.ts'
import type { Category } from '../rules.ts'
import { describePackage, describeSeries, describeVideo } from './hits.ts'
import { packageLink, seriesLink, userLink, videoLink } from './links.ts'
import css from './SearchScreen.module.css'
import { categoryName, matchText } from './texts.ts'

interface ListProps<C extends Category> {
  items: SearchResults[C]
}

/** Shows why an item matched. Placed before other text of the line, because the line may be truncated. */
function matchNote({ match }: { match: Match }): ReactNode {
  const text = matchText(match)
  return text && <span className={css.match}>{text}</span>
}

const markedName = ({ name }: { name: string }) => <MarkedName>{name}</MarkedName>

const Packages = ({ items }: ListProps<'packages'>) => (
  <ul className={css.lines}>
    {items.map((item) => (
      <li key={item.id}>
        <LinkLine
          picture={<Disc id={item.id} name={item.name} picture={item.icon} />}
          name={<MarkedName>{item.name}</MarkedName>}
          href={packageLink(item)}
        >
          <AboutLine>{describePackage(item)}</AboutLine>
        </LinkLine>
      </li>
    ))}
  </ul>
)

const SeriesRows = ({ items }: ListProps<'series'>) => (
  <div className={css.rows}>
    <PictureRows label={categoryName('series')} columns>
      {items.map((item) => (
        <PictureRow
          key={item.id}
          id={item.id}
          name={item.name}
          label={<MarkedName>{item.name}</MarkedName>}
          picture={item.image}
          href={seriesLink(item)}
          about={<LockedLine isLocked={item.is_locked}>{describeSeries(item)}</LockedLine>}
        />
      ))}
    </PictureRows>
  </div>
)

function VideoRows({ items }: ListProps<'videos'>) {
  const signedIn = useSignedIn()
  const { data: profile } = useRead(accountsContract.getProfile, {}, { enabled: signedIn })
  return (
    <div className={css.rows}>
      <PictureRows label={categoryName('videos')} columns>
        {items.map((item) => (
          <PictureRow
            key={item.id}
            id={item.id}
            name={item.title}
            label={<MarkedName>{item.title}</MarkedName>}
            picture={item.image}
            href={videoLink(item, profile?.id)}
            about={<LockedLine isLocked={item.is_locked}>{describeVideo(item)}</LockedLine>}
          />
        ))}
      </PictureRows>
    </div>
  )
}

const Users = ({ items }: ListProps<'users'>) => (
  <ul className={css.lines}>
    {items.map((item) => (
      <li key={item.id}>
        <LinkLine
          picture={<Disc id={item.id} name={item.nickname} picture={item.profile_picture} />}
          name={<MarkedName>{item.nickname}</MarkedName>}
          href={userLink(item)}
        >
          <AboutLine>{matchText(item.match)}</AboutLine>
        </LinkLine>
      </li>
    ))}
  </ul>
)

const listsByCategory: { readonly [C in Category]: (props: ListProps<C>) => ReactNode } = {
  channels: ({ items }) => <ChannelLines channels={items} nameOf={markedName} noteOf={({ match }) => matchText(match)} />,
  packages: Packages,
  playlists: ({ items }) => <ChannelWall home="globe" channels={items} nameOf={markedName} noteOf={matchNote} />,
  series: SeriesRows,
  videos: VideoRows,
  users: Users,
}

/** Results of one category. */
export function FoundItems({ category, items }: { category: Category; items: readonly FoundItem[] }) {
  const List = listsByCategory[category] as (props: { items: readonly FoundItem[] }) => ReactNode
  return <List items={items} />
}
