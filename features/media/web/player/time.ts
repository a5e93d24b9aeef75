/** 596 → "9:56", 3725 → "1:02:05"; '' for a time that is not known. */
export function clockTime(seconds: number): string {
  if (!Number.isFinite(seconds)) return ''
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (part: number) => String(part).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** 1104 → "18 minutes, 24 seconds" in the language: for screen readers. */
export function spokenTime(seconds: number, language: string): string {
  const whole = Math.max(0, Math.floor(seconds))
  const parts = (
    [
      ['hour', Math.floor(whole / 3600)],
      ['minute', Math.floor(whole / 60) % 60],
      ['second', whole % 60],
    ] as const
  )
    .filter(([unit, amount]) => amount > 0 || (unit === 'second' && whole === 0))
    .map(([unit, amount]) => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(amount))
  return new Intl.ListFormat(language, { type: 'unit' }).format(parts)
}
