import css from './operator.module.css'

/** A list of names and values. */
export const DetailList = ({ facts }: { facts: readonly (readonly [name: string, value: string] | false)[] }) => (
  <dl className={css.facts}>
    {facts
      .filter((fact) => fact !== false)
      .map(([name, value]) => (
        <div key={name} className={css.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)
