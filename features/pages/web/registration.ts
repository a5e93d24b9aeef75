import { type Registration, slotPart } from '#shell/registry.ts'
import { Welcome } from './welcome/Welcome.tsx'

export const pagesRegistration: Registration = {
  // At once, and not lazily: it stands at the top of the guest's first page.
  slots: [slotPart('screen.explanation', 'view', Welcome, { forGuests: true })],
}
