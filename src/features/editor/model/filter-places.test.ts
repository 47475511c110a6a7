import { expect, test } from 'vitest'
import { fieldFor, settablePlaces } from './filter-places.ts'

const doc = {
  params: {
    locals: { type: 'multi' },
    client: { type: 'single' },
    periods: { type: 'periodPair' },
    last: { type: 'relativePeriod' },
    odd: { type: 'toString' },
  },
  layout: { sections: [{ id: 'a', declares: { date: { type: 'date' } } }] },
}

test('only filters that an event can set are offered to it', () => {
  expect(settablePlaces(doc).map(({ id }) => id)).toEqual([
    'date',
    'locals',
    'client',
    ...['comparing', 'reference']
      .flatMap((part) => [part, `${part}.begin`, `${part}.end`])
      .map((id) => `periods.${id}`),
  ])
})

test('a place is first given the field of the event that it takes', () => {
  const brush = { values: { memberOf: 'category', isList: true }, range: { daysOf: 'category' } } as const
  const bar = { value: { memberOf: 'category' }, range: { daysOf: 'category' } } as const
  const pick = { day: 'day', local: 'id' } as const
  expect(
    ['multi', 'single', 'periodPair.comparing', 'date', 'toggle', 'relativePeriod', 'toString'].map((type) => [
      fieldFor(brush, { type }),
      fieldFor(pick, { type }),
    ]),
  ).toEqual([
    ['values', 'day'],
    [undefined, 'day'],
    ['range', 'day'],
    [undefined, 'day'],
    [undefined, undefined],
    [undefined, undefined],
    [undefined, undefined],
  ])
  // Known days before a member that may be of any kind.
  expect(['multi', 'single', 'periodPair.comparing', 'date'].map((type) => fieldFor(bar, { type }))).toEqual([
    'value',
    'value',
    'range',
    'value',
  ])
})
