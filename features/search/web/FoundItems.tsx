import type { ReactNode } from 'react'
import { useSignedIn } from '#kit/web/storage.ts'
import { useRead } from '#kit/web/read.ts'
import { Disc } from '#ui/Disc.tsx'
import { AboutLine, LinkLine } from '#ui/LinkLine.tsx'
import { Marked } from './Marked.tsx'
import { PictureRow, PictureRows } from '#ui/PictureRows.tsx'
import { accountsContract } from '#features/accounts/contract.ts'
import { LockedLine } from '#features/channels/web/LockedLine.tsx'
import { ChannelWall } from '#features/channels/web/ChannelWall.tsx'
import { ChannelLines } from '#features/guide/web/list/ChannelLines.tsx'
import type { FoundItem, Match, SearchResults } from '../contract.ts'
import type { Category } from '../rules.ts'
import { aboutPackage, aboutSeries, aboutVideo } from './hits.ts'
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

const markedName = ({ name }: { name: string }) => <Marked>{name}</Marked>

const Packages = ({ items }: ListProps<'packages'>) => (
  <ul className={css.lines}>
    {items.map((item) => (
      <li key={item.id}>
        <LinkLine
          picture={<Disc id={item.id} name={item.name} picture={item.icon} />}
          name={<Marked>{item.name}</Marked>}
          href={packageLink(item)}
        >
          <AboutLine>{aboutPackage(item)}</AboutLine>
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
          label={<Marked>{item.name}</Marked>}
          picture={item.image}
          href={seriesLink(item)}
          about={<LockedLine isLocked={item.is_locked}>{aboutSeries(item)}</LockedLine>}
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
            label={<Marked>{item.title}</Marked>}
            picture={item.image}
            href={videoLink(item, profile?.id)}
            about={<LockedLine isLocked={item.is_locked}>{aboutVideo(item)}</LockedLine>}
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
          name={<Marked>{item.nickname}</Marked>}
          href={userLink(item)}
        >
          <AboutLine>{matchText(item.match)}</AboutLine>
        </LinkLine>
      </li>
    ))}
  </ul>
)

const lists: { readonly [C in Category]: (props: ListProps<C>) => ReactNode } = {
  channels: ({ items }) => <ChannelLines channels={items} nameOf={markedName} noteOf={({ match }) => matchText(match)} />,
  packages: Packages,
  playlists: ({ items }) => <ChannelWall home="globe" channels={items} nameOf={markedName} noteOf={matchNote} />,
  series: SeriesRows,
  videos: VideoRows,
  users: Users,
}

/** Results of one category. */
export function FoundItems({ category, items }: { category: Category; items: readonly FoundItem[] }) {
  const List = lists[category] as (props: { items: readonly FoundItem[] }) => ReactNode
  return <List items={items} />
}
