/** Two days in order, both included. */
import { parseDay } from '#domain/periods'
import { isRecord } from '../document/pointer.ts'
import type { Kind } from './kind.ts'
import { boundsOf } from './period-pair.ts'

export const dateRange: Kind = {
  normalise(raw) {
    if (!isRecord(raw) || typeof raw.begin !== 'string' || typeof raw.end !== 'string') return null
    const [from, to] = [parseDay(raw.begin), parseDay(raw.end)]
    return from !== null && to !== null && from <= to ? { begin: raw.begin, end: raw.end } : null
  },
  defaultOf: (given) => (typeof given === 'object' ? undefined : given),
  fitsDefault: () => false,
  parts: { begin: ['date'], end: ['date'] },
  gestures: { '': ['range', 'day'] },
  fromEvent: boundsOf,
  urlShapes: [],
  shape: 'range',
  room: 'line',
  editor: {},
}
