import { expect, test } from 'vitest'
import type { ParamView } from '#engine'
import { chosenValues } from './chosen.ts'

const param = (more: Partial<ParamView>): ParamView => ({
  key: 'x',
  type: 'single',
  label: 'X',
  state: 'set',
  value: 1,
  draft: 1,
  origin: 'user',
  missing: [],
  ...more,
})

test('a report keeps the choices, also emptied ones, and leaves filters at their default to the default', () => {
  expect(
    chosenValues({
      params: {
        client: param({ value: 3 }),
        locals: param({ type: 'multi', value: [1, 2], origin: 'default' }),
        search: param({ type: 'text', value: undefined, state: 'unset' }),
        day: param({ type: 'date', value: '2026-11-20', origin: 'url' }),
        late: param({ state: 'pending', origin: 'url' }),
      },
    }),
  ).toEqual({ client: 3, search: null, day: '2026-11-20' })
})
