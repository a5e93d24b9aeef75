import { storage, useStored } from '#kit/web/storage.ts'

export type Theme = 'dark-theme' | 'light-theme'

/** `before-paint.js` sets the theme before the first paint; afterwards, this function follows the stored theme. */
export function applyTheme(): void {
  let currentTheme: Theme = 'dark-theme'
  const show = () => {
    const theme = storage.get('theme') ?? 'dark-theme'
    // Skips the default theme at the start. Reading the computed colour below would force style and layout.
    if (theme === currentTheme) return
    currentTheme = theme
    const root = document.documentElement
    root.classList.remove('dark-theme', 'light-theme')
    root.classList.add(theme)
    // Colours the browser's own bars.
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', getComputedStyle(root).getPropertyValue('--bg'))
  }
  show()
  storage.subscribe(show)
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useStored('theme') ?? 'dark-theme', (theme) => storage.set('theme', theme)]
}
