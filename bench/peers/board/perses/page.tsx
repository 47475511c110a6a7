/**
 * Perses 0.52 with its own plugins and providers; the only thing of ours is a query plugin that answers static numbers.
 * No toolbar, no editor (in its favour).
 */
import { ThemeProvider } from '@mui/material'
import { ChartsProvider, generateChartsTheme, getTheme, SnackbarProvider } from '@perses-dev/components'
import {
  Dashboard,
  DashboardProvider,
  DatasourceStoreProvider,
  useVariableDefinitionActions,
  VariableProvider,
} from '@perses-dev/dashboards'
import {
  dynamicImportPluginLoader,
  PluginRegistry,
  TimeRangeProvider,
  ValidationProvider,
} from '@perses-dev/plugin-system'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import {
  type BoardNumbers,
  DAY_MS,
  FIRST_DAY_MS,
  HOURS,
  numbersOf,
  PERIOD_DAYS,
  PLACES,
  STACKS,
  TABLE_COLUMNS,
} from '../../../board/panels.ts'

const HOUR_MS = 3_600_000
const at = (first: number, step: number, values: readonly number[]) =>
  values.map((value, n) => [first + n * step, value] as [number, number])
const lineOf = (name: string, values: [number, number][], labels: Record<string, string> = {}) => ({
  name,
  formattedName: name,
  values,
  labels,
})

function answer(panel: string, numbers: BoardNumbers) {
  const n = Number(/\d$/.exec(panel)?.[0] ?? 0)
  if (panel.startsWith('kpi'))
    return [
      lineOf(numbers.kpis[n]!.name, [
        [FIRST_DAY_MS, numbers.kpis[n]!.before],
        [FIRST_DAY_MS + DAY_MS, numbers.kpis[n]!.value],
      ]),
    ]
  if (panel.startsWith('series')) {
    const { comparing, reference } = numbers.series[n]!
    return [
      lineOf('This year', at(FIRST_DAY_MS, DAY_MS, comparing)),
      lineOf('Last year', at(FIRST_DAY_MS, DAY_MS, reference)),
    ]
  }
  if (panel.startsWith('bars'))
    return numbers.bars[n]!.stacks.map((values, stack) => lineOf(STACKS[stack]!, at(FIRST_DAY_MS, HOUR_MS, values)))
  if (panel === 'donut') return numbers.donut.map(({ name, value }) => lineOf(name, [[FIRST_DAY_MS, value]]))
  return numbers.table.map(({ store, values }) =>
    lineOf(store, [[FIRST_DAY_MS, values[0]!]], {
      store,
      ...Object.fromEntries(values.map((value, column) => [TABLE_COLUMNS[column]!, String(value)])),
    }),
  )
}

const StaticQuery = {
  getTimeSeriesData: async (
    { panel }: { panel: string },
    { variableState }: { variableState: Record<string, { value?: unknown }> },
  ) => {
    const step = panel.startsWith('bars') ? HOUR_MS : DAY_MS
    const steps = panel.startsWith('bars') ? HOURS - 1 : PERIOD_DAYS - 1
    return {
      timeRange: { start: new Date(FIRST_DAY_MS), end: new Date(FIRST_DAY_MS + steps * step) },
      stepMs: step,
      series: answer(panel, numbersOf(Number(variableState.filter?.value ?? 0))),
    }
  },
  dependsOn: () => ({ variables: ['filter'] }),
  createInitialOptions: () => ({}),
}

const moduleOf = (name: string, kind: string, plugin: string) => ({
  kind: 'PluginModule' as const,
  metadata: { name, version: '0.0.0' },
  spec: { plugins: [{ kind, spec: { name: plugin, display: { name: plugin } } }] },
})
const plugins = dynamicImportPluginLoader([
  {
    resource: moduleOf('timeseries', 'Panel', 'TimeSeriesChart'),
    importPlugin: () => import('@perses-dev/timeseries-chart-plugin'),
  },
  { resource: moduleOf('stat', 'Panel', 'StatChart'), importPlugin: () => import('@perses-dev/stat-chart-plugin') },
  { resource: moduleOf('pie', 'Panel', 'PieChart'), importPlugin: () => import('@perses-dev/pie-chart-plugin') },
  { resource: moduleOf('table', 'Panel', 'Table'), importPlugin: () => import('@perses-dev/table-plugin') },
  { resource: moduleOf('static', 'TimeSeriesQuery', 'StaticQuery'), importPlugin: async () => ({ StaticQuery }) },
])

