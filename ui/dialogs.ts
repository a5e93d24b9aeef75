import { type ComponentType, createContext, createElement, type ReactNode } from 'react'
import { createStore } from './store.ts'
import { t } from './texts.ts'
import { toast } from './toasts.ts'

/** What every dialog component gets beside its own props: closes it and answers whoever opened it. */
export interface Closing<Answer = void> {
  close: (answer?: Answer) => void
}

type AnswerOf<Props> = Props extends { close: (answer?: infer Answer) => void } ? Answer : never

export interface OpenDialog {
  id: number
  open: boolean
  /** The person wants to leave: a form that was changed asks first. */
  dismiss: () => void
  /** It goes, whatever is in it. */
  close: () => void
  element: ReactNode
}

/** All dialogs of the page, the last one on top; one that is closed stays until it has left the screen. */
export const dialogs = createStore<readonly OpenDialog[]>([])

/** The dialog that a component stands in. */
export const ThisDialog = createContext<OpenDialog | null>(null)

/** What dialogs ask before they are left, by their ids. */
const guards = new Map<number, () => Promise<boolean>>()

/** Has a dialog ask before it is left; answers how to stop that. */
export function guardDialog(id: number, mayLeave: () => Promise<boolean>): () => void {
  guards.set(id, mayLeave)
  return () => void guards.delete(id)
}

let last = 0

/**
 * Opens a dialog, whose code comes now, and answers what it closed with: undefined when it was only closed.
 * `await openDialog(() => import('./AddSeriesDialog.tsx').then((m) => m.AddSeriesDialog), { playlist })`
 */
export async function openDialog<Props extends { close: (answer?: never) => void }>(
  load: () => Promise<ComponentType<Props>>,
  props: Omit<Props, 'close'>,
): Promise<AnswerOf<Props> | undefined> {
  let Loaded: ComponentType<Props>
  try {
    Loaded = await load()
  } catch {
    toast(t('load.failed'), { warning: true })
    return undefined
  }
  return new Promise((resolve) => {
    const id = ++last
    const close = (answer?: AnswerOf<Props>) => {
      dialogs.set((now) => now.map((one) => (one.id === id ? { ...one, open: false } : one)))
      resolve(answer)
    }
    const dismiss = async () => {
      // What is pressed in a dialog on top is outside of this one, but does not mean it.
      if (dialogs.get().findLast(({ open }) => open)?.id !== id) return
      if (guards.has(id) && !(await guards.get(id)?.())) return
      close()
    }
    const element = createElement(Loaded, { ...props, close } as unknown as Props)
    dialogs.set((now) => [...now, { id, open: true, dismiss: () => void dismiss(), close: () => close(), element }])
  })
}

/** Closes whatever is open: the page behind it has changed. */
export function closeDialogs(): void {
  for (const dialog of dialogs.get()) dialog.close()
}
