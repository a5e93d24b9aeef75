/** An action of a key. The keys are those of TV remotes and other players. */
export type PlayerAction =
  | MediaAction
  | { do: 'chapter'; by: 1 | -1 }
  | { do: 'next' }
  | { do: 'previous' }
  | { do: 'dock' }
  | { do: 'shuffle' }
  | { do: 'repeat' }

export type MediaAction =
  | { do: 'toggle' | 'mute' | 'captions' | 'fullscreen' }
  /** Seconds, negative for backwards. */
  | { do: 'jump'; by: number }
  /** Fraction of the duration, 0 to 1. */
  | { do: 'seek'; to: number }
  /** Change of the volume as a fraction of the maximum; negative: softer. */
  | { do: 'volume'; by: number }

export const jumpBackSeconds = -10
export const jumpForwardSeconds = 30

export const playerKeys: Readonly<Record<string, PlayerAction>> = {
  ' ': { do: 'toggle' },
  k: { do: 'toggle' },
  MediaPlayPause: { do: 'toggle' },
  j: { do: 'jump', by: jumpBackSeconds },
  ArrowLeft: { do: 'jump', by: jumpBackSeconds },
  MediaRewind: { do: 'jump', by: jumpBackSeconds },
  l: { do: 'jump', by: jumpForwardSeconds },
  ArrowRight: { do: 'jump', by: jumpForwardSeconds },
  MediaFastForward: { do: 'jump', by: jumpForwardSeconds },
  ArrowUp: { do: 'volume', by: 0.05 },
  ArrowDown: { do: 'volume', by: -0.05 },
  '+': { do: 'volume', by: 0.05 },
  '-': { do: 'volume', by: -0.05 },
  Home: { do: 'seek', to: 0 },
  End: { do: 'seek', to: 1 },
  PageDown: { do: 'chapter', by: 1 },
  PageUp: { do: 'chapter', by: -1 },
  m: { do: 'mute' },
  c: { do: 'captions' },
  f: { do: 'fullscreen' },
  n: { do: 'next' },
  MediaTrackNext: { do: 'next' },
  p: { do: 'previous' },
  MediaTrackPrevious: { do: 'previous' },
  i: { do: 'dock' },
  s: { do: 'shuffle' },
  r: { do: 'repeat' },
}

export interface PressedKey {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** Returns a key's action; undefined for other keys. */
export function actionForKey({ key, ctrlKey, metaKey, altKey }: PressedKey): PlayerAction | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  if (/^\d$/.test(key)) return { do: 'seek', to: Number(key) / 10 }
  return playerKeys[key.length === 1 ? key.toLowerCase() : key]
}
