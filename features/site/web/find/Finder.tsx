import { useState } from 'react'
import { usePages } from '#kit/web/read.ts'
import { Button } from '#ui/Button.tsx'
import { Disc } from '#ui/Disc.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { LoadMoreOnScroll } from '#ui/LoadMoreOnScroll.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { useDebounced } from '#ui/useDebounced.ts'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { channelSearchContract } from '#features/channels/contract.ts'
import { limits as channelsLimits } from '#features/channels/limits.ts'
import { operatorContract } from '#features/operator/contract.ts'
import css from '../site.module.css'
import { t } from '../texts.ts'

/** Debounce of the search in ms. */
const searchAfterMs = 250
const perPage = 20
/** Minimum characters for which the server searches users. */
const minLength = 3
const maxQueryLength = 254

export interface FinderResult {
  id: string
  name: string
  picture: string | null
  /** Text of the second line. */
  detail: string
}

export interface FoundAction {
  name: string
  /** Accessible label, with the name of the result. */
  label: string
  kind?: 'line'
  busy?: boolean
  perform: () => void
}

export type FoundType = 'user' | 'channel'

interface FinderProps {
  type: FoundType
  /** Returns the button of a result, or a note in its place. */
  action: (result: FinderResult) => FoundAction | string
}

const isId = (text: string) => /^[A-Za-z0-9]{11}$/.test(text)

/** A search for users or channels. Each result has a button. */
export function Finder({ type, action }: FinderProps) {
  const [typed, setTyped] = useState('')
  const query = useDebounced(typed.trim(), searchAfterMs)
  return (
    <>
      <SearchField label={t(`find.${type}`)} value={typed} maxLength={maxQueryLength} onChange={setTyped} />
      {query === '' ? null : query.length < minLength ? (
        <output className={css.quiet}>{t('find.hint')}</output>
      ) : type === 'user' ? (
        <Users query={query} action={action} />
      ) : (
        <Channels query={query} action={action} />
      )}
    </>
  )
}

type ResultsProps = Pick<FinderProps, 'action'> & { query: string }

function Users({ query, action }: ResultsProps) {
  const pages = usePages(operatorContract.listUsers, { query: { limit: perPage, query } })
  const results = pages.items?.map(({ id, nickname, email }) => ({ id, name: nickname ?? t('nameless'), picture: null, detail: email }))
  return <Results query={query} pages={pages} results={results} action={action} />
}

/** Public channels by name, and any channel by its id. */
function Channels({ query, action }: ResultsProps) {
  const keyword = query.slice(0, channelsLimits.keyword)
  const pages = usePages(channelSearchContract.searchPlaylists, { query: { limit: perPage }, body: { keyword } })
  const byId = isId(query) ? [{ id: query, name: query, picture: null, detail: t('find.by_id') }] : []
  const results = pages.items?.map(({ id, name, icon, pictures }) => ({ id, name, picture: icon ?? pictures[0] ?? null, detail: id }))
  return <Results query={query} pages={pages} results={results && [...byId, ...results]} action={action} />
}

interface FoundListProps extends ResultsProps {
  pages: Parameters<typeof LoadMoreOnScroll>[0]['pages'] & { refetch: () => unknown }
  results: readonly FinderResult[] | undefined
}

const Results = ({ query, pages, results, action }: FoundListProps) => (
  <LoadedContent read={{ ...pages, data: results }} failed={t('failed')} skeleton={<ListSkeleton label={t('loading')} />}>
    {(all) =>
      all.length === 0 && !pages.hasNextPage ? (
        <output className={css.quiet}>{t('find.none', { query })}</output>
      ) : (
        <>
          <ul className={css.rows} aria-label={t('find.found')}>
            {all.map((item) => (
              <li key={item.id} className={css.row}>
                <Disc id={item.id} name={item.name} picture={item.picture} size={44} />
                <div className={css.words}>
                  <bdi className={css.name}>{item.name}</bdi>
                  <span className={css.quiet}>{item.detail}</span>
                </div>
                <FoundActionButton action={action(item)} />
              </li>
            ))}
          </ul>
          <LoadMoreOnScroll pages={pages} skeleton={<ListSkeleton label={t('loading')} />} />
        </>
      )
    }
  </LoadedContent>
)

function FoundActionButton({ action }: { action: FoundAction | string }) {
  if (typeof action === 'string') return <span className={css.quiet}>{action}</span>
  const { name, label, kind, busy, perform } = action
  return (
    <Button size="s" kind={kind} busy={busy} aria-label={label} onClick={perform}>
      {name}
    </Button>
  )
}
