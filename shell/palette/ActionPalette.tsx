import { Autocomplete } from '@base-ui/react/autocomplete'
import { type ComponentType, useEffect, useState } from 'react'
import { locale } from '#kit/web/i18n.ts'
import { Dialog } from '#ui/Dialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { Icon } from '#ui/Icon.tsx'
import { magnifyingGlass } from '#ui/icons.ts'
import { ariaKeys, formatKeys } from '#ui/key-names.ts'
import type { MenuRow } from '#ui/menus.ts'
import { useDebounced } from '#ui/useDebounced.ts'
import { getActionTools } from '../action-tools.ts'
import { subjectsAround } from '../keyboard.ts'
import { loadedActions, destinationSources, currentReader, loadActions } from '../registry.ts'
import { menuRows } from '../run-action.ts'
import type { Destination, DestinationList, FoundDestinations } from '../feature.ts'
import type { Subject, SubjectType } from '../subjects.ts'
import { t } from '../texts.ts'
import inputs from '#ui/inputs.module.css'
import parts from '#ui/menuParts.module.css'
import css from './ActionPalette.module.css'

interface ActionPaletteProps extends CloseProps {
  /** The focused subject, the subjects around it, and the product; nearest first. Their actions are loaded. */
  subjects: readonly Subject[]
  /** The element that had the focus, which regains it before an action runs. */
  owner: Element | null
}

interface Row extends MenuRow {
  /** Location of a channel. */
  detail?: string | undefined
  /** Whether the server's search found the page, so that it isn't filtered again here. */
  isFound?: boolean
}

interface Group {
  id: string
  /** Heading of the rows. */
  name: string
  items: readonly Row[]
}

/** Maximum rows shown without a query. */
const maxRows = 60

/** Loads the actions at the focus and returns the palette. @throws NotLoadedError */
export async function loadActionPalette(): Promise<ComponentType<CloseProps>> {
  const owner = document.activeElement
  const subjects = subjectsAround(owner)
  await loadActions(
    subjects.map(({ type }) => type),
    currentReader(),
  )
  return ({ close }) => <ActionPalette subjects={subjects} owner={owner} close={close} />
}

