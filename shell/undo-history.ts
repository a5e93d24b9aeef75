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
  add(step)
}

function add(step: UndoableStep): void {
  const entry: Entry = { ...step, dismiss: () => {} }
  done = [...done, entry].slice(-maxSteps)
  if (step.quiet) announce(step.label)
  else
    entry.dismiss = toast(step.label, {
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
  entry.dismiss()
  if (!(await succeeds(entry.undo))) return
  announce(t('undo.done', { label: entry.label }))
  if (entry.redo) undone = [...undone, entry]
}

/** Does again what was taken back last. */
export async function redoStep(): Promise<void> {
  const entry = undone.at(-1)
  if (!entry?.redo) return
  undone = without(undone, entry)
  if (await succeeds(entry.redo)) add(entry)
}

async function succeeds(step: () => unknown): Promise<boolean> {
  try {
    await step()
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    toast(error.message, { warning: true })
    return false
  }
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
