import * as z from 'zod/mini'
import { textKey } from '#kit/contract/errors.ts'
import { walletErrors } from './errors.ts'
import { parseAmount } from './money.ts'

/** Euros with two decimals: `4.99`. */
export const Money = z.string().check(z.regex(/^-?\d+\.\d{2}$/))

/** An amount in euros, parsed to cents: at most two decimals, after a point or comma. */
export const amountOf = (min: number, max: number) =>
  z.pipe(
    z.unknown() as unknown as z.ZodMiniType<string | number>,
    z.transform((given, { issues }) => {
      const cents = parseAmount(given)
      if (cents !== undefined && cents >= min && cents <= max) return cents
      issues.push({ code: 'custom', message: textKey(walletErrors.invalid_amount), input: given })
      return z.NEVER
    }),
  )
