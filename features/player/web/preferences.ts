import { storage, useStored } from '#kit/web/storage.ts'

/** Player settings, stored in this browser. */
interface PlayerChoices {
  /** 1 is normal. */
  speed: number
  /** 0 to 1. */
  volume: number
  muted: boolean
  /** Caption language; null for none. */
  captions: string | null
  /** Audio language, for streams with several; null: the default of the stream. */
  audio: string | null
  /** Providers to which the user has consented permanently, by `consentKey`. */
  allowed: readonly string[]
  /** Whether to play the next item automatically. */
  playNext: boolean
  /** Id of the TV channel watched last. */
  channel: string | null
  /** Whether the TV channel watched last plays, muted, when the home page opens. */
  startsOn: boolean
}

export interface Preferences {
  get: () => PlayerChoices
  set: (changes: Partial<PlayerChoices>) => void
}

/** Validates the stored settings, which other versions, programs or users may have written. */
function readChoices(): PlayerChoices {
  const { speed, volume, muted, captions, audio, allowed, playNext, channel, startsOn } = storage.get('player') ?? {}
  return {
    speed: typeof speed === 'number' && speed >= 0.25 && speed <= 4 ? speed : 1,
    volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : 1,
    muted: muted === true,
    captions: typeof captions === 'string' ? captions : null,
    audio: typeof audio === 'string' ? audio : null,
    allowed: Array.isArray(allowed) ? allowed.filter((item) => typeof item === 'string') : [],
    playNext: playNext !== false,
    channel: typeof channel === 'string' ? channel : null,
    startsOn: startsOn !== false,
  }
}

export const playerPreferences: Preferences = {
  get: readChoices,
  set: (changes) => storage.set('player', { ...readChoices(), ...changes }),
}

/** The settings, for components. Updated on changes here and in other tabs. */
export function usePlayerPreferences(): PlayerChoices {
  useStored('player')
  return readChoices()
}

/** Withdraws the consent to a provider. */
export const revokeConsent = (key: string): void =>
  playerPreferences.set({ allowed: playerPreferences.get().allowed.filter((item) => item !== key) })
