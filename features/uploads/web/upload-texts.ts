import { formatNumber } from '#kit/web/format.ts'
import { formatMinutes } from '#kit/web/format-minutes.ts'
import { locale } from '#kit/web/i18n.ts'
import type { DisplayedUpload } from './displayed-uploads.ts'
import { t } from './texts.ts'

const units = ['kilobyte', 'megabyte', 'gigabyte'] as const

/** Factor between binary units, which have decimal names: "1 GB" is 1 GiB, as in the limits. */
const unitFactor = 1024

/** Formats 1258291 as "1.2 MB", or with `-per-second` as "1.2 MB/s". */
function formatUnits(bytes: number, unit: '' | '-per-second'): string {
  const power = bytes < 0.9995 * unitFactor ** 2 ? 1 : bytes < 0.9995 * unitFactor ** 3 ? 2 : 3
  const value = bytes / unitFactor ** power
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: `${units[power - 1]}${unit}`,
    maximumFractionDigits: value < 10 && power > 1 ? 1 : 0,
  }).format(value)
}

export const formatBytes = (bytes: number): string => formatUnits(bytes, '')
const formatSpeed = (bytesPerSecond: number): string => formatUnits(bytesPerSecond, '-per-second')

/** Formats seconds as "less than a minute left", "3 min left", "1 h 25 min left". */
function formatLeft(seconds: number): string {
  return seconds < 60 ? t('left.moments') : t('left.time', { time: formatMinutes(Math.round(seconds / 60)) })
}

/** Returns a short text of the state, for cards and screen readers. */
export function phaseText({ phase, percent }: Pick<DisplayedUpload, 'phase' | 'percent'>): string {
  const figure = { percent: formatNumber(percent) }
  switch (phase) {
    case 'sending':
    case 'elsewhere':
      return t('phase.sending', figure)
    case 'processing':
      return t('phase.processing', figure)
    case 'paused':
      return t('phase.paused', figure)
    case 'queued':
    case 'held_up':
      return t('phase.queued')
    case 'interrupted':
      return t('phase.interrupted')
    case 'troubled':
      return t('phase.troubled')
    case 'needs_file':
      return t('phase.needs_file')
    case 'waiting':
      return t('phase.waiting')
    case 'ready':
      return t('phase.ready')
    case 'refused':
    case 'failed':
      return t('phase.failed')
  }
}

/** Returns a full text of the state: size, speed, time left, and what to do. */
export function detailsText(upload: DisplayedUpload): string {
  const { phase, sentBytes, size, speed, secondsLeft, percent, reason, failure, missingPercent } = upload
  const part = t('detail.part', { sent: formatBytes(sentBytes), size: formatBytes(size) })
  switch (phase) {
    case 'sending':
      return [part, speed !== undefined && formatSpeed(speed), secondsLeft !== undefined && formatLeft(secondsLeft)]
        .filter(Boolean)
        .join(' · ')
    case 'queued':
      return t('detail.queued', { size: formatBytes(size) })
    case 'paused':
      return part
    case 'held_up':
      return t('detail.held_up')
    case 'interrupted':
      return t('detail.interrupted')
    case 'troubled':
      return t('detail.troubled')
    case 'needs_file':
      return t('detail.needs_file', { percent: formatNumber(percent) })
    case 'elsewhere':
      return t('detail.elsewhere')
    case 'waiting':
      return t('detail.waiting')
    case 'processing':
      return t('detail.processing')
    case 'ready':
      return missingPercent === null ? t('detail.ready') : t('detail.incomplete', { percent: formatNumber(missingPercent) })
    case 'refused':
      return reason ?? ''
    case 'failed':
      return t(`failure.${failure ?? 'interrupted'}`)
  }
}
