import { ApiError } from '#kit/contract/client.ts'
import { listStoredCalls } from '#kit/web/stored-calls.ts'
import { onViewerChange } from '#kit/web/viewer.ts'
import { announce, toast } from '#ui/toasts.ts'
import type { UndoableStep } from './actions.ts'
import { t } from './texts.ts'

/** Maximum undo steps. */
const maxSteps = 100

interface Entry extends UndoableStep {
  /** Dismisses the step's toast. */
  dismiss: () => void
}

/** Undo and redo stacks; the last step is at the end. */
let undoStack: readonly Entry[] = []
let redoStack: readonly Entry[] = []

const withoutEntry = (entries: readonly Entry[], entry: Entry) => entries.filter((item) => item !== entry)

/** Records a step and announces it: with an undo toast, or to screen readers only. */
export function recordStep(step: UndoableStep): void {
  redoStack = []
  void addEntry(step, step.pending)
}

/** Removes a refused step, and shows why it was refused. */
function showRefusal(entry: Entry, error: unknown): void {
  undoStack = withoutEntry(undoStack, entry)
  redoStack = withoutEntry(redoStack, entry)
  entry.dismiss()
  if (!(error instanceof ApiError)) throw error
  // The list of waiting moves shows why a move that waited for a connection was refused, so there is no toast.
  if (!listStoredCalls().some(({ refused }) => refused === error.message)) toast(error.message, { warning: error.status !== 202 })
}

/** Records an optimistic step: undoable immediately, announced when its call succeeds unless undone before. */
async function addEntry(step: UndoableStep, pending: Promise<unknown> | undefined): Promise<void> {
  const entry: Entry = { ...step, dismiss: () => {} }
  undoStack = [...undoStack, entry].slice(-maxSteps)
  if (!pending) return announceEntry(entry)
  try {
    await pending
  } catch (error) {
    return showRefusal(entry, error)
  }
  if (undoStack.includes(entry)) announceEntry(entry)
}

function announceEntry(entry: Entry): void {
  if (entry.quiet) return announce(entry.label)
  entry.dismiss = toast(entry.label, {
    action: { name: t('undo.action'), perform: () => void undoStep(entry) },
    onDismiss: () => void commitEntry(entry),
  })
}

/** Commits a deferred step; it can't be undone afterwards. */
async function commitEntry(entry: Entry): Promise<void> {
  if (!entry.commit || !undoStack.includes(entry)) return
  undoStack = withoutEntry(undoStack, entry)
  await entry.commit()
}

/**
 * Commits all deferred steps. Call it before a move, because positions don't count items that a step has only hidden, and when the user
 * leaves the page.
 */
export async function commitDeferredSteps(): Promise<void> {
  const uncommitted = undoStack.filter((entry) => entry.commit)
  await Promise.all(
    uncommitted.map((entry) => {
      const committed = commitEntry(entry)
      entry.dismiss()
      return committed
    }),
  )
}

export const canUndo = (): boolean => undoStack.length > 0
export const canRedo = (): boolean => redoStack.length > 0

/** Undoes a step; the last one by default. If the server refuses that, removes the step and shows the reason. */
export async function undoStep(entry = undoStack.at(-1)): Promise<void> {
  if (!entry || !undoStack.includes(entry)) return
  undoStack = withoutEntry(undoStack, entry)
  redoStack = [...redoStack, entry]
  entry.dismiss()
  try {
    await entry.undo()
    announce(t('undo.done', { label: entry.label }))
  } catch (error) {
    showRefusal(entry, error)
  }
}

/** Redoes the last undone step. */
export async function redoStep(): Promise<void> {
  const last = redoStack.at(-1)
  if (!last) return
  redoStack = withoutEntry(redoStack, last)
  const { dismiss: _, pending: __, ...step } = last
  const redoing = async () => last.redo()
  await addEntry(step, redoing())
}

/** Clears both stacks when the user changes; drops deferred steps of the previous user. */
function clearHistory(): void {
  const before = undoStack
  undoStack = []
  redoStack = []
  for (const { dismiss } of before) dismiss()
}

onViewerChange(clearHistory)
addEventListener('pagehide', () => void commitDeferredSteps())
