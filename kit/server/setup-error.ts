/** Something whoever runs this installation has to put right: its message is one sentence for them, shown without a stack. */
export class SetupError extends Error {
  override readonly name = 'SetupError'
}

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** For the terminal: one sentence for what its reader can put right, everything for what only we can. */
export const explain = (error: unknown) => (error instanceof Error && !(error instanceof SetupError) && error.stack) || messageOf(error)
