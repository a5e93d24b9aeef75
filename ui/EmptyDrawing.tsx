import css from './drawings.module.css'

/** A drawing of empty cards with a plus (nothing yet) or a magnifier (nothing found), in the colour of the channel around it. */
export function EmptyDrawing({ nothingFound }: { nothingFound?: boolean | undefined }) {
  return (
    <svg className={css.empty} viewBox="0 0 220 150" aria-hidden="true">
      <rect className={css.far} x="38" y="30" width="120" height="80" rx="12" transform="rotate(-9 98 70)" />
      <rect className={css.near} x="62" y="30" width="120" height="80" rx="12" transform="rotate(7 122 70)" />
      <rect className={css.front} x="50" y="34" width="120" height="80" rx="12" />
      <path className={css.plus} d={nothingFound ? 'M92 71a14 14 0 1 0 28 0a14 14 0 1 0-28 0M116.5 81.5l11 11' : 'M110 60v28M96 74h28'} />
    </svg>
  )
}
