import css from './SpokenOnly.module.css'

/** A visually hidden live region. */
export const SpokenOnly = ({ children }: { children: string }) => <output className={css.spokenOnly}>{children}</output>
