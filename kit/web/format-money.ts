import { locale } from './i18n.ts'

const moneyFormat = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' })

/** Euro from the wire's decimal string: "24.50" → "€24.50". */
export const formatMoney = (euro: string): string => moneyFormat.format(Number(euro))

const digitsFormat = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, useGrouping: false })

/** Formats an amount for an input field: "24.50" → "24,50" in Dutch. */
export const formatMoneyInput = (euro: string): string => digitsFormat.format(Number(euro))
