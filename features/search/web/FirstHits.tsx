import { useSignedIn } from '#kit/web/storage.ts'
import { useRead } from '#kit/web/read.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { Disc } from '#ui/Disc.tsx'
import { Icon } from '#ui/Icon.tsx'
import { caretRight } from '#ui/icons.ts'
import { AboutLine, LinkLine } from '#ui/LinkLine.tsx'
import { MarkedName } from './Marked.tsx'
import { Picture, PictureFrame } from '#ui/Picture.tsx'
import { paths } from '#shell/paths.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { LockedLine } from '#features/channels/web/LockedLine.tsx'
import type { SearchResults } from '../contract.ts'
import type { Category } from '../rules.ts'
import { categoryIcon, countOf, countsText, categoriesFound, type Hit, hitsOf } from './hits.ts'
import { Results } from './Results.tsx'
import css from './SearchPanel.module.css'
import { type Search, useOverview } from './searches.ts'
import { categoryName, countText, formatCount, t } from './texts.ts'

/** Number of results per category. */
const shownHits = 3

/** Returns the user's id, because the user's own videos open among their own channels. */
function useOwnId(): string | undefined {
  const { data } = useRead(accountsContract.getProfile, {}, { enabled: useSignedIn() })
  return data?.id
}

/** The first results of each category, with counts, and links to all results. */
export function FirstHits({ search }: { search: Search }) {
  const me = useOwnId()
  const type = search.scope === 'my' ? search.scope : undefined
  return (
    <Results read={useOverview(search)} scope={search.scope} countsOf={countsText}>
      {({ data, key: keyword }) => (
        <div className={css.hits}>
          {categoriesFound(data).map((category) => (
            <HitsOfCategory
              key={category}
              category={category}
              count={data.counts[category]}
              hits={hitsOf(data, category, shownHits, me)}
              href={paths.search({ type, keyword, category })}
            />
          ))}
          <ButtonLink wide href={paths.search({ type, keyword })}>
            {seeAllText(data)}
          </ButtonLink>
        </div>
      )}
    </Results>
  )
}

const seeAllText = (data: SearchResults) => t('see_all', { count: formatCount(countOf(data)) })

interface HitsOfCategoryProps {
  category: Category
  count: number
  hits: readonly Hit[]
  /** Address of the page with all hits. */
  href: string
}

function HitsOfCategory({ category, count, hits, href }: HitsOfCategoryProps) {
  const name = categoryName(category)
  return (
    <section aria-label={name}>
      <h3 className={css.category}>
        <a href={href} aria-label={countText(category, count)}>
          <Icon icon={categoryIcon[category]} size={20} />
          <span>{name}</span>
          <b>{formatCount(count)}</b>
          <Icon icon={caretRight} size={16} />
        </a>
      </h3>
      <ul>
        {hits.map((hit) => (
          <li key={hit.id} className={css.hit}>
            <HitLine hit={hit} isPicture={category === 'series' || category === 'videos'} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function HitLine({ hit, isPicture }: { hit: Hit; isPicture: boolean }) {
  const { id, name, picture, href, about, isLocked } = hit
  if (href === undefined) return null
  return (
    <LinkLine
      href={href}
      name={<MarkedName>{name}</MarkedName>}
      picture={
        isPicture ? (
          <span className={css.picture}>
            <PictureFrame>
              <Picture id={id} name={name} source={picture} shape="card" sizes="60px" />
            </PictureFrame>
          </span>
        ) : (
          <Disc id={id} name={name} picture={picture} size={44} />
        )
      }
    >
      {(about || isLocked) && (
        <AboutLine>
          <LockedLine isLocked={isLocked}>{about}</LockedLine>
        </AboutLine>
      )}
    </LinkLine>
  )
}
