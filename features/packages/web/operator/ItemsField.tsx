import { type ComponentType, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { Field, FieldSet } from '#ui/Field.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { magnifyingGlass, plus, x } from '#ui/icons.ts'
import { TextInput } from '#ui/inputs.tsx'
import { announce } from '#ui/toasts.ts'
import { useDebounced } from '#ui/useDebounced.ts'
import { t } from '../texts.ts'
import css from './operator.module.css'

/** Debounce of the search in ms. */
const searchAfterMs = 250

export interface Item {
  id: string
  /** Null if the item is no longer public. */
  name: string | null
}

const nameOf = ({ id, name }: Item) => name ?? t('operator.not_public', { id })

export interface ResultsProps {
  query: string
  chosen: readonly Item[]
  onAdd: (item: Item) => void
}

interface ItemsFieldProps {
  legend: string
  /** Label of the search. */
  search: string
  items: readonly Item[]
  onChange: (items: readonly Item[]) => void
  error: string | undefined
  /** Shows the results of a query with {@link FoundItems}. */
  Results: ComponentType<ResultsProps>
}

/** Scrolls to search results as they arrive, because results in a dialog open out of view, below the dialog's buttons. */
function useScrolledTo(results: RefObject<HTMLElement | null>, query: string) {
  useEffect(() => {
    const element = results.current
    if (query === '' || !element) return undefined
    const sizes = new ResizeObserver(() => element.scrollIntoView({ block: 'nearest' }))
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [results, query])
}

/** A list of chosen items with a search that adds more. */
export function ItemsField({ legend, search, items, onChange, error, Results }: ItemsFieldProps) {
  const [typed, setTyped] = useState('')
  const query = useDebounced(typed.trim(), searchAfterMs)
  const add = ({ id, name }: Item) => {
    onChange([...items, { id, name }])
    announce(t('operator.added', { name: nameOf({ id, name }) }))
  }
  const remove = (item: Item) => {
    onChange(items.filter(({ id }) => id !== item.id))
    announce(t('operator.removed', { name: nameOf(item) }))
  }
  const resultsRef = useRef<HTMLDivElement>(null)
  useScrolledTo(resultsRef, query)
  // Keeps Enter from submitting the form.
  const preventSubmit = (event: KeyboardEvent) => event.key === 'Enter' && event.preventDefault()
  return (
    <FieldSet legend={legend} error={error}>
      {items.length === 0 ? (
        <p className={css.quiet}>{t('operator.chosen_none')}</p>
      ) : (
        <ul className={css.items} aria-label={legend}>
          {items.map((item) => (
            <li key={item.id} className={css.item}>
              <span className={css.words}>{nameOf(item)}</span>
              <IconButton icon={x} iconSize={20} label={t('operator.remove', { name: nameOf(item) })} onClick={() => remove(item)} />
            </li>
          ))}
        </ul>
      )}
      <Field label={search} hideLabel>
        <TextInput
          type="search"
          icon={magnifyingGlass}
          placeholder={search}
          value={typed}
          maxLength={50}
          autoComplete="off"
          onKeyDown={preventSubmit}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onClear={() => setTyped('')}
        />
      </Field>
      {query !== '' && (
        <div ref={resultsRef} className={css.results}>
          <Results query={query} chosen={items} onAdd={add} />
        </div>
      )}
    </FieldSet>
  )
}

interface FoundItemsProps extends Omit<ResultsProps, 'query'> {
  /** Undefined while searching. */
  items: readonly Item[] | undefined
  isFailed: boolean
}

/** Search results that aren't chosen yet. */
export function FoundItems({ items, isFailed, chosen, onAdd }: FoundItemsProps) {
  const others = items?.filter(({ id }) => chosen.every((item) => item.id !== id))
  if (isFailed) return <p className={css.quiet}>{t('operator.search_failed')}</p>
  if (others?.length === 0) return <p className={css.quiet}>{t('operator.none_found')}</p>
  return (
    <ul className={css.items} aria-label={t('operator.found')}>
      {others?.map((item) => (
        <li key={item.id} className={css.item}>
          <span className={css.words}>{nameOf(item)}</span>
          <IconButton icon={plus} iconSize={20} label={t('operator.add', { name: nameOf(item) })} onClick={() => onAdd(item)} />
        </li>
      ))}
    </ul>
  )
}