const SPECS: Record<string, [kind: string, spec: object]> = {
  kpi: ['StatChart', { calculation: 'last', format: { unit: 'decimal' } }],
  series: ['TimeSeriesChart', { legend: { position: 'bottom', mode: 'list' } }],
  bars: ['TimeSeriesChart', { legend: { position: 'bottom', mode: 'list' }, visual: { display: 'bar', stack: 'all' } }],
  donut: ['PieChart', { calculation: 'last', radius: 60, legend: { position: 'bottom', mode: 'list' } }],
  table: [
    'Table',
    {
      density: 'compact',
      columnSettings: [
        { name: 'timestamp', hide: true },
        { name: 'value', hide: true },
      ],
    },
  ],
}

const panelOf = (id: string) => {
  const [kind, spec] = SPECS[id.replace(/\d$/, '')]!
  return {
    kind: 'Panel',
    spec: {
      display: { name: id },
      plugin: { kind, spec },
      queries: [{ kind: 'TimeSeriesQuery', spec: { plugin: { kind: 'StaticQuery', spec: { panel: id } } } }],
    },
  }
}

const variables = [{ kind: 'TextVariable', spec: { name: 'filter', value: '0' } }]
const dashboard = {
  kind: 'Dashboard',
  metadata: { name: 'board', project: 'bench', version: 0 },
  spec: {
    duration: '365d',
    variables,
    panels: Object.fromEntries(PLACES.map(({ id }) => [id, panelOf(id)])),
    // Its grid has 24 columns.
    layouts: [
      {
        kind: 'Grid',
        spec: {
          items: PLACES.map(({ id, x, y, w, h }) => ({
            x: x * 2,
            y,
            width: w * 2,
            height: h,
            content: { $ref: `#/spec/panels/${id}` },
          })),
        },
      },
    ],
  },
}

const datasourceApi = {
  getDatasource: async () => undefined,
  getGlobalDatasource: async () => undefined,
  listDatasources: async () => [],
  listGlobalDatasources: async () => [],
}
const queries = new QueryClient({ defaultOptions: { queries: { refetchOnWindowFocus: false, retry: 0 } } })
const muiTheme = getTheme('light')
const chartsTheme = generateChartsTheme(muiTheme, {})
const timeRange = { start: new Date(FIRST_DAY_MS), end: new Date(FIRST_DAY_MS + (PERIOD_DAYS - 1) * DAY_MS) }

function Filter() {
  const { setVariableValue } = useVariableDefinitionActions()
  useEffect(() => {
    window.boardChange = (filter) => setVariableValue('filter', String(filter))
  }, [setVariableValue])
  return null
}

function Board() {
  const [range, setRange] = useState(timeRange)
  return (
    <ThemeProvider theme={muiTheme}>
      <ChartsProvider chartsTheme={chartsTheme} enablePinning={false}>
        <SnackbarProvider>
          <PluginRegistry
            pluginLoader={plugins}
            defaultPluginKinds={{ Panel: 'TimeSeriesChart', TimeSeriesQuery: 'StaticQuery' }}
          >
            <ValidationProvider>
              <QueryClientProvider client={queries}>
                <TimeRangeProvider
                  timeRange={range}
                  setTimeRange={setRange as never}
                  refreshInterval="0s"
                  setRefreshInterval={() => undefined}
                >
                  <VariableProvider initialVariableDefinitions={variables as never}>
                    <DatasourceStoreProvider
                      dashboardResource={dashboard as never}
                      datasourceApi={datasourceApi as never}
                    >
                      <DashboardProvider initialState={{ dashboardResource: dashboard as never, isEditMode: false }}>
                        <Dashboard />
                        <Filter />
                      </DashboardProvider>
                    </DatasourceStoreProvider>
                  </VariableProvider>
                </TimeRangeProvider>
              </QueryClientProvider>
            </ValidationProvider>
          </PluginRegistry>
        </SnackbarProvider>
      </ChartsProvider>
    </ThemeProvider>
  )
}

createRoot(document.getElementById('app')!).render(<Board />)
