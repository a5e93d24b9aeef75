import { useEffect, useRef, useState } from 'react'
import { usePages } from '#kit/web/use.ts'
import { ChipChoice } from '#ui/choices.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { MoreBelow } from '#ui/MoreBelow.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { State } from '#ui/State.tsx'
import { useDebounced } from '#ui/useRested.ts'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { latePaths } from '#shell/late-paths.ts'
import { OperatorPage } from '#features/accounts/web/OperatorPage.tsx'
import { operatorContract, type UserRow } from '../contract.ts'
import { limits, userFilters } from '../rules.ts'
import { Appeals } from './Appeals.tsx'
import { BulkBar } from './BulkBar.tsx'
import css from './operator.module.css'
import { PersonRow } from './PersonRow.tsx'
import { t } from './texts.ts'
import { useAddress } from '#shell/useAddress.ts'

/** All people: searched, filtered, changed one or several at a time. */
export const PeopleScreen = () => (
  <OperatorPage section={latePaths.operatorPeople()} title={t('people.title')}>
    <Appeals />
    <People />
  </OperatorPage>
)

const restMs = 300
const filters = ['all', ...userFilters] as const

/** The ids from one person to another, in either direction. */
function idsBetween(people: readonly UserRow[], from: string, to: string): readonly string[] {
  const ids = people.map(({ id }) => id)
  const [first = 0, last = 0] = [ids.indexOf(from), ids.indexOf(to)].toSorted((a, b) => a - b)
  return first < 0 ? [to] : ids.slice(first, last + 1)
}

export function People() {
  const [address, change] = useAddress()
  const query = address.get('query') ?? ''
  const filter = userFilters.find((one) => one === address.get('filter'))
  const [typed, setTyped] = useState(query)
  const rested = useDebounced(typed, restMs).trim()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (rested !== query) change({ query: rested })
    // Only typing changes the address.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [rested])
  const pages = usePages(operatorContract.listUsers, { query: { ...(query && { query }), ...(filter && { filter }) } })
  const lastToggled = useRef<string>(undefined)
  const toggle = (people: readonly UserRow[], id: string, isRange: boolean) => {
    const ids = isRange ? idsBetween(people, lastToggled.current ?? id, id) : [id]
    lastToggled.current = id
    const isChosen = !chosen.has(id)
    setChosen(
      (now) => new Set(isChosen ? [...new Set([...now, ...ids])].slice(0, limits.bulk) : [...now].filter((one) => !ids.includes(one))),
    )
  }
  return (
    <>
      <SearchField label={t('people.search')} value={typed} maxLength={254} onChange={setTyped} />
      <ChipChoice
        label={t('people.show')}
        options={filters.map((value) => ({ value, name: t(`people.filter.${value}`) }))}
        value={filter ?? 'all'}
        onChange={(next) => change({ filter: next === 'all' ? '' : next })}
      />
      <Loaded read={{ ...pages, data: pages.items }} failed={t('people.failed')} skeleton={<ListSkeleton label={t('people.loading')} />}>
        {(people) =>
          people.length === 0 ? (
            <State title={t('people.none')} picture="none" />
          ) : (
            <>
              <ul className={css.rows} aria-label={t('people.title')}>
                {people.map((person) => (
                  <PersonRow
                    key={person.id}
                    person={person}
                    isChosen={chosen.has(person.id)}
                    onToggle={(id, isRange) => toggle(people, id, isRange)}
                  />
                ))}
              </ul>
              <MoreBelow pages={pages} skeleton={<ListSkeleton label={t('people.loading')} />} />
              <BulkBar
                people={people.filter(({ id }) => chosen.has(id))}
                firstCount={Math.min(people.length, limits.bulk)}
                onChooseFirst={() => setChosen(new Set(people.slice(0, limits.bulk).map(({ id }) => id)))}
                onClear={() => setChosen(new Set())}
              />
            </>
          )
        }
      </Loaded>
    </>
  )
}
