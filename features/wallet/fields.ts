import * as z from 'zod/mini'
import { type Problem, encodeProblem } from '#kit/contract/errors.ts'
import { walletErrors } from './errors.ts'
import { parseAmount } from './money.ts'

/** Euros with two decimals: `4.99`. */
export const Money = z.string().check(z.regex(/^-?\d+\.\d{2}$/))

/**
 * An amount in euros with at most two decimals, after a point or comma. Parsed to cents.
 * @param min minimum in cents, like the maximum
 * @param problem reported for all invalid amounts. Default: the wrong format or the limit
 */
export const amountBetween = (min: number, max: number, problem?: Problem) =>
  z.pipe(
    z.unknown() as unknown as z.ZodMiniType<string | number>,
    z.transform((input, { issues }) => {
      const cents = parseAmount(input)
      if (cents !== undefined && cents >= min && cents <= max) return cents
      const common = { input: input, origin: 'number', inclusive: true } as const
      if (problem || cents === undefined)
        issues.push({ code: 'custom', message: encodeProblem(problem ?? walletErrors.amount_format), input: input })
      else if (cents < min) issues.push({ ...common, code: 'too_small', minimum: min / 100 })
      else issues.push({ ...common, code: 'too_big', maximum: max / 100 })
      return z.NEVER
    }),
  )
