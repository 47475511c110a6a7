import { describe, expect, test } from 'vitest'
import { namesLocals, queryOf, readChoice, writeChoice } from './choice.ts'
import type { Choice } from './choice.ts'

const TODAY = '2026-11-20'
const read = (search: string) => readChoice(new URLSearchParams(search), TODAY)
const WHOLE: Choice = {
  unit: 'local',
  client: 3,
  local: 7,
  range: { begin: '2026-11-01', end: '2026-11-20' },
  content: 'daily',
  byLocal: true,
  order: 'local',
  format: 'xlsx',
}

describe('a choice', () => {
  test('is in the address and is read back; defaults are left out', () => {
    expect(read(writeChoice(WHOLE).toString())).toEqual(WHOLE)
    expect(writeChoice(read('')).toString()).toBe('')
  })

  test('takes nothing from an address that cannot be: ids, days, ranges over 31 days or after today, unknown words', () => {
    const none = read('')
    for (const search of [
      'client=0',
      'client=x',
      'client=99999999999',
      'begin=2026-11-01',
      'begin=2026-11-01&end=2026-13-01',
      'begin=2026-10-20&end=2026-11-20',
      'begin=2026-11-19&end=2026-11-21',
      'begin=2026-11-20&end=2026-11-19',
      'unit=area',
      'content=all',
      'format=pdf',
      'order=x',
      'byLocal=1',
    ]) {
      expect([search, read(search)]).toEqual([search, none])
    }
    expect(read('begin=2026-10-21&end=2026-11-20').range).toEqual({ begin: '2026-10-21', end: '2026-11-20' })
  })

  test('is complete with a client and a range, for a local with the local too', () => {
    expect([
      queryOf({ ...WHOLE, client: null }),
      queryOf({ ...WHOLE, range: null }),
      queryOf({ ...WHOLE, local: null }),
    ]).toEqual([null, null, null])
    expect(queryOf(WHOLE)).toEqual({
      local: 7,
      begin: '2026-11-01',
      end: '2026-11-20',
      content: 'daily',
      format: 'xlsx',
    })
    expect(queryOf({ ...WHOLE, unit: 'client' })).toEqual({
      client: 3,
      begin: '2026-11-01',
      end: '2026-11-20',
      content: 'daily',
      byLocal: true,
      format: 'xlsx',
    })
    expect(queryOf({ ...WHOLE, unit: 'client', content: 'rows' })).toEqual({
      client: 3,
      begin: '2026-11-01',
      end: '2026-11-20',
      content: 'rows',
      format: 'xlsx',
    })
  })

  test('has something to sort by local only where rows name their local', () => {
    expect([
      namesLocals(WHOLE),
      namesLocals({ ...WHOLE, unit: 'client' }),
      namesLocals({ ...WHOLE, unit: 'client', byLocal: false }),
      namesLocals({ ...WHOLE, unit: 'client', content: 'rows', byLocal: false }),
    ]).toEqual([false, true, false, true])
  })
})
