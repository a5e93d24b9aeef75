import { encode } from 'uqr'
import css from './ShareDialog.module.css'
import { t } from './texts.ts'

/** A URL as QR code: dark on light in both themes, with the required quiet zone. */
export function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 4, ecc: 'M' })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  return (
    <svg className={css.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('share.qr_label')} shapeRendering="crispEdges">
      <path className={css.dark} d={path} />
    </svg>
  )
}
