import type { DragKind } from '../../drop-rules.ts'
import type { Section } from '../../rules.ts'

/** Something in a bar that holds other things, and opens when something is held over it. */
export type Openable = 'group' | 'archive'

interface ArrangeMode {
  lifts: readonly DragKind[]
  /** Groups hold channels: over a group that is lifted itself the others stay closed. */
  opens: readonly Openable[]
}

/** What can be arranged, by what is lifted. Shortcuts have their place here, and lift nothing until there are packages. */
const arrangeModes = {
  playlist: { lifts: ['channel', 'special'], opens: ['group', 'archive'] },
  group: { lifts: ['group'], opens: ['archive'] },
  item: { lifts: ['series', 'video'], opens: ['group', 'archive'] },
  shortcut: { lifts: [], opens: [] },
} as const satisfies Record<string, ArrangeMode>
type ModeName = keyof typeof arrangeModes

interface BarFlavour {
  /** As shelves, in their order; groups stand at the head of `other`. */
  sections: readonly Section[]
  modes: readonly ModeName[]
}

/** The sub-bars there are, and what can be arranged in each. */
export const barFlavours = {
  mine: { sections: ['archive', 'left', 'other', 'public'], modes: ['playlist', 'group', 'shortcut'] },
  discover: { sections: [], modes: [] },
} as const satisfies Record<string, BarFlavour>
export type FlavourName = keyof typeof barFlavours

/** Can such a thing be lifted in a bar? */
export const lifts = (flavour: FlavourName, kind: DragKind): boolean =>
  barFlavours[flavour].modes.some((mode) => (arrangeModes[mode].lifts as readonly DragKind[]).includes(kind))

/** Does something of the bar open when such a thing is held over it? */
export const opensFor = (kind: DragKind, openable: Openable): boolean =>
  Object.values<ArrangeMode>(arrangeModes).some((mode) => mode.lifts.includes(kind) && mode.opens.includes(openable))
