import { storage } from '#kit/web/storage.ts'

/** What a person chose in the player, kept in this browser. */
interface PlayerChoices {
  /** 1 is normal. */
  speed: number
  /** 0 to 1. */
  volume: number
  muted: boolean
  /** Language of the captions; null for none. */
  captions: string | null
  /** Providers that may always play, by `consentKey`. */
  allowed: readonly string[]
}

export interface Preferences {
  get: () => PlayerChoices
  set: (changes: Partial<PlayerChoices>) => void
}

/** What was stored, as far as it makes sense: another version, another program or a person may have left anything there. */
function read(): PlayerChoices {
  const { speed, volume, muted, captions, allowed } = storage.get('player') ?? {}
  return {
    speed: typeof speed === 'number' && speed >= 0.25 && speed <= 4 ? speed : 1,
    volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : 1,
    muted: muted === true,
    captions: typeof captions === 'string' ? captions : null,
    allowed: Array.isArray(allowed) ? allowed.filter((one) => typeof one === 'string') : [],
  }
}

export const playerPreferences: Preferences = {
  get: read,
  set: (changes) => storage.set('player', { ...read(), ...changes }),
}
