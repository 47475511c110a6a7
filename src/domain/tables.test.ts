/** Tables that other rules read: of metrics, data modules, makers of devices and columns. */
import { settingFor } from './metrics/settings.ts'
import { expect, test } from 'vitest'
import { DATA_MODULES, modulesOf, mutedAtoms } from './data-modules.ts'
import { fromRows, toRows } from './frame-build.ts'
import { makerOf } from './hubble.ts'
import { changeBetween, METRICS, SETTINGS } from './metrics/index.ts'
import { STORES } from './store-columns.ts'
import { fill } from './transform/fill.ts'

const FOUR = [0, 1, 2, 3]

test('more is better of these figures, less of those, and of the others neither', () => {
  const of = (direction: string) => METRICS.filter(({ betterWhen }) => betterWhen === direction).map(({ id }) => id)
  expect(of('up')).toEqual([
    'ins',
    'visits',
    'tickets',
    'total',
    'captureRate',
    'reachRate',
    'conversionRate',
    'conversionOnEntries',
    'insTime',
    'visitTime',
    'repeatVisits',
    'newAtBrand',
    'repetitionRate',
    'brandRepetitionRate',
    'coverage',
    'buyingUnitConversion',
    'sales',
    'units',
    'averageTicket',
    'unitsPerTicket',
    'salesYield',
    'salesPerVisit',
    'salesPerLabourHour',
  ])
  expect(of('down')).toEqual(['bounces', 'bounceRate', 'costPerVisit'])
  expect(METRICS.every(({ betterWhen }) => ['up', 'down', 'neutral'].includes(betterWhen))).toBe(true)
})

test('figures depend on these settings, and no others do', () => {
  expect(
    Object.fromEntries(METRICS.flatMap(({ id, settings }) => (settings === undefined ? [] : [[id, settings]]))),
  ).toEqual({
    fro: ['frontMode'],
    bounces: ['bounceThresholdS'],
    visits: ['bounceThresholdS'],
    total: ['frontMode'],
    captureRate: ['frontMode'],
    bounceRate: ['bounceThresholdS'],
    conversionRate: ['conversionDenominator'],
    insTime: ['timeAggregate'],
    visitTime: ['timeAggregate'],
    ...Object.fromEntries(FOUR.map((at) => [`insInRange${at}`, ['dwellEdgesMin']])),
    visitsInRange0: ['dwellEdgesMin', 'bounceThresholdS'],
    ...Object.fromEntries(
      ['repeatVisits', 'newAtLocal', 'newAtBrand', 'repetitionRate', 'brandRepetitionRate'].map((id) => [
        id,
        ['repetitionEdgesDays', 'identifiedShareMin'],
      ]),
    ),
  })
  expect(METRICS.flatMap(({ id, flag }) => (flag === undefined ? [] : [[id, flag.code, flag.of, flag.over]]))).toEqual([
    ['captureRate', 'frontUndercount', 'ins', 'fro'],
    ['conversionRate', 'ticketsExceedVisits', 'tickets', 'visitsWithTickets'],
    ['conversionOnEntries', 'ticketsExceedVisits', 'tickets', 'insWithTickets'],
  ])
})

test('a change of a figure that is neither better nor worse is judged neither', () => {
  const metric = (id: string) => METRICS.find((one) => one.id === id)!
  const verdict = (id: string) => changeBetween(metric(id), { [id]: 90_000 }, { [id]: 10_000 }).verdict
  expect([verdict('far'), verdict('ins'), verdict('bounces')]).toEqual(['neutral', 'better', 'worse'])
})

test('a module that is off takes its counts with it, and a count names the modules that bring it', () => {
  const on = (...modules: string[]) =>
    Object.fromEntries(DATA_MODULES.map((module) => [module, modules.includes(module)]))
  const ranges = (name: string) => FOUR.map((at) => `${name}${at}`)
  expect(mutedAtoms(on('traffic', 'time', 'tickets'))).toEqual([
    'identifiedVisits',
    ...ranges('localRepRange'),
    ...ranges('clientRepRange'),
  ])
  expect(mutedAtoms(on('traffic', 'repetitions', 'tickets'))).toEqual([
    'insTimeS',
    'visitTimeS',
    ...ranges('insInRange'),
  ])
  expect(mutedAtoms(on('traffic', 'repetitions', 'time'))).toEqual([
    'tickets',
    'visitsWithTickets',
    'insWithTickets',
    'sales',
    'units',
    'salesWithTickets',
    'ticketsWithSales',
    'unitsWithTickets',
    'ticketsWithUnits',
    'salesWithIns',
    'insWithSales',
    'salesWithVisits',
    'visitsWithSales',
  ])
  expect(mutedAtoms(on('tickets', 'repetitions', 'time'))).toEqual([
    'far',
    'fro',
    'ins',
    'bounces',
    'visits',
    'estimatedIns',
    'visitsWithTickets',
    'insWithTickets',
    'outs',
    'insWithOuts',
    'outsWithIns',
    'salesWithIns',
    'insWithSales',
    'salesWithVisits',
    'visitsWithSales',
  ])
  expect([
    modulesOf(['insWithTickets']),
    modulesOf(['clientRepRange3', 'insInRange0']),
    modulesOf(['unheard']),
  ]).toEqual([['traffic', 'tickets'], ['time', 'repetitions'], []])
})

test('a device is recognised by the first three bytes of its address', () => {
  const makers = ['00:B0:9D', '2C:DD:A3', 'AC:86:74', '00:1E:42', '20:97:27', '38:8A:21', '00:00:00'].map((prefix) =>
    makerOf(`${prefix}:01:02:03`),
  )
  expect(makers).toEqual(['brickstream', 'brickstream', 'openmesh', 'teltonika', 'teltonika', 'teltonika', null])
})

test('the answer about compared stores has these columns', () => {
  expect(STORES.map(({ id, type, role, unit }) => [id, type, role, unit])).toEqual([
    ['period', 'text', 'dim', undefined],
    ['local', 'int', 'dim', 'id'],
    ['leftOut', 'text', 'dim', undefined],
    ...['ins', 'insCompared', 'insLeftOut', 'countedDays', 'closedDays', 'hours', 'unpairedHours'].map((id) => [
      id,
      'int',
      'measure',
      'count',
    ]),
    ['expected', 'int', 'measure', 'weight'],
    ['observed', 'int', 'measure', 'weight'],
  ])
})

test('a setting has its default for every type of local without a value', () => {
  expect(settingFor(SETTINGS.resetTime, undefined)).toBe('04:00')
  expect(
    settingFor(
      { value: 1, byType: { Retail: 7 } } as unknown as Parameters<typeof settingFor<number>>[0],
      'Retail' as never,
    ),
  ).toBe(7)
  expect(settingFor({ value: 1 } as unknown as Parameters<typeof settingFor<number>>[0], 'Retail' as never)).toBe(1)
})

test('filling gaps leaves the frame it was given as it was', () => {
  const frame = fromRows(
    [
      { id: 'at', type: 'int', role: 'dim' },
      { id: 'n', type: 'float', role: 'measure' },
    ],
    [
      [1, 1],
      [2, null],
      [3, 3],
    ],
  )
  expect(toRows(fill(frame, { column: 'n', along: 'at', maxGap: 2 }))).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
  ])
  expect(toRows(frame)).toEqual([
    [1, 1],
    [2, null],
    [3, 3],
  ])
})
