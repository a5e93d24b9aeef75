/** One thing that can be done with what a menu belongs to. */
export interface ItemAction {
  /** In words, as the menu shows it. */
  name: string
  /** A drawing from `icons.ts`. */
  icon: string
  perform: () => void
  /** False: not for this viewer, or not now. */
  visible?: boolean | undefined
  /** A second, quieter line. */
  detail?: string | undefined
  /** A line is drawn above it. */
  apart?: boolean | undefined
}

/** The actions that a menu shows. A line above the first one would separate nothing. */
export const visibleActions = (actions: readonly ItemAction[]): ItemAction[] =>
  actions.filter(({ visible }) => visible !== false).map((action, at) => (at === 0 && action.apart ? { ...action, apart: false } : action))
