/** A year, from the first that counts may be of to the current one plus 2. */
import { FIRST_YEAR } from '#domain/periods'
import { lastYearAt } from '#domain/year-limit'
import { calendarKind } from './calendar.ts'
import type { Kind } from './kind.ts'

const kind = calendarKind({
  name: 'year',
  expected: 'a year of four digits',
  pattern: /^\d{4}$/,
  fits: (value) => value >= FIRST_YEAR && value <= 9999,
  current: ({ year }) => year,
})

export const year: Kind = {
  ...kind,
  normalise: (raw, { min = -Infinity, max = Infinity }) =>
    typeof raw === 'number' && raw >= min && raw <= max ? kind.normalise(raw, { type: 'year', label: '' }) : null,
  refuses: (value, { today }) => (Number(value) > lastYearAt(today) ? 'year' : undefined),
  fields: ['min', 'max'],
  view: ({ min = FIRST_YEAR, max = Infinity }, _text, { today }) => ({ min, max: Math.min(max, lastYearAt(today)) }),
  editor: {
    literal: { form: 'number', first: 2026 },
    fields: [
      { key: 'min', control: 'number' },
      { key: 'max', control: 'number' },
    ],
  },
}
