import css from './ItemLines.module.css'

interface ItemLinesProps {
  title: string
  /** Secondary line: context, duration. */
  meta: string
  /** Shows the secondary line above the title. */
  metaFirst?: boolean
}

/** An item in two truncated lines. */
export function ItemLines({ title, meta, metaFirst = false }: ItemLinesProps) {
  const quiet = meta && <span className={css.meta}>{meta}</span>
  return (
    <>
      {metaFirst && quiet}
      <span className={css.title}>{title}</span>
      {!metaFirst && quiet}
    </>
  )
}
