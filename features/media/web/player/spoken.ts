/** Formats seconds for screen readers: 1104 → "18 minutes, 24 seconds". */
export function spokenTime(seconds: number, locale: string): string {
  const whole = Math.max(0, Math.floor(seconds))
  const parts = (
    [
      ['hour', Math.floor(whole / 3600)],
      ['minute', Math.floor(whole / 60) % 60],
      ['second', whole % 60],
    ] as const
  )
    .filter(([unit, amount]) => amount > 0 || (unit === 'second' && whole === 0))
    .map(([unit, amount]) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(amount))
  return new Intl.ListFormat(locale, { type: 'unit' }).format(parts)
}
