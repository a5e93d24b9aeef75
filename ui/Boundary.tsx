import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  children: ReactNode
  /** What stands in its place; `again` puts it back. */
  fallback: (again: () => void, error: unknown) => ReactNode
  /** What is in it has changed, and is tried again, when this does. */
  resetKey?: unknown
}

interface BoundaryState {
  failed: { error: unknown } | undefined
  resetKey: unknown
}

/** A part of the page whose mistakes stay in it (an error boundary): the rest goes on. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: undefined, resetKey: this.props.resetKey }

  static getDerivedStateFromError = (error: unknown) => ({ failed: { error } })

  static getDerivedStateFromProps = ({ resetKey }: BoundaryProps, state: BoundaryState) =>
    resetKey === state.resetKey ? null : { failed: undefined, resetKey }

  readonly again = () => this.setState({ failed: undefined })

  override render() {
    const { failed } = this.state
    return failed ? this.props.fallback(this.again, failed.error) : this.props.children
  }
}
