/** Shared by year, quarter and month: an integer, today's where it is left out (spec 1, section 5). */
import { civil, dayNumber } from '#domain/periods'
import type { Kind } from './kind.ts'
import { shapeOf } from './shapes.ts'

interface Calendar {
  readonly name: string
  readonly expected: string
  readonly pattern: RegExp
  readonly fits: (value: number) => boolean
  readonly current: (today: { readonly year: number; readonly month: number }) => number
}

export function calendarKind({ name, expected, pattern, fits, current }: Calendar): Kind {
  const isOne = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && fits(value)
  return {
    normalise: (raw) => (isOne(raw) ? raw : null),
    isNeverEmpty: true,
    hasOwnDefault: true,
    defaultOf: (given, { today }) => (isOne(given) ? given : current(civil(dayNumber(today)))),
    fitsDefault: isOne,
    parts: { '': ['number'] },
    gestures: { '': ['number'] },
    urlShapes: ['id'],
    shape: name,
    hasOwnShape: true,
    shapes: {
      [name]: shapeOf(
        name,
        expected,
        (text) => (pattern.test(text) ? Number(text) : undefined),
        (value) => (isOne(value) ? String(value) : undefined),
      ),
    },
    room: 'line',
    editor: { literal: { form: 'number', first: 1 } },
  }
}
