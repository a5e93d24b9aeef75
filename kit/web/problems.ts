import type { ApiError } from '#kit/contract/client.ts'

const isPartOf = (field: string, list: string) => field.startsWith(`${list}.`)

/**
 * What a refusal says apart from what stands beside the fields that show their own errors: the other fields' errors, else its message.
 * The error of a part of a list stands at the list too: where one of both shows it, it is said.
 */
export function sentencesOf({ body: { errors, message } }: ApiError, shown: readonly string[]): string[] {
  const said = Object.entries(errors)
  const isSaid = (field: string, sentence: string) =>
    shown.some((other) => (isPartOf(other, field) || isPartOf(field, other)) && errors[other]?.includes(sentence))
  const others = said
    .filter(([field]) => !shown.includes(field))
    .flatMap(([field, sentences]) => sentences.filter((sentence) => !isSaid(field, sentence)))
  return said.length > 0 ? [...new Set(others)] : [message]
}

/**
 * What a form shows of a refusal: the first thing that is wrong with each field, and what none of its fields says.
 * @param shown the fields that show their own errors
 */
export function problemOf(error: ApiError | null | undefined, shown: readonly string[] = []) {
  const fields: Record<string, string> = {}
  for (const [field, [first]] of Object.entries(error?.body.errors ?? {})) if (first) fields[field] = first
  const message = error ? sentencesOf(error, shown).join(' ') : ''
  return { message: message || undefined, fields }
}
