/** What a person chose in the player, kept in this browser. */
export interface PlayerChoices {
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

const key = 'player'
const usual: PlayerChoices = { speed: 1, volume: 1, muted: false, captions: null, allowed: [] }

/** What was stored, as far as it makes sense: anybody can write into local storage. */
function read(): PlayerChoices {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Record<keyof PlayerChoices, unknown>>
    const { speed, volume, muted, captions, allowed } = stored
    return {
      speed: typeof speed === 'number' && speed >= 0.25 && speed <= 4 ? speed : usual.speed,
      volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : usual.volume,
      muted: muted === true,
      captions: typeof captions === 'string' ? captions : null,
      allowed: Array.isArray(allowed) ? allowed.filter((one) => typeof one === 'string') : [],
    }
  } catch {
    return usual
  }
}

export const playerPreferences: Preferences = {
  get: read,
  set(changes) {
    try {
      localStorage.setItem(key, JSON.stringify({ ...read(), ...changes }))
    } catch {
      // Without storage nothing is remembered, and everything else works.
    }
  },
}
