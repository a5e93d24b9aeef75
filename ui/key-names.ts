import { isApple } from './keys.ts'
import { t } from './texts.ts'

const keySymbols: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Delete: 'Del',
  Escape: 'Esc',
  ' ': t('keys.space'),
  ...(isApple ? { Mod: '⌘', Shift: '⇧', Alt: '⌥', Delete: '⌦' } : { Mod: 'Ctrl' }),
}

/** Formats a shortcut as on the keyboard: `Ctrl+Z`, `⌘Z`. */
export const formatKeys = (keys: string): string =>
  keys
    .split('+')
    .map((part) => keySymbols[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join(isApple ? '' : '+')

/** Formats a shortcut for `aria-keyshortcuts`: `Control+Z`. */
export const ariaKeys = (keys: string): string =>
  keys
    .split('+')
    .map((part) => (part === 'Mod' ? (isApple ? 'Meta' : 'Control') : part.length === 1 ? part.toUpperCase() : part))
    .join('+')
