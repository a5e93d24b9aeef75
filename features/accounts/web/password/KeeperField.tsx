import css from '../entry/form.module.css'

/** Hidden username field for password managers. */
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
