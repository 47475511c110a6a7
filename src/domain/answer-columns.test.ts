/** The columns of answers are a contract with layouts, exports and programs: name, type, role and unit of each. */
import { expect, test } from 'vitest'
import { DAYS } from './day-columns.ts'
import * as figures from './figure-columns.ts'
import type { Column } from './frame.ts'
import { HOLIDAYS } from './holiday-columns.ts'
import * as people from './occupancy-columns.ts'

/** By role and kind: `local` is a store's number, others say their unit behind a colon where it is not usual. */
function written(columns: readonly Column[]): Readonly<Record<string, string>> {
  const usual: Readonly<Record<string, string>> = { dim: '', measure: 'count' }
  const kinds = new Map<string, string[]>()
  for (const { id, type, role, unit = '' } of columns) {
    const kind = `${role} ${type}`
    kinds.set(kind, [...(kinds.get(kind) ?? []), unit === usual[role] ? id : `${id}:${unit}`])
  }
  return Object.fromEntries([...kinds].map(([kind, ids]) => [kind, ids.join(' ')]))
}

test('days of a comparison lie on one another, and entries of each are compared or left out', () => {
  expect(written(DAYS)).toEqual({
    'dim day': 'day:day referenceDay:day',
    'dim text': 'pairedBy name',
    'measure int': 'locals ins insCompared insLeftOut insReference insReferenceCompared insReferenceLeftOut',
  })
  expect(written(HOLIDAYS)).toEqual({
    'dim day': 'day:day',
    'dim text': 'name name.es name.en name.pt name.cs name.ca name.it',
    'measure int': 'locals closedLocals chosenLocals',
  })
})

test('trips go from a place to a place, and are reported beside the entries of the same days', () => {
  expect(written(figures.FIGURE_CLIENTS)).toEqual({ 'dim int': 'id:id', 'dim text': 'name' })
  expect(written(figures.FLOW_PAIRS)).toEqual({
    'dim text': 'origin destination',
    'dim boolean': 'busier',
    'measure int': 'trips back surplus',
  })
  expect(written(figures.FLOW_STATIONS)).toEqual({
    'dim int': 'local:id',
    'measure int': 'departures arrivals sameStation surplus entries exits difference',
  })
  expect(written(figures.FLOW_HOURS)).toEqual({ 'dim int': 'hour:hour', 'measure int': 'trips entries' })
  expect(written(figures.FLOW_DAYS)).toEqual({
    'dim day': 'day:day',
    'measure int': 'trips entries entriesWithTrips knownDays unknownDays',
  })
})

test('an average day has slots or stations, months by their first day', () => {
  expect(written(figures.MONTHS)).toEqual({ 'dim text': 'name end', 'dim day': 'begin:day' })
  expect(written(figures.PROFILE_SLOTS)).toEqual({
    'dim text': 'timeSlot',
    'measure int': 'boardings alightings stations',
  })
  expect(written(figures.PROFILE_STATIONS)).toEqual({
    'dim int': 'local:id',
    'dim text': 'peakSlot',
    'measure int': 'boardings alightings surplus peakBoardings',
  })
  const windows = 'oneMonth threeMonths twelveMonths'
  expect(written(figures.MONTHLY_PLACES)).toEqual({ 'dim text': 'place' })
  expect(written(figures.MONTHLY_COURSE)).toEqual({
    'dim day': 'day:day',
    'measure int': `${windows} twelveMonthsBefore`,
  })
  expect(written(figures.MONTHLY_SUMMARY)).toEqual({
    'dim text': 'period',
    'dim day': 'day:day',
    'measure int': `${windows} yearToDate namedInBoth notNamed`,
  })
  expect(written(figures.MONTHLY_ITEMS)).toEqual({ 'dim text': 'period item', 'measure int': windows })
})

test('people inside are given now, by the minute and by levels of the day, each with its completeness', () => {
  expect(written(people.OCCUPANCY_NOW)).toEqual({
    'dim int': 'local:id',
    'dim float': 'asOf now',
    'dim text': 'why source',
    'dim boolean': 'inferred',
    'measure int': 'people ins outs raw drift capacity doors silentDoors staleAfterS:seconds',
  })
  expect(written(people.OCCUPANCY_MINUTES)).toEqual({
    'dim int': 'local:id',
    'dim float': 'minute',
    'measure int': 'people ins outs',
  })
  expect(written(people.OCCUPANCY_LEVELS)).toEqual({
    'dim int': 'local:id slot',
    'dim day': 'day',
    'dim boolean': 'presence',
    'measure float': 'mean',
    'measure int': 'least most known capacity',
  })
  expect(written(people.OCCUPANCY_LOCALS)).toEqual({
    'dim int': 'local:id',
    'dim text': 'name',
    'dim boolean': 'presence',
    'dim day': 'begin:day end:day',
  })
})

test('sums of people and rooms are seconds with the quality of their hours; the most at once is no sum', () => {
  const seconds = [
    'peopleS',
    'measuredS',
    'capacityS',
    'ratedS',
    'saturatedS',
    'emptyS',
    'underuseS',
    'correctS',
    'heavyS',
    'overloadS',
    'unknownS',
    'usedS',
    'roomS',
  ].map((id) => `${id}:seconds`)
  const quality = [
    'expected:weight',
    'observed:weight',
    'estimatedIns',
    'hours',
    'missingHours',
    'partialHours',
    'settlingHours',
    'closedHours',
  ]
  expect(written(people.OCCUPANCY_HOURS)).toEqual({
    'dim text': 'period',
    'dim int': 'index weekday hour:hour',
    'dim day': 'day:day',
    'measure int': [...seconds, ...quality].join(' '),
    'measure float': 'peak:ratio',
  })
  expect(written(people.OCCUPANCY_ROOMS)).toEqual({
    'dim text': 'period',
    'dim int': 'local:id peakHour:hour',
    'dim boolean': 'presence',
    'dim day': 'peakDay:day',
    'measure int': [...seconds, 'seats', ...quality].join(' '),
    'measure float': 'peak:ratio',
  })
})
