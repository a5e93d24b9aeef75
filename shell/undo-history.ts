import { ApiError } from '#kit/contract/client.ts'
import { onViewerChange } from '#kit/web/viewer.ts'
import { announce, toast } from '#ui/toasts.ts'
import type { UndoableStep } from './actions.ts'
import { t } from './texts.ts'

/** How many steps can be taken back. */
const maxSteps = 100

interface Entry extends UndoableStep {
  /** Takes its toast away. */
  dismiss: () => void
}

/** What was done, and what was taken back; the last at the end. */
let done: readonly Entry[] = []
let undone: readonly Entry[] = []

const without = (entries: readonly Entry[], entry: Entry) => entries.filter((one) => one !== entry)

/** Puts something that was done in the history, and says so: with a toast that offers to take it back, or to screen readers alone. */
export function recordStep(step: UndoableStep): void {
  undone = []
  void add(step, step.pending)
}

/** It never happened, and why. */
function refuse(entry: Entry, error: unknown): void {
  done = without(done, entry)
  undone = without(undone, entry)
  entry.dismiss()
  if (!(error instanceof ApiError)) throw error
  toast(error.message, { warning: true })
}

/** It can be taken back at once; it is announced when its call has succeeded, unless it was taken back before. */
async function add(step: UndoableStep, pending: Promise<unknown> | undefined): Promise<void> {
  const entry: Entry = { ...step, dismiss: () => {} }
  done = [...done, entry].slice(-maxSteps)
  if (!pending) return tell(entry)
  try {
    await pending
  } catch (error) {
    return refuse(entry, error)
  }
  if (done.includes(entry)) tell(entry)
}

function tell(entry: Entry): void {
  if (entry.quiet) return announce(entry.label)
  entry.dismiss = toast(entry.label, {
    action: { name: t('undo.action'), perform: () => void undoStep(entry) },
    onGone: () => void commit(entry),
  })
}

/** Does what was only shown so far; afterwards it can't be taken back. */
async function commit(entry: Entry): Promise<void> {
  if (!entry.commit || !done.includes(entry)) return
  done = without(done, entry)
  await entry.commit()
}

/** Does everything that was only shown so far: places are counted without what is hidden, and who leaves the page takes nothing back. */
export async function commitSteps(): Promise<void> {
  const waiting = done.filter((entry) => entry.commit)
  await Promise.all(
    waiting.map((entry) => {
      const committed = commit(entry)
      entry.dismiss()
      return committed
    }),
  )
}

export const canUndo = (): boolean => done.length > 0
export const canRedo = (): boolean => undone.length > 0

/** Takes a step back: the last one unless told. One that is refused says why, and is gone from the history. */
export async function undoStep(entry = done.at(-1)): Promise<void> {
  if (!entry || !done.includes(entry)) return
  done = without(done, entry)
  undone = [...undone, entry]
  entry.dismiss()
  try {
    await entry.undo()
    announce(t('undo.done', { label: entry.label }))
  } catch (error) {
    refuse(entry, error)
  }
}

/** Does again what was taken back last. */
export async function redoStep(): Promise<void> {
  const last = undone.at(-1)
  if (!last) return
  undone = without(undone, last)
  const { dismiss: _, pending: __, ...step } = last
  const redoing = async () => last.redo()
  await add(step, redoing())
}

/** Nobody takes back what another person did; what was only shown is not done in another's name. */
function clearHistory(): void {
  const before = done
  done = []
  undone = []
  for (const { dismiss } of before) dismiss()
}

onViewerChange(clearHistory)
addEventListener('pagehide', () => void commitSteps())
