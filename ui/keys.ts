/*
 * Shortcuts as text: `e`, `Delete`, `Shift+ArrowLeft`, `Mod+z`. `Mod` is ⌘ on Apple devices, and Ctrl elsewhere. A letter without modifiers
 * must be typed without Shift. For signs such as `?`, modifiers that are needed to type the sign are ignored.
 */

export const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

type KeyCombination = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const isSymbol = (key: string) => /^[^\p{L}\p{N}\s]$/u.test(key)

/** Returns true for a single character without modifiers. Dictation software may type such a shortcut by accident (WCAG 2.1.4). */
export const isSingleKey = ({ key, ctrlKey, metaKey, altKey }: KeyCombination): boolean =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey

/** Returns true if the event matches these keys. */
export function matchesKeys(keys: string, { key, ctrlKey, metaKey, altKey, shiftKey }: KeyCombination): boolean {
  const parts = keys.split('+')
  const hasModifier = (modifier: string) => parts.includes(modifier)
  return (
    parts.at(-1)?.toLowerCase() === key.toLowerCase() &&
    (hasModifier('Shift') === shiftKey || isSymbol(key)) &&
    hasModifier('Alt') === altKey &&
    hasModifier('Mod') === (isApple ? metaKey : ctrlKey) &&
    !(isApple ? ctrlKey : metaKey)
  )
}
