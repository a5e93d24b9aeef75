import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  children: ReactNode
  /** The fallback; `again` retries. */
  fallback: (retry: () => void, error: unknown) => ReactNode
  /** Retries the content when this value changes. */
  resetKey?: unknown
}

interface BoundaryState {
  failed: { error: unknown } | undefined
  resetKey: unknown
}

/** Error boundary around a part of the page: the rest keeps working. */
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
