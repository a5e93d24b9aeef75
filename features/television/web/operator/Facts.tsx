import css from './operator.module.css'

/** Names of things and what they are, below each other. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: string] | false)[] }) => (
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