/** A searchable list of all actions here and all pages of the user. */
function ActionPalette({ subjects, owner, close }: ActionPaletteProps) {
  const [actions] = useState(() => groupsOf(subjects))
  const [typed, setTyped] = useState('')
  const { groups: destinations, note } = useDestinations()
  const listedIds = new Set(destinations.flatMap(({ items }) => items.map(({ id }) => id)))
  const result = useFoundPages(typed)
  const groups = [
    ...actions,
    ...destinations,
    ...result.groups
      .map(({ items, ...group }) => ({ ...group, items: items.filter(({ id }) => !listedIds.has(id)) }))
      .filter(({ items }) => items.length > 0),
  ]
  const { contains } = Autocomplete.useFilter({ locale, sensitivity: 'base' })
  const label = t('palette.search')
  const perform = (row: Row) => {
    close()
    // Restores the focus before the action, so that a dialog of the action returns the focus to this element.
    setTimeout(() => {
      if (owner instanceof HTMLElement) owner.focus({ preventScroll: true })
      row.perform()
    })
  }
  return (
    <Dialog title={t('palette.title')}>
      <Autocomplete.Root
        open
        inline
        items={groups}
        limit={maxRows}
        value={typed}
        onValueChange={setTyped}
        itemToStringValue={({ name }: Row) => name}
        filter={({ name, isFound }: Row, query) => isFound || query.split(/\s+/).every((word) => contains(name, word))}
        autoHighlight="always"
        keepHighlight
      >
        <Autocomplete.InputGroup className={inputs.box}>
          <Icon icon={magnifyingGlass} size={20} className={inputs.icon} />
          <Autocomplete.Input aria-label={label} placeholder={label} />
        </Autocomplete.InputGroup>
        <Autocomplete.Empty className={css.empty}>{t('palette.none')}</Autocomplete.Empty>
        <Autocomplete.List className={css.list}>
          {({ id, name, items }: Group) => (
            <Autocomplete.Group key={id} items={items}>
              <Autocomplete.GroupLabel className={css.group}>{name}</Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(row: Row) => (
                  <Autocomplete.Item
                    key={row.id}
                    value={row}
                    className={parts.row}
                    disabled={row.disabledReason !== undefined}
                    aria-keyshortcuts={row.keys && ariaKeys(row.keys)}
                    onClick={() => perform(row)}
                  >
                    <Icon icon={row.icon} size={22} className={parts.icon} />
                    <span className={parts.name}>
                      {row.name}
                      {(row.disabledReason ?? row.detail) && <small className={parts.reason}>{row.disabledReason ?? row.detail}</small>}
                    </span>
                    {row.keys && (
                      <kbd className={parts.keys} aria-hidden="true">
                        {formatKeys(row.keys)}
                      </kbd>
                    )}
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
        <Autocomplete.Status className={css.note}>{note ?? result.note}</Autocomplete.Status>
      </Autocomplete.Root>
    </Dialog>
  )
}

/** Rows of actions per subject. */
function groupsOf(subjects: readonly Subject[]): Group[] {
  const reader = currentReader()
  return subjects
    .map((subject) => ({
      id: `${subject.type}:${subject.id}`,
      name: subject.name || t('palette.anywhere'),
      items: menuRows<SubjectType>(loadedActions(subject.type), subject, reader),
    }))
    .filter(({ items }) => items.length > 0)
}

/** Loaded pages of the reader, and messages for failed loads. */
function useDestinations(): { groups: readonly Group[]; note: string | undefined } {
  const [sources] = useState(() => (currentReader().signedIn ? destinationSources.filter((source) => 'list' in source) : []))
  const [lists, setLists] = useState<ReadonlyMap<DestinationList, readonly Destination[] | 'failed'>>(new Map())
  useEffect(() => {
    const { read } = getActionTools()
    for (const source of sources)
      source.list(read).then(
        (list) => setLists((now) => new Map([...now, [source, list]])),
        () => setLists((now) => new Map([...now, [source, 'failed']])),
      )
  }, [sources])

  const groups = sources.map((source, index) => {
    const list = lists.get(source)
    return { id: `destinations:${index}`, name: source.name(), items: list === undefined || list === 'failed' ? [] : list.map(rowTo) }
  })
  const failed = sources.filter((source) => lists.get(source) === 'failed').map((source) => source.name())
  const note =
    failed.length > 0 ? t('palette.failed', { names: failed.join(', ') }) : lists.size < sources.length ? t('palette.coming') : undefined
  return { groups: groups.filter(({ items }) => items.length > 0), note }
}

/** Milliseconds after the last keystroke before the search starts. */
const searchAfterMs = 300

/** Pages found for the typed text; none until the pages of the current text have arrived. */
function useFoundPages(query: string): { groups: readonly Group[]; note: string | undefined } {
  const text = query.trim()
  const searchText = useDebounced(text, searchAfterMs)
  const [searchResult, setSearchResult] = useState<{ text: string; found: readonly FoundDestinations[] | 'failed' }>()
  useEffect(() => {
    let isStale = false
    const showResult = (found: readonly FoundDestinations[] | 'failed') => {
      if (!isStale) setSearchResult({ text: searchText, found })
    }
    const { read } = getActionTools()
    Promise.all(destinationSources.flatMap((source) => ('find' in source ? source.find(searchText, read) : []))).then(
      (lists) => showResult(lists.flat()),
      () => showResult('failed'),
    )
    return () => {
      isStale = true
    }
  }, [searchText])
  if (searchResult?.text !== text) return { groups: [], note: text === '' ? undefined : t('palette.coming') }
  if (searchResult.found === 'failed') return { groups: [], note: t('palette.failed', { names: t('nav.search') }) }
  const groups = searchResult.found.map(({ name, pages }, index) => ({
    id: `found:${index}`,
    name,
    items: pages.map((page) => ({ ...rowTo(page), isFound: true })),
  }))
  return { groups, note: undefined }
}

const rowTo = ({ id, name, detail, icon, href }: Destination): Row => ({
  id: `to.${id}`,
  section: 'go',
  name,
  detail,
  icon,
  perform: () => getActionTools().go(href),
})
