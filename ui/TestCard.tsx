import { useId } from 'react'
import drawings from './drawings.module.css'

const lines = (count: number, path: (index: number) => string) => Array.from({ length: count }, (_, index) => path(index)).join('')
const grid = lines(11, (at) => `M${at * 20 + 20} 0V160`) + lines(7, (at) => `M0 ${at * 20 + 20}H240`)
const comb = lines(22, (at) => `M${54 + at * 6} 102h${at < 8 ? 3 : at < 15 ? 2 : 1}v20h-${at < 8 ? 3 : at < 15 ? 2 : 1}z`)

/** A TV test card, shown when something failed to load. */
export function TestCard() {
  const id = useId()
  return (
    <svg className={drawings.card} viewBox="0 0 240 160" aria-hidden="true">
      <clipPath id={id}>
        <circle cx="120" cy="80" r="66" />
      </clipPath>
      <rect className={drawings.ground} width="240" height="160" rx="12" />
      <path className={drawings.grid} d={grid} />
      <g clipPath={`url(#${id})`}>
        <rect className={drawings.black} x="54" y="14" width="132" height="132" />
        <rect className={drawings.white} x="54" y="14" width="132" height="20" />
        <rect className={drawings.black} x="96" y="20" width="48" height="14" />
        {[1, 2, 3, 4, 5, 6, 7].map((bar, index) => (
          <rect key={bar} x={54 + index * 18.9} y="34" width="19.2" height="46" style={{ fill: `var(--card-${bar})` }} />
        ))}
        {[0, 0.18, 0.36, 0.54, 0.72, 0.9].map((light, index) => (
          <rect key={light} className={drawings.white} x={54 + index * 22} y="80" width="22.2" height="22" opacity={light} />
        ))}
        <path className={drawings.white} d={comb} />
        <rect className={drawings.white} x="54" y="122" width="132" height="26" />
        <rect className={drawings.black} x="102" y="122" width="36" height="14" />
      </g>
      <circle className={drawings.rim} cx="120" cy="80" r="66" />
    </svg>
  )
}
