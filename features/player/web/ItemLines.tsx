import css from './ItemLines.module.css'

interface ItemLinesProps {
  title: string
  /** Secondary line: context, duration. */
  meta: string
  /** Whether the secondary line is above the title. */
  metaFirst?: boolean
}

/** An item in two truncated lines. */
export function ItemLines({ title, meta, metaFirst = false }: ItemLinesProps) {
  const metaLine = meta && <span className={css.meta}>{meta}</span>
  return (
    <>
      {metaFirst && metaLine}
      <span className={css.title}>{title}</span>
      {!metaFirst && metaLine}
    </>
  )
}
