/** A dashboard of plain widgets that say what they were drawn from, for stories of the page around them. */
import { useEffect, useMemo } from 'react'
import type { WidgetDefinition } from '../../../types.ts'
import { createDashboard } from '../../../core/run/dashboard.ts'
import type { Dashboard, DashboardOptions } from '../../../core/run/dashboard-types.ts'
import {
  dashboardOptions,
  type FakeNetwork,
  fakeNetwork,
  fakeUrl,
  plainWidget,
  registry,
  virtualClock,
  widgetsOf,
} from '../../../core/test-support/index.ts'
import type { SourceDefinition } from '../../../types.ts'
import { loadLayout } from '../../../core/graph/validate.ts'
import { DashboardView } from '../../dashboard-view.tsx'
import type { DashboardServices } from '../../services.tsx'

/** Draws the rows it was given: one line each, what is no figure as it is. */
const plain = plainWidget('plain', {
  load: () =>
    Promise.resolve({
      default: ({ projection }: { projection: { summary: string } }) => <output>{projection.summary}</output>,
      project: (_options: unknown, frames: Readonly<Record<string, { readonly rows: number }>>) => ({
        columns: [],
        rows: [],
        summary: Object.entries(frames)
          .map(([input, { rows }]) => `${input}: ${rows}`)
          .join(', '),
      }),
    } as never),
})

/** A story waits as its reader does. */
const clock = {
  ...virtualClock(),
  now: () => Date.now(),
  after(ms: number, run: () => void) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

export interface BoardProps {
  readonly document: object
  readonly sources: (network: FakeNetwork) => readonly SourceDefinition[]
  readonly search?: string
  readonly options?: Partial<DashboardOptions>
  readonly widgets?: readonly WidgetDefinition[]
  readonly services?: Partial<DashboardServices>
  /** Told of the dashboard and what it asks, for the play of a story. */
  readonly onMade?: (made: { readonly dashboard: Dashboard; readonly network: FakeNetwork }) => void
}

export function Board({ document, sources, search = '', options, widgets = [], services, onMade }: BoardProps) {
  const dashboard = useMemo(() => {
    const network = fakeNetwork()
    const named = registry(...sources(network))
    const layout = loadLayout(document, { widgets: widgetsOf(plain, ...widgets), sources: named })
    const errors = layout.issues.filter(({ severity }) => severity === 'error')
    if (errors.length > 0) throw new Error(errors.map(({ text }) => text).join(' '))
    const made = createDashboard(
      dashboardOptions(layout, network, clock, named, { locale: 'es', url: fakeUrl(search), ...options }),
    )
    onMade?.({ dashboard: made, network })
    return made
  }, [document, sources, search, options, widgets, onMade])
  useEffect(() => () => dashboard.dispose(), [dashboard])
  return (
    <DashboardView
      dashboard={dashboard}
      services={{
        controls: {},
        issueText: ({ text }) => text,
        exportCsv: () => Promise.resolve(),
        savePng: () => undefined,
        showsTrace: () => false,
        widgetText: () => (key) => key,
        ...services,
      }}
    />
  )
}
