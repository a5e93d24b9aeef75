/**
 * Places where features add parts to other features' screens, with the subject types that are rendered there. The module that renders a
 * slot declares it: `declare module '#shell/slots.ts' { interface Slots { 'row.lead': 'serie' } }`
 */
export interface Slots {
  /** Before a screen's content: an introduction, or videos to continue with. */
  'screen.explanation': 'view'
  /** After a screen's content. */
  'screen.foot': 'view'
  /** In the header of every screen, before the three dots. */
  'screen.bell': 'app'
  /** A bar above the navigation, on every page. */
  'app.bar': 'app'
}
export type SlotName = keyof Slots
