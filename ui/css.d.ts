import 'react'

declare module 'react' {
  interface CSSProperties {
    /** Custom properties: the tokens a component sets for what stands inside it. */
    [property: `--${string}`]: string | number | undefined
  }
}
