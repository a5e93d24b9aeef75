import css from './ItemLines.module.css'

interface ItemLinesProps {
  title: string
  /** A quieter line: what it is a part of, its length. */
  meta: string
  /** The quieter line stands above the title. */
  metaFirst?: boolean
}

/** An item in two lines, each cut where its room ends. */
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
