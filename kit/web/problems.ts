import type { ApiError } from '#kit/contract/client.ts'

/** What a form shows of a refusal: one sentence, and the first thing that is wrong with each field. */
export function problemOf(error: ApiError | null | undefined): { message: string | undefined; fields: Record<string, string> } {
  const fields: Record<string, string> = {}
  for (const [field, [first]] of Object.entries(error?.body.errors ?? {})) if (first) fields[field] = first
  return { message: error?.message, fields }
}
