import type { ApiError } from '#kit/contract/client.ts'
import { unshownErrors } from '#kit/web/problems.ts'
import { Alert } from '#ui/Alert.tsx'

interface ProblemProps {
  error: ApiError | null
  /** Fields that show their own errors. */
  shown?: readonly string[]
}

/** Shows the errors of a form, except those that its fields show. */
export function FormErrorAlert({ error, shown = [] }: ProblemProps) {
  const sentences = error ? unshownErrors(error, shown) : []
  if (sentences.length === 0) return null
  return (
    <Alert>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Alert>
  )
}

/** Joins sentences, each with a full stop. */
export const joinSentences = (sentences: readonly string[]): string =>
  sentences.map((sentence) => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`)).join(' ')
