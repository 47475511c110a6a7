/** A dashboard run on the server by the engine of the page: the same document, sources, steps and models. */
import { resolvePeriods } from '#domain/periods'
import type { Compute, SourceRegistry } from '#engine/types'
import { loadLayout } from '../../../src/engine/core/graph/validate.ts'
import { createDashboard } from '../../../src/engine/core/run/dashboard.ts'
import type { Dashboard } from '../../../src/engine/core/run/dashboard-types.ts'
import { documentContext } from './context.ts'

export interface Opened {
  readonly document: string
  /** Filters that are not at their default, by their key. */
  readonly values: Readonly<Record<string, unknown>>
  /** YYYY-MM-DD: the day from which relative periods are counted. */
  readonly asOf: string
  readonly lang: string
  readonly text?: (key: string) => string | undefined
  readonly user: { readonly id: string; readonly admin: boolean }
  readonly sources: SourceRegistry
  readonly compute: Compute
  /** One widget alone; all of them without it. */
  readonly only?: string | undefined
}

/** To be disposed of by the caller. */
export async function openDashboard({
  document,
  values,
  asOf,
  lang,
  text,
  user,
  sources,
  compute,
  only,
}: Opened): Promise<Dashboard> {
  const { widgets } = await documentContext()
  return createDashboard({
    layout: loadLayout(document, { widgets, sources }),
    sources,
    compute,
    random: Math.random,
    user,
    locale: lang,
    ...(text && { text }),
    today: () => asOf,
    resolvePeriods,
    given: values,
    // There is no change from tab to tab here.
    whole: true,
    only,
    apply: 'auto',
    clock: {
      now: Date.now,
      after: (ms, run) => {
        const timer = setTimeout(run, ms)
        return () => {
          clearTimeout(timer)
        }
      },
    },
  })
}
