import { storage, useStored } from '#kit/web/storage.ts'

export type Theme = 'dark-theme' | 'light-theme'

/** `before-paint.js` has set it before the first paint; from then on it follows what is stored. */
export function followTheme(): void {
  let shown: Theme = 'dark-theme'
  const show = () => {
    const theme = storage.get('theme') ?? 'dark-theme'
    // A page comes dark: to ask what its colour is would cost styles and layout before there is anything to see.
    if (theme === shown) return
    shown = theme
    const root = document.documentElement
    root.classList.remove('dark-theme', 'light-theme')
    root.classList.add(theme)
    // The bars of the browser are part of the room.
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', getComputedStyle(root).getPropertyValue('--bg'))
  }
  show()
  storage.subscribe(show)
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useStored('theme') ?? 'dark-theme', (theme) => storage.set('theme', theme)]
}
