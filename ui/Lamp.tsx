import css from './Lamp.module.css'

/** The lamp: live. */
export const Lamp = () => <span className={css.lamp} />
