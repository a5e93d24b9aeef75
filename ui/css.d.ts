import 'react'

declare module 'react' {
  interface CSSProperties {
    /** Custom properties: design tokens that a component sets for its children. */
    [property: `--${string}`]: string | number | undefined
  }
}
