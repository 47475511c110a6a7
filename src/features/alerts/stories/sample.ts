/** Calls that answer from memory, for stories; not part of the product. */
import { ALERT_KINDS } from '#domain/alert-rules'
import type { AlertFigure } from '#domain/alert-rules'
import type { AlertRule } from '#schemas/generated/entities/alert-rule.ts'
import type { Alert } from '#schemas/generated/entities/alert.ts'
import type { LocalAlert } from '#schemas/generated/entities/local-alert.ts'
import type { AlertsApi } from '../../../api/alerts.ts'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 20, 9, 30)

const locals: readonly LocalAlert[] = ['Gran Vía', 'Serrano', 'Preciados', "Portal de l'Àngel", 'Colón', 'Sierpes'].map(
  (name, at) => ({
    id: at + 1,
    name,
    code: `NUB-0${at + 1}`,
    client: at < 4 ? 1 : 2,
    alertId: at + 1,
    state: at < 3 ? 'activate' : 'deactivate',
    enabled: at < 3,
    open: at === 0 ? 2 : 0,
  }),
)

export const rule = (id: number, part: Partial<AlertRule> & Pick<AlertRule, 'kind' | 'settings'>): AlertRule => ({
  id,
  client: 1,
  recipients: null,
  coolDownH: 24,
  enabled: true,
  createdAt: NOW,
  updatedAt: NOW,
  resting: null,
  name: null,
  watch: null,
  owner: null,
  restReason: null,
  mute: null,
  ...part,
})
const rules: readonly AlertRule[] = [
  rule(1, { kind: 'deviceDown', settings: { minutes: 60 } }),
  rule(2, { kind: 'totalOutOfBand', settings: { days: 2, band: 99 }, recipients: [3, 4] }),
  rule(3, { kind: 'ticketsMissing', settings: { by: '10:00' }, enabled: false }),
  rule(4, {
    kind: 'occupancyLimit',
    client: 2,
    settings: { capacity: 250, percent: 100, minutes: 2, hysteresis: 3 },
    coolDownH: 12,
  }),
]

const figure = (part: Partial<AlertFigure>): AlertFigure => ({
  value: null,
  unit: 'count',
  expected: null,
  low: null,
  high: null,
  n: null,
  coverage: null,
  state: 'final',
  definition: 'alert.deviceDown@1',
  asOf: NOW,
  day: null,
  device: null,
  reason: null,
  ...part,
})
export const alert = (id: number, part: Partial<Alert>): Alert => ({
  id,
  client: 1,
  local: 1,
  rule: 1,
  kind: 'deviceDown',
  state: 'open',
  openedAt: NOW - id * HOUR,
  closedAt: null,
  closedBecause: null,
  mailedAt: NOW - id * HOUR,
  acknowledged: null,
  snoozed: null,
  muted: false,
  figure: figure({}),
  ...part,
})
const history: readonly Alert[] = [
  alert(1, {
    figure: figure({
      value: 75,
      unit: 'minutes',
      expected: 60,
      state: 'partial',
      device: 'Puerta principal',
      reason: 'offline',
    }),
  }),
  alert(2, {
    rule: 2,
    kind: 'totalOutOfBand',
    figure: figure({
      value: 1204,
      expected: 2410,
      low: 2011,
      high: 2809,
      n: 8,
      coverage: 1,
      definition: 'alert.totalOutOfBand@2',
      day: '2026-11-19',
      against: [
        '2026-11-12',
        '2026-11-05',
        '2026-10-29',
        '2026-10-22',
        '2026-10-15',
        '2026-10-08',
        '2026-10-01',
        '2026-09-24',
      ],
    }),
  }),
  alert(30, {
    local: 2,
    state: 'closed',
    closedAt: NOW - 20 * HOUR,
    closedBecause: 'solved',
    rule: null,
    kind: 'coverage',
    figure: figure({
      value: 71.2,
      unit: 'percent',
      expected: 90,
      coverage: 0.712,
      state: 'partial',
      definition: 'alert.coverage@1',
      day: '2026-11-18',
    }),
  }),
  alert(50, {
    local: 99,
    state: 'closed',
    closedAt: NOW - 40 * HOUR,
    closedBecause: 'switchedOff',
    mailedAt: null,
    kind: 'ticketsMissing',
    figure: figure({ definition: 'alert.ticketsMissing@1', day: '2026-11-17' }),
  }),
]

const refuse = () => Promise.reject(Object.assign(new Error('No.'), { code: 'STORE_UNAVAILABLE' }))

export const sampleApi = (part: Partial<AlertsApi> = {}): AlertsApi => ({
  clients: () =>
    Promise.resolve([
      { id: 1, name: 'Nube Moda', type: 'basic', externalId: null, oldId: null },
      { id: 2, name: 'Casa Alpina', type: 'basic', externalId: null, oldId: null },
    ]),
  locals: () => Promise.resolve([...locals]),
  setState: (local, alertId, state) => Promise.resolve({ id: alertId, local, state, enabled: state === 'activate' }),
  history: () => Promise.resolve([...history]),
  rules: () => Promise.resolve([...rules]),
  rule: (id) => {
    const found = rules.find((one) => one.id === id)
    return found === undefined
      ? Promise.reject(Object.assign(new Error('None.'), { code: 'ALERT_RULE_NOT_FOUND' }))
      : Promise.resolve(found)
  },
  kinds: () => Promise.resolve(ALERT_KINDS.map((kind) => ({ kind, resting: null }))),
  acknowledge: (id, note) =>
    Promise.resolve(alert(id, { acknowledged: { at: NOW, by: 'ana@aforo.test', note, until: null } })),
  acknowledgeMany: (ids, note) =>
    Promise.resolve(ids.map((id) => alert(id, { acknowledged: { at: NOW, by: 'ana@aforo.test', note, until: null } }))),
  snooze: (id) => Promise.resolve(alert(id, {})),
  mute: (id) => Promise.resolve(rule(id, { kind: 'coverage', settings: { percent: 90 } })),
  addRule: refuse,
  saveRule: refuse,
  removeRule: () => Promise.resolve(),
  backTest: () =>
    Promise.resolve({
      days: 90,
      locals: 3,
      times: 7,
      byLocal: [
        { local: 1, times: 5 },
        { local: 2, times: 2 },
      ],
      byDay: ['2026-09-03', '2026-09-21', '2026-10-05', '2026-10-30', '2026-11-02', '2026-11-17', '2026-11-18'].map(
        (day) => ({ day, locals: [1] }),
      ),
    }),
  recipients: () =>
    Promise.resolve([
      { id: 3, username: 'operator@aforo.test' },
      { id: 4, username: 'marina@aforo.test' },
    ]),
  ...part,
})
