import { callEndpoint } from '#kit/contract/client.ts'
import { send } from '#kit/web/fetch.ts'
import { createStore } from '#ui/store.ts'
import { guideContract } from '#features/guide/contract.ts'
import { limits } from '#features/tv-sources/rules.ts'
import type { ListedTvChannel } from '#features/guide/shapes.ts'

/** Milliseconds after the last digit before the channel changes. */
const tuneAfterMs = 1500
/** Milliseconds for which an error is shown. */
const errorMs = 2500
const maxDigits = String(limits.number).length

interface TypedNumber {
  digits: string
  /** `unknown`: no channel has the number; `failed`: the request failed. */
  failure?: 'unknown' | 'failed'
}

/** The channel number while it is typed. */
export const typedNumber = createStore<TypedNumber | undefined>(undefined)
let timer: ReturnType<typeof setTimeout> | undefined

const isTyping = () => typedNumber.get() !== undefined && typedNumber.get()?.failure === undefined

type TuneHandler = (tv: ListedTvChannel) => void

/** Changes to the channel with the number, unless digits were typed during the request. */
async function goToTypedChannel(go: TuneHandler): Promise<void> {
  clearTimeout(timer)
  const typed = typedNumber.get()
  if (!typed || typed.failure) return
  const { digits } = typed
  let failure: TypedNumber['failure']
  try {
    const [result] = await callEndpoint(guideContract.searchTvChannels, { body: { query: String(Number(digits)), limit: 1 } }, send)
    if (typedNumber.get() !== typed) return
    if (result?.number === Number(digits)) {
      typedNumber.set(undefined)
      return go(result)
    }
    failure = 'unknown'
  } catch {
    failure = 'failed'
  }
  if (typedNumber.get() !== typed) return
  typedNumber.set({ digits, failure })
  timer = setTimeout(() => typedNumber.set(undefined), errorMs)
}

/** Handles a key for the number. @returns false if the key is not for it */
export function handleNumberKey(key: string, go: TuneHandler): boolean {
  const digits = isTyping() ? typedNumber.get()!.digits : ''
  if (/^\d$/.test(key)) typedNumber.set({ digits: (digits + key).slice(-maxDigits) })
  else if (!digits) return false
  else if (key === 'Enter') {
    void goToTypedChannel(go)
    return true
  } else if (key === 'Backspace') typedNumber.set(digits.length > 1 ? { digits: digits.slice(0, -1) } : undefined)
  else if (key === 'Escape') typedNumber.set(undefined)
  else return false
  clearTimeout(timer)
  if (typedNumber.get()) timer = setTimeout(() => void goToTypedChannel(go), tuneAfterMs)
  return true
}

export function clearTypedNumber(): void {
  clearTimeout(timer)
  typedNumber.set(undefined)
}
