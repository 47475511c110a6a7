/** The columns of the Compare answers, so that layouts can be checked against them before anything is asked. */
import type { Column, Unit } from '#domain/frame'
import { atomOf } from '#domain/metrics/atoms'
import { TRAFFIC_MEASURES } from '#domain/traffic-question'

const dim = (id: string, type: Column['type'] = 'int', unit?: Unit): Column => ({
  id,
  type,
  role: 'dim',
  ...(unit && { unit }),
})
const counts = (...ids: string[]): Column[] => ids.map((id) => ({ id, type: 'int', role: 'measure', unit: 'count' }))

const QUALITY: readonly Column[] = [
  ...['expected', 'observed'].map((id): Column => ({ id, type: 'int', role: 'measure', unit: 'weight' })),
  ...counts('estimatedIns', 'hours', 'missingHours', 'partialHours', 'settlingHours', 'closedHours'),
]
const RANGES = ['insInRange0', 'insInRange1', 'insInRange2', 'insInRange3']
const REPETITIONS = [
  'visits',
  'identifiedVisits',
  'localRepRange0',
  'localRepRange1',
  'localRepRange2',
  'localRepRange3',
  'clientRepRange0',
  'clientRepRange1',
  'clientRepRange2',
  'clientRepRange3',
]
const TIMES: Column[] = ['insTimeS', 'visitTimeS'].map((id) => ({ id, type: 'int', role: 'measure', unit: 'seconds' }))

const PERIOD = dim('period', 'text')
const INDEX = dim('index')
const DAY = dim('day', 'day', 'day')
const LOCAL = dim('local', 'int', 'id')
const HOUR = dim('hour', 'int', 'hour')

export const MAIN: readonly Column[] = [
  PERIOD,
  INDEX,
  DAY,
  LOCAL,
  ...counts('far', 'fro', 'ins', 'bounces', 'visits', 'tickets'),
  ...TIMES,
  ...counts(...RANGES, 'identifiedVisits', ...REPETITIONS.slice(2), 'visitsWithTickets', 'insWithTickets'),
  ...QUALITY,
]
export const CAPCONV: readonly Column[] = [
  PERIOD,
  LOCAL,
  ...counts('far', 'fro', 'ins', 'bounces', 'visits', 'tickets', 'visitsWithTickets', 'insWithTickets'),
  ...QUALITY,
]
export const HOURS: readonly Column[] = [
  PERIOD,
  HOUR,
  ...counts('ins', 'visits', 'tickets', ...RANGES, 'visitsWithTickets'),
  ...QUALITY,
]
const EXITS = ['ins', 'outs', 'insWithOuts', 'outsWithIns']
export const EXITS_BY_DAY: readonly Column[] = [PERIOD, INDEX, DAY, LOCAL, ...counts(...EXITS), ...QUALITY]
export const EXITS_BY_HOUR: readonly Column[] = [PERIOD, HOUR, ...counts(...EXITS), ...QUALITY]
const amounts = (...ids: string[]): Column[] => ids.map((id) => ({ id, type: 'float', role: 'measure', unit: 'count' }))
export const SALES: readonly Column[] = [
  PERIOD,
  INDEX,
  DAY,
  LOCAL,
  ...counts('ins', 'visits', 'tickets', 'visitsWithTickets', 'insWithTickets'),
  ...amounts('sales'),
  ...counts('units'),
  ...amounts('salesWithTickets'),
  ...counts('ticketsWithSales', 'unitsWithTickets', 'ticketsWithUnits'),
  ...amounts('salesWithIns'),
  ...counts('insWithSales'),
  ...amounts('salesWithVisits'),
  ...counts('visitsWithSales'),
  ...QUALITY,
]
/** All that may be asked for: an answer has the dimensions and measures that its question names. */
export const TRAFFIC: readonly Column[] = [
  PERIOD,
  LOCAL,
  dim('area', 'int', 'id'),
  dim('areaName', 'text'),
  INDEX,
  DAY,
  dim('week', 'day', 'day'),
  dim('month'),
  dim('weekday'),
  HOUR,
  dim('type', 'text'),
  dim('group', 'text'),
  ...TRAFFIC_MEASURES.map((id): Column => ({
    id,
    type: id.startsWith('sales') ? 'float' : 'int',
    role: 'measure',
    unit: atomOf(id)?.unit ?? 'count',
  })),
  ...QUALITY,
]
export const INS: readonly Column[] = [PERIOD, ...counts('ins', 'bounces', ...RANGES), ...QUALITY]
export const REPETITIONS_BY_DAY: readonly Column[] = [PERIOD, INDEX, DAY, ...counts(...REPETITIONS), ...QUALITY]
export const REPETITIONS_BY_LOCAL: readonly Column[] = [PERIOD, LOCAL, ...counts(...REPETITIONS), ...QUALITY]
