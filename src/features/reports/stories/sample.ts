/** Reports for stories: three schedules in different states, and what came of one. */
import type { ReportRun } from '#schemas/generated/entities/report-run.ts'
import type { Report } from '#schemas/generated/entities/report.ts'
import type { ReportWhat } from '#schemas/generated/api/report-what.ts'
import type { ReportsApi } from '../../../api/reports.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 10, 22, 9)

export const WHAT: ReportWhat = {
  name: 'Comparativa',
  dashboard: 'foot-compare',
  values: {},
  formats: ['pdf'],
  lang: 'es',
  timeZone: 'Europe/Madrid',
  mail: { to: ['direccion@nubemoda.test', 'tiendas@nubemoda.test'], cc: [], bcc: [], subject: 'La semana', text: '' },
}
const run = (id: number, more: Partial<ReportRun>): ReportRun => ({
  id,
  report: 1,
  kind: 'scheduled',
  what: WHAT,
  asOf: '2026-11-16',
  status: 'sent',
  reason: null,
  createdAt: NOW - id * 7 * DAY,
  startedAt: NOW - id * 7 * DAY,
  endedAt: NOW - id * 7 * DAY + 5000,
  pages: 4,
  files: [],
  ...more,
})
const report = (id: number, more: Partial<Report>): Report => ({
  id,
  what: WHAT,
  cadence: { every: 'week', weekday: 1, day: 1, hour: 8 },
  enabled: true,
  nextAt: NOW + DAY,
  last: { run: 1, status: 'sent', reason: null, at: NOW - 6 * DAY },
  createdAt: NOW - 90 * DAY,
  updatedAt: NOW - 90 * DAY,
  ...more,
})

const REPORTS: readonly Report[] = [
  report(1, {}),
  report(2, {
    what: { ...WHAT, name: 'Cierre de mes de todas las tiendas de la península y las islas' },
    cadence: { every: 'month', weekday: 1, day: 31, hour: 7 },
    last: { run: 9, status: 'failed', reason: 'filterGone', at: NOW - DAY },
  }),
  report(3, {
    what: { ...WHAT, name: 'Diario' },
    cadence: { every: 'day', weekday: 1, day: 1, hour: 22 },
    enabled: false,
    nextAt: null,
    last: null,
  }),
]
export const RUNS: readonly ReportRun[] = [
  run(1, {
    files: [
      { id: 1, name: 'Comparativa_2026-11-16.pdf', bytes: 910_000 },
      { id: 2, name: 'Comparativa_2026-11-16.zip', bytes: 5_800 },
    ],
  }),
  run(2, { status: 'failed', reason: 'figuresFailed', pages: null }),
  run(3, { status: 'undelivered', reason: 'mailWaits' }),
  run(4, { kind: 'now', status: 'cancelled', pages: null }),
]

export const sampleApi = (part: Partial<ReportsApi> = {}): ReportsApi => ({
  options: async () => ({ pdf: true, mail: true, domains: ['nubemoda.test'] }),
  list: async () => [...REPORTS],
  find: async () => report(1, {}),
  add: async (draft) => report(4, draft),
  save: async (id, draft) => report(id, draft),
  remove: async () => undefined,
  send: async () => run(5, { status: 'queued' }),
  make: async () => run(6, { status: 'sent', kind: 'now' }),
  runs: async () => [...RUNS],
  run: async (id) => run(id, {}),
  cancel: async () => undefined,
  file: async () => new Blob(['%PDF']),
  dashboards: async () => [{ id: 'foot-compare', name: 'Comparativa', flag: 'footCompare' }],
  ...part,
})
