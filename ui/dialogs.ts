import { type ComponentType, createContext, createElement, type ReactElement } from 'react'
import { createStore } from './store.ts'
import { t } from './texts.ts'
import { toast } from './toasts.ts'

/** Props that every dialog gets in addition to its own. `close` closes the dialog and resolves `openDialog`. */
export interface CloseProps<Answer = void> {
  close: (answer?: Answer) => void
}

type AnswerOf<Props> = Props extends { close: (answer?: infer Answer) => void } ? Answer : never

export interface OpenDialog {
  id: number
  open: boolean
  /** Whether it has appeared: its code has loaded and rendered. */
  hasAppeared?: boolean
  /** Called when the user wants to close the dialog. A changed form asks first. */
  dismiss: () => void
  /** Closes without asking. */
  close: () => void
  element: ReactElement | null
}

/** All open dialogs, the topmost last. A closed dialog stays in the list until its exit animation ends. */
export const dialogs = createStore<readonly OpenDialog[]>([])

/** The dialog that contains a component. */
export const DialogContext = createContext<OpenDialog | null>(null)

/** Functions that may keep a dialog open, by dialog id. */
const guards = new Map<number, () => Promise<boolean>>()

/** Adds a function that decides whether the user may close the dialog. @returns a function that removes it */
export function guardDialog(id: number, mayLeave: () => Promise<boolean>): () => void {
  guards.set(id, mayLeave)
  return () => void guards.delete(id)
}

interface DialogOptions {
  /** Whether leaving the page while the code loads dismisses the dialog, so that it doesn't open on the next page. */
  isOfPage?: boolean
}

let lastId = 0
/** Number of times that the user has left a page. */
let pagesLeft = 0

const changeDialog = (id: number, change: Partial<OpenDialog>) =>
  dialogs.set((now) => now.map((item) => (item.id === id ? { ...item, ...change } : item)))

/** Called by each dialog when it appears. */
export const markAppeared = (id: number): void => changeDialog(id, { hasAppeared: true })

/**
 * Opens a dialog, loading its code, and resolves with its result: undefined when it was dismissed. Until the dialog appears, opening it
 * again has no effect, because people press twice if nothing happens. Such a repeated call never resolves, because `undefined` would mean
 * that the user dismissed the dialog.
 * `await openDialog(() => import('./AddSeriesDialog.tsx').then((m) => m.AddSeriesDialog), { playlist })`
 */
export async function openDialog<Props extends { close: (answer?: never) => void }>(
  load: () => Promise<ComponentType<Props>>,
  props: Omit<Props, 'close'>,
  { isOfPage = false }: DialogOptions = {},
): Promise<AnswerOf<Props> | undefined> {
  const pagesLeftBefore = pagesLeft
  let Loaded: ComponentType<Props>
  try {
    Loaded = await load()
  } catch {
    toast(t('load.failed'), { warning: true })
    return undefined
  }
  if (isOfPage && pagesLeft !== pagesLeftBefore) return undefined
  const isRepeated = dialogs.get().some(({ open, element, hasAppeared }) => open && element?.type === Loaded && !hasAppeared)
  if (isRepeated) return new Promise(() => {})
  return new Promise((resolve) => {
    const id = ++lastId
    const close = (answer?: AnswerOf<Props>) => {
      changeDialog(id, { open: false })
      resolve(answer)
    }
    const dismiss = async () => {
      // Ignores presses outside of this dialog that are in a dialog on top of it.
      if (dialogs.get().findLast(({ open }) => open)?.id !== id) return
      if (guards.has(id) && !(await guards.get(id)?.())) return
      close()
    }
    const element = createElement(Loaded, { ...props, close } as unknown as Props)
    dialogs.set((now) => [...now, { id, open: true, dismiss: () => void dismiss(), close: () => close(), element }])
  })
}

/** Drops the dialogs of the page that are still loading, because the user has left it. */
export const dropLoadingDialogs = (): void => void pagesLeft++

/** Closes all dialogs, because the page changed. */
export function closeDialogs(): void {
  for (const dialog of dialogs.get()) dialog.close()
}
