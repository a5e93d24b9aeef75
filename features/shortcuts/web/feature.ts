import { forUsers, type WebFeature } from '#shell/feature.ts'

/** Logged-in users keep packages in their bar. */
export const shortcuts: WebFeature = {
  actions: [
    { audience: 'users', types: ['shortcut', 'tier'], load: () => import('./actions.ts').then((module) => module.shortcutsActions) },
  ],
  slots: [
    forUsers('app.bar', 'app', () => import('./ShortcutsLoader.tsx'), 'ShortcutsLoader'),
    forUsers('packages.note', 'app', () => import('./PackageDrags.tsx'), 'PackageDrags'),
  ],
}
