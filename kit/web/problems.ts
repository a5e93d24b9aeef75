import type { ApiError } from '#kit/contract/client.ts'

const isPartOf = (field: string, list: string) => field.startsWith(`${list}.`)

/**
 * Returns the errors of fields that don't show their own errors; if there are no errors of fields, the message. The error of a list item
 * counts as shown if its list or the item shows it.
 */
export function unshownErrors({ body: { errors, message } }: ApiError, shownFields: readonly string[]): string[] {
  const allErrors = Object.entries(errors)
  const isReported = (field: string, sentence: string) =>
    shownFields.some((other) => (isPartOf(other, field) || isPartOf(field, other)) && errors[other]?.includes(sentence))
  const otherErrors = allErrors
    .filter(([field]) => !shownFields.includes(field))
    .flatMap(([field, sentences]) => sentences.filter((sentence) => !isReported(field, sentence)))
  return allErrors.length > 0 ? [...new Set(otherErrors)] : [message]
}

/**
 * Splits a refusal for a form: the first error of each field, and the errors that no field shows.
 * @param shownFields fields that show their own errors
 */
export function formErrors(error: ApiError | null | undefined, shownFields: readonly string[] = []) {
  const fields: Record<string, string> = {}
  for (const [field, [first]] of Object.entries(error?.body.errors ?? {})) if (first) fields[field] = first
  const message = error ? unshownErrors(error, shownFields).join(' ') : ''
  return { message: message || undefined, fields }
}

/** Whether a change was refused because another user has changed the thing since it was read. */
export const isStaleVersionError = (error: ApiError | null): boolean => error?.body.code === 'changed_meanwhile'
