import type { Registration } from '#shell/registry.ts'

/** For everybody; what can be done with TV channels and programmes comes with `user-registration.ts`. */
export const televisionRegistration: Registration = { guestMenus: ['channel', 'epg'] }
