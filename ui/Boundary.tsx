import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  children: ReactNode
  /** What stands in its place; `again` puts it back. */
  fallback: (again: () => void) => ReactNode
}

/** A part of the page whose mistakes stay in it (an error boundary): the rest goes on. */
export class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError = () => ({ failed: true })

  readonly again = () => this.setState({ failed: false })

  override render() {
    return this.state.failed ? this.props.fallback(this.again) : this.props.children
  }
}
