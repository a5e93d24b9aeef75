import { useEffect, useState } from 'react'

/** ms between an answer and the next question. */
const rest = 60_000
const resting = Symbol('resting')

/**
 * One question after the other, with a rest between them: nobody gets a second one for answering the first.
 * @returns the question that is wanted, once its time has come
 */
export function useRested<Question extends string>(wanted: Question | undefined): Question | undefined {
  const [asked, setAsked] = useState<Question | typeof resting | undefined>(wanted)
  if (asked !== resting && asked !== wanted) setAsked(asked === undefined ? wanted : resting)

  // Only the clock ends a rest.
  useEffect(() => {
    if (asked !== resting) return
    const timer = setTimeout(() => setAsked(undefined), rest)
    return () => clearTimeout(timer)
  }, [asked])

  return asked === resting ? undefined : wanted
}
