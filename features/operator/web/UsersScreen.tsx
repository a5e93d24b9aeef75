import { useEffect, useRef, useState } from 'react'
import { usePages } from '#kit/web/read.ts'
import { Button } from '#ui/Button.tsx'
import { ChipChoice } from '#ui/choices.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { LoadMoreOnScroll } from '#ui/LoadMoreOnScroll.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { StateMessage } from '#ui/StateMessage.tsx'
import { useDebounced } from '#ui/useDebounced.ts'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { latePaths } from '#shell/late-paths.ts'
import { OperatorPage } from '#features/accounts/web/OperatorPage.tsx'
import { operatorContract, type UserRow as User } from '../contract.ts'
import { limits, userFilters } from '../rules.ts'
import { Appeals } from './Appeals.tsx'
import { BulkBar } from './BulkBar.tsx'
import css from './operator.module.css'
import { UserRow } from './UserRow.tsx'
import { t } from './texts.ts'
import { useQueryFilters } from '#shell/useQueryFilters.ts'

/** All users, with search and filters. Operators change one or several at a time. */
export const UsersScreen = () => (
  <OperatorPage section={latePaths.operatorUsers()} title={t('users.title')}>
    <Appeals />
    <Users />
  </OperatorPage>
)

const searchDelayMs = 300
const filters = ['all', ...userFilters] as const

/** Returns the ids of two users, in either order, and of all users between these. */
function idsBetween(users: readonly User[], from: string, to: string): readonly string[] {
  const ids = users.map(({ id }) => id)
  const [first = 0, last = 0] = [ids.indexOf(from), ids.indexOf(to)].toSorted((a, b) => a - b)
  return first < 0 ? [to] : ids.slice(first, last + 1)
}

export function Users() {
  const [address, change] = useQueryFilters()
  const query = address.get('query') ?? ''
  const filter = userFilters.find((userFilter) => userFilter === address.get('filter'))
  const [typed, setTyped] = useState(query)
  const debouncedQuery = useDebounced(typed, searchDelayMs).trim()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (debouncedQuery !== query) change({ query: debouncedQuery })
    // Runs only after typing. With `query` as a dependency, it would undo a change of the address by Back.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [debouncedQuery])
  const pages = usePages(operatorContract.listUsers, { query: { ...(query && { query }), ...(filter && { filter }) } })
  const lastToggled = useRef<string>(undefined)
  const toggle = (users: readonly User[], id: string, isRange: boolean) => {
    const ids = isRange ? idsBetween(users, lastToggled.current ?? id, id) : [id]
    lastToggled.current = id
    const isChosen = !chosen.has(id)
    setChosen(
      (now) => new Set(isChosen ? [...new Set([...now, ...ids])].slice(0, limits.bulk) : [...now].filter((item) => !ids.includes(item))),
    )
  }
  return (
    <>
      <SearchField label={t('users.search')} value={typed} maxLength={254} onChange={setTyped} />
      <ChipChoice
        label={t('users.show')}
        options={filters.map((value) => ({ value, name: t(`users.filter.${value}`) }))}
        value={filter ?? 'all'}
        onChange={(next) => change({ filter: next === 'all' ? '' : next })}
      />
      <LoadedContent
        read={{ ...pages, data: pages.items }}
        failed={t('users.failed')}
        skeleton={<ListSkeleton label={t('users.loading')} />}
      >
        {(users) =>
          users.length === 0 ? (
            <StateMessage title={t('users.none')} text={t('users.none_text')} picture="none">
              <Button
                kind="accent"
                onClick={() => {
                  setTyped('')
                  change({ query: '', filter: '' })
                }}
              >
                {t('users.all_again')}
              </Button>
            </StateMessage>
          ) : (
            <>
              <ul className={css.rows} aria-label={t('users.title')}>
                {users.map((user) => (
                  <UserRow
                    key={user.id}
                    user={user}
                    isChosen={chosen.has(user.id)}
                    onToggle={(id, isRange) => toggle(users, id, isRange)}
                  />
                ))}
              </ul>
              <LoadMoreOnScroll pages={pages} skeleton={<ListSkeleton label={t('users.loading')} />} />
              <BulkBar
                users={users.filter(({ id }) => chosen.has(id))}
                firstCount={Math.min(users.length, limits.bulk)}
                onChooseFirst={() => setChosen(new Set(users.slice(0, limits.bulk).map(({ id }) => id)))}
                onClear={() => setChosen(new Set())}
              />
            </>
          )
        }
      </LoadedContent>
    </>
  )
}
