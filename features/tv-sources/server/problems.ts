/** Codes of an import's problems. Their texts are under `problem` in the locale files. */
export const problemCodes = [
  'line_too_long',
  'quote_not_closed',
  'no_address',
  'not_understood',
  'address_relative',
  'address_broken',
  'address_not_played',
  'address_too_long',
  'first_address',
  'doubled',
  'no_channel_for_item',
  'too_many',
  'broken',
  'read_as_text',
  'repaired',
  'unclosed',
  'unopened',
  'no_channel',
  'no_title',
  'no_start',
  'bad_time',
  'vague_time',
  'stop_before_start',
  'outside_days',
  'cut_short',
  'not_deleted',
] as const

export interface ImportProblem {
  /** Line of the file; 0: the whole file. */
  line: number
  code: (typeof problemCodes)[number]
  /** A quote from the file. */
  detail: string
}
