import { useState } from 'react'
import { useDashboards } from './frame.tsx'

/** Does something once, and says what it was refused for. */
export function useRun(): {
  readonly isBusy: boolean
  readonly failure: string | null
  readonly run: (work: () => Promise<void>) => Promise<void>
} {
  const { say } = useDashboards()
  const [state, setState] = useState<{ isBusy: boolean; failure: string | null }>({ isBusy: false, failure: null })
  return {
    ...state,
    async run(work) {
      setState({ isBusy: true, failure: null })
      try {
        await work()
        setState({ isBusy: false, failure: null })
      } catch (cause) {
        setState({ isBusy: false, failure: say(cause) })
      }
    },
  }
}
