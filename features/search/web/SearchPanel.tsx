import { type FormEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react'
import { useSignedIn } from '#kit/web/storage.ts'
import { SegmentedControl } from '#ui/choices.tsx'
import { cx } from '#ui/cx.ts'
import { RevealInOrder } from '#ui/RevealInOrder.tsx'
import { isSingleKey } from '#ui/keys.ts'
import { SearchField } from '#ui/SearchField.tsx'
import { useDebounced } from '#ui/useDebounced.ts'
import { isPlainClick } from '#shell/links.ts'
import { useGo } from '#shell/navigation.ts'
import { paths } from '#shell/paths.ts'
import { limits } from '../rules.ts'
import { isLongEnough } from '../tokens.ts'
import { FirstHits } from './FirstHits.tsx'
import { SavedSearchesList } from './SavedSearches.tsx'
import css from './SearchPanel.module.css'
import { type Search, scopes } from './searches.ts'
import { scopeName, t } from './texts.ts'

/** Milliseconds without typing before a search starts. */
const searchAfterMs = 300

interface SearchPanelProps {
  initial: Search
  /** Called when a result or all results open. */
  onOpen?: () => void
  className?: string | undefined
  /** Content beside the field. */
  aside?: ReactNode
  /** Shown while the field is empty. */
  children?: ReactNode
}

/**
 * A field that searches while the user types, and the first results of each category. Arrow keys move through the results; Enter opens all
 * of them.
 */
export function SearchPanel({ initial, onOpen, className, aside, children }: SearchPanelProps) {
  const go = useGo()
  const signedIn = useSignedIn()
  const [typed, setTyped] = useState(initial.keyword)
  const [chosenScope, setChosenScope] = useState(initial.scope)
  const scope = signedIn ? chosenScope : 'all'
  const keyword = typed.trim()
  const search = { keyword: useDebounced(keyword, searchAfterMs), scope }
  const isSearching = isLongEnough(keyword)

  const openAll = (event: FormEvent) => {
    event.preventDefault()
    if (!isSearching) return
    go(paths.search({ type: scope === 'my' ? scope : undefined, keyword }))
    onOpen?.()
  }
  const follow = (event: MouseEvent) => {
    if (isPlainClick(event) && event.target instanceof Element && event.target.closest('a')) onOpen?.()
  }
  const listeners = { onKeyDown: moveFocus, onClick: follow }
  return (
    <div className={className} {...listeners}>
      <form className={css.head} onSubmit={openAll}>
        <SearchField className={css.field} label={t('label')} value={typed} maxLength={limits.keyword} onChange={setTyped} />
        {aside}
      </form>
      {signedIn && (
        <div className={css.scope}>
          <SegmentedControl
            label={t('scope.label')}
            options={scopes.map((value) => ({ value, name: scopeName(value) }))}
            value={scope}
            onChange={setChosenScope}
          />
        </div>
      )}
      {isSearching ? (
        <FirstHits search={search} />
      ) : keyword ? (
        <p className={css.hint}>{t('hint')}</p>
      ) : (
        <RevealInOrder>
          {signedIn && (
            <div className={cx(css.saved, aside === undefined && css.onScreen)}>
              <SavedSearchesList />
            </div>
          )}
          {children}
        </RevealInOrder>
      )}
    </div>
  )
}

/** Moves the focus up and down, from the field through all links and back. Typing a letter focuses the field. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const panel = event.currentTarget
  const field = panel.querySelector<HTMLInputElement>('input[type=search]')
  const { target } = event
  const isLink = target instanceof HTMLAnchorElement
  if (!field || event.nativeEvent.isComposing || (target !== field && !isLink)) return
  if (isLink && isSingleKey(event)) return field.focus()
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const stops = [field, ...panel.querySelectorAll<HTMLElement>('a[href]')]
  event.preventDefault()
  stops[stops.indexOf(target as HTMLElement) + step]?.focus()
}
