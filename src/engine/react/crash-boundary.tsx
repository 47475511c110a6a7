import { Component, type ReactNode } from 'react'

interface Props {
  /** What is in the place of what threw. */
  fallback: (retry: () => void, cause: unknown) => ReactNode
  onCrash?: (cause: unknown) => void
  /** A new value tries again: new data may draw where the old did not. */
  resetOn: unknown
  children: ReactNode
}

/** Keeps what one widget throws inside that widget: a bad chart costs one frame, never the dashboard. */
export class CrashBoundary extends Component<Props, { cause: unknown; crashed: boolean; resetOn: unknown }> {
  override state = { cause: null as unknown, crashed: false, resetOn: this.props.resetOn }

  static getDerivedStateFromError(cause: unknown) {
    return { cause, crashed: true }
  }

  static getDerivedStateFromProps(props: Props, state: { resetOn: unknown }) {
    return props.resetOn === state.resetOn ? null : { resetOn: props.resetOn, crashed: false, cause: null }
  }

  override componentDidCatch(cause: unknown) {
    this.props.onCrash?.(cause)
  }

  override render() {
    if (!this.state.crashed) return this.props.children
    return this.props.fallback(() => this.setState({ crashed: false, cause: null }), this.state.cause)
  }
}
