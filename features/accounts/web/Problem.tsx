import type { ApiError } from '#kit/contract/client.ts'
import { Alert } from '#ui/Alert.tsx'

/** What a refusal says apart from what is said beside the fields of the form: the other fields' errors, else the message. */
export function sentencesOf({ body: { errors, message } }: ApiError, shown: readonly string[]): string[] {
  const said = Object.entries(errors)
  const others = said.filter(([field]) => !shown.includes(field)).flatMap(([, sentences]) => sentences)
  return said.length > 0 ? [...new Set(others)] : [message]
}

interface ProblemProps {
  error: ApiError | null
  /** Fields that show their own errors. */
  shown?: readonly string[]
}

/** Why a form was refused. */
export function Problem({ error, shown = [] }: ProblemProps) {
  const sentences = error ? sentencesOf(error, shown) : []
  if (sentences.length === 0) return null
  return (
    <Alert>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Alert>
  )
}
