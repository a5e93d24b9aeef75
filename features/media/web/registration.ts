import type { Registration } from '#shell/registry.ts'

export const mediaRegistration: Registration = {
  shortcuts: () => import('./player/shortcut-list.ts').then((module) => module.playerShortcuts),
}
