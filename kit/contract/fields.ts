import * as z from 'zod/mini'
import { encodeProblem } from './errors.ts'
import { cleanName } from './names.ts'
import { fieldErrors } from './problems.ts'
import { isVisible } from './visible.ts'

/** 11 random letters and digits (65 bits). */
export const Id = z.string().check(z.regex(/^[A-Za-z0-9]{11}$/))
export const byId = z.object({ id: Id })

/** ISO 8601, UTC. Refuses the year 0 and long fractions of a second, as PostgreSQL does. */
export const Time = z.iso.datetime().check(z.regex(/^(?!0000)/), z.maxLength(40))

const flags = new Map<unknown, boolean>([
  [true, true],
  [1, true],
  ['1', true],
  ['true', true],
  [false, false],
  [0, false],
  ['0', false],
  ['false', false],
])
/** A boolean; forms and JSON may send 1, 0, true or false. */
export const Flag = z.pipe(
  z.union([z.boolean(), z.literal([0, 1]), z.enum(['0', '1', 'true', 'false'])]),
  z.transform((value): boolean => flags.get(value)!),
)

/** An integer from `min` to `max`, or its text in a form. */
export function integer(min: number, max: number) {
  /** A missing value has an error of its own. */
  const error = ({ input }: { input?: unknown }) => (input === undefined ? undefined : encodeProblem(fieldErrors.not_whole, { min, max }))
  return z.pipe(
    z.union([z.number(), z.pipe(z.string().check(z.regex(/^-?\d{1,15}$/)), z.transform(Number))], { error }),
    z.int({ error, abort: true }).check(z.minimum(min), z.maximum(max)),
  )
}

const lengthBounds = (max: number, min: number) =>
  [
    z.trim(),
    z.minLength(min),
    z.maxLength(max),
    z.refine<string>((text) => min === 0 || isVisible(text), encodeProblem(fieldErrors.required)),
  ] as const

/** A trimmed text of `min` to `max` characters. If `min` is above 0, the text needs a visible character. */
export const text = (max: number, min = 0) => z.string().check(...lengthBounds(max, min))

/** A {@link text} on one line, without invisible characters ({@link cleanName}). Refuses texts far above the limit before cleaning them. */
export const name = (max: number, min = 0) =>
  z.string().check(
    z.overwrite((text) => (text.length > 4 * max + 100 ? text : cleanName(text))),
    ...lengthBounds(max, min),
  )

/** An absolute http(s) URL. Refuses control characters first, because URL parsers drop line breaks and tabs silently. */
export const httpAddress = (max: number) =>
  // Written without the u flag, because patterns of JSON Schema have no flags.
  // oxlint-disable-next-line no-control-regex
  z.string().check(z.maxLength(max), z.regex(/^[^\u0000-\u001f\u007f-\u009f]*$/), z.url({ protocol: /^https?$/ }))

/** A page of a list. Pass `next_cursor` as `?cursor` of the next call; it is null at the end. */
export const page = <T extends z.ZodMiniType>(item: T) => z.object({ data: z.array(item), next_cursor: z.nullable(z.string()) })
/** `?limit&cursor` of a list. Cursors are opaque. */
export const paging = (maxItems: number) =>
  z.object({ limit: z.optional(integer(1, maxItems)), cursor: z.optional(z.string().check(z.maxLength(200))) })

/** An empty response: `{}`. */
export const Empty = z.object({})
