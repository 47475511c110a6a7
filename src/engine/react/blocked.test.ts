/** When a page says once what all of its widgets wait for. */
import { expect, test } from 'vitest'
import type { WidgetState } from '../types.ts'
import { lackingOf } from './blocked.tsx'

const blocked = (...missing: string[]): WidgetState => ({ kind: 'blocked', missing })
const queued: WidgetState = { kind: 'queued', position: 0 }

test.each<[string, Record<string, WidgetState>, string[]]>([
  ['all wait for one filter', { a: blocked('locals'), b: blocked('locals') }, ['locals']],
  ['some wait for more: what all of them need', { a: blocked('locals'), b: blocked('client', 'locals') }, ['locals']],
  ['each waits for another', { a: blocked('locals'), b: blocked('client') }, []],
  ['one has not been asked yet', { a: blocked('locals'), b: blocked('locals'), c: queued }, []],
  [
    'hidden ones say nothing',
    { a: blocked('locals'), b: blocked('locals'), c: { kind: 'hidden', rule: 0 } as never },
    ['locals'],
  ],
  ['a single widget says it itself', { a: blocked('locals') }, []],
  ['no widgets', {}, []],
])('%s', (_, states, missing) => {
  expect(lackingOf(states)).toEqual(missing)
})
