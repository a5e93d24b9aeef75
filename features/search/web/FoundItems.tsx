import type { ReactNode } from 'react'
import { useSignedIn } from '#kit/web/storage.ts'
import { useRead } from '#kit/web/use.ts'
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

/** The match before other text of the line, which may be truncated. */
function matchNote({ match }: { match: Match }): ReactNode {
  const text = matchText(match)
  return text && <span className={css.match}>{text}</span>
}

const markedName = ({ name }: { name: string }) => <Marked>{name}</Marked>

const Packages = ({ items }: ListProps<'packages'>) => (
  <ul className={css.lines}>
    {items.map((found) => (
      <li key={found.id}>
        <LinkLine
          picture={<Disc id={found.id} name={found.name} picture={found.icon} />}
          name={<Marked>{found.name}</Marked>}
          href={packageLink(found)}
        >
          <AboutLine>{aboutPackage(found)}</AboutLine>
        </LinkLine>
      </li>
    ))}
  </ul>
)

const SeriesRows = ({ items }: ListProps<'series'>) => (
  <div className={css.rows}>
    <PictureRows label={categoryName('series')} columns>
      {items.map((found) => (
        <PictureRow
          key={found.id}
          id={found.id}
          name={found.name}
          label={<Marked>{found.name}</Marked>}
          picture={found.image}
          href={seriesLink(found)}
          about={<LockedLine isLocked={found.is_locked}>{aboutSeries(found)}</LockedLine>}
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
        {items.map((found) => (
          <PictureRow
            key={found.id}
            id={found.id}
            name={found.title}
            label={<Marked>{found.title}</Marked>}
            picture={found.image}
            href={videoLink(found, profile?.id)}
            about={<LockedLine isLocked={found.is_locked}>{aboutVideo(found)}</LockedLine>}
          />
        ))}
      </PictureRows>
    </div>
  )
}

const Users = ({ items }: ListProps<'users'>) => (
  <ul className={css.lines}>
    {items.map((found) => (
      <li key={found.id}>
        <LinkLine
          picture={<Disc id={found.id} name={found.nickname} picture={found.profile_picture} />}
          name={<Marked>{found.nickname}</Marked>}
          href={userLink(found)}
        >
          <AboutLine>{matchText(found.match)}</AboutLine>
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
