import { storage, useStored } from '#kit/web/storage.ts'

/** What a person chose in the player, kept in this browser. */
interface PlayerChoices {
  /** 1 is normal. */
  speed: number
  /** 0 to 1. */
  volume: number
  muted: boolean
  /** Language of the captions; null for none. */
  captions: string | null
  /** Language that is spoken, where a stream has several; null for its own choice. */
  audio: string | null
  /** Providers that may always play, by `consentKey`. */
  allowed: readonly string[]
  /** When an item has ended, the next one plays by itself. */
  playNext: boolean
}

export interface Preferences {
  get: () => PlayerChoices
  set: (changes: Partial<PlayerChoices>) => void
}

/** What was stored, as far as it makes sense: another version, another program or a person may have left anything there. */
function read(): PlayerChoices {
  const { speed, volume, muted, captions, audio, allowed, playNext } = storage.get('player') ?? {}
  return {
    speed: typeof speed === 'number' && speed >= 0.25 && speed <= 4 ? speed : 1,
    volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : 1,
    muted: muted === true,
    captions: typeof captions === 'string' ? captions : null,
    audio: typeof audio === 'string' ? audio : null,
    allowed: Array.isArray(allowed) ? allowed.filter((one) => typeof one === 'string') : [],
    playNext: playNext !== false,
  }
}

export const playerPreferences: Preferences = {
  get: read,
  set: (changes) => storage.set('player', { ...read(), ...changes }),
}

/** The same for components: followed as it changes, here and in other tabs. */
export function usePlayerPreferences(): PlayerChoices {
  useStored('player')
  return read()
}

/** From now on a provider is asked for nothing before somebody agrees once more. */
export const revokeConsent = (key: string): void =>
  playerPreferences.set({ allowed: playerPreferences.get().allowed.filter((one) => one !== key) })
