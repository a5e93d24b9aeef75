/*
 * Shortcuts as text: `e`, `Delete`, `Shift+ArrowLeft`, `Mod+z`. `Mod` is ⌘ on Apple and Ctrl elsewhere; a letter without
 * modifiers excludes Shift. For signs such as `?`, the modifiers needed to type them are ignored.
 */

export const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

type KeyCombination = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const isSign = (key: string) => /^[^\p{L}\p{N}\s]$/u.test(key)

/** Whether it is a single character, which dictation software may type unintentionally (WCAG 2.1.4). */
export const isSingleKey = ({ key, ctrlKey, metaKey, altKey }: KeyCombination): boolean =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey

/** Whether the event matches these keys. */
export function matchesKeys(keys: string, { key, ctrlKey, metaKey, altKey, shiftKey }: KeyCombination): boolean {
  const parts = keys.split('+')
  const hasModifier = (modifier: string) => parts.includes(modifier)
  return (
    parts.at(-1)?.toLowerCase() === key.toLowerCase() &&
    (hasModifier('Shift') === shiftKey || isSign(key)) &&
    hasModifier('Alt') === altKey &&
    hasModifier('Mod') === (isApple ? metaKey : ctrlKey) &&
    !(isApple ? ctrlKey : metaKey)
  )
}
