import css from './Lamp.module.css'

/** The live lamp. */
export const Lamp = () => <span className={css.lamp} />
