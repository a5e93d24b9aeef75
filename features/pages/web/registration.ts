import { type Registration, slotPart } from '#shell/registry.ts'
import { Welcome } from './welcome/Welcome.tsx'

export const pagesRegistration: Registration = {
  // Not lazy: it is at the top of a guest's first page.
  slots: [slotPart('screen.explanation', 'view', Welcome, { forGuests: true })],
}
