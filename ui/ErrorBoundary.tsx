import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  children: ReactNode
  /** Returns what to show instead of the content. Calling `retry` renders the content again. */
  fallback: (retry: () => void, error: unknown) => ReactNode
  /** When this value changes, the content is rendered again. */
  resetKey?: unknown
}

interface BoundaryState {
  failed: { error: unknown } | undefined
  resetKey: unknown
}

/** Catches errors of a part of the page, so that the other parts remain usable. */
export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
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
