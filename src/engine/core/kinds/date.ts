/** A day. One that is today until one is chosen is a day of what was counted: none to come is taken. */
import { dayNumber, isoDay, parseDay } from '#domain/periods'
import { isRecord } from '../document/pointer.ts'
import type { Kind } from './kind.ts'

export const date: Kind = {
  normalise: (raw) => (typeof raw === 'string' && parseDay(raw) !== null ? raw : null),
  defaultOf(given, { today }) {
    if (!isRecord(given)) return given
    return given.pick !== undefined ? undefined : given.day === 'yesterday' ? isoDay(dayNumber(today) - 1) : today
  },
  fitsDefault: (given) =>
    isRecord(given)
      ? Object.keys(given).join() === 'day'
      : typeof given === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(given),
  defaultFields: ['day'],
  parts: { '': ['date'] },
  gestures: { '': ['day'] },
  // Charts along time have days as numbers.
  fromEvent: (raw) => (typeof raw === 'number' && Number.isInteger(raw) ? isoDay(raw) : raw),
  urlShapes: ['date'],
  shape: 'date',
  refuses: (value, { definition: { default: given }, today }) =>
    isRecord(given) && given.day !== undefined && typeof value === 'string' && value > today ? 'past' : undefined,
  room: 'line',
  editor: {
    defaults: [
      ['today', { day: 'today' }],
      ['yesterday', { day: 'yesterday' }],
    ],
    literal: { form: 'date' },
  },
}
