import css from './SpokenOnly.module.css'

/** Is said by screen readers when it changes, and not seen. */
export const SpokenOnly = ({ children }: { children: string }) => <output className={css.spokenOnly}>{children}</output>
