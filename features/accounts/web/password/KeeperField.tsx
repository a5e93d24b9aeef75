import css from '../entry/form.module.css'

/** Tells whoever keeps passwords whose password this is. */
export const KeeperField = ({ email }: { email: string }) => (
  <input
    className={css.unseen}
    type="email"
    name="username"
    autoComplete="username"
    value={email}
    readOnly
    tabIndex={-1}
    aria-hidden="true"
  />
)
