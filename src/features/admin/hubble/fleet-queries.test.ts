import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { WifiConfig } from '#schemas/generated/entities/wifi-config.ts'
import { hubQuery } from './hub-queries.ts'

const entry = (mac: string): WifiConfig => ({ mac, ssid: 's', hasPassword: false, updatedAt: 1 })

test('a list with more than one item is requested once an hour, one with one or none every time', async () => {
  for (const [rows, expected] of [
    [[], 3],
    [[entry('a')], 3],
    [[entry('a'), entry('b')], 1],
  ] as const) {
    const queries = new QueryClient()
    let calls = 0
    const ask = async () => {
      calls += 1
      return [...rows]
    }
    for (let time = 0; time < 3; time++) expect(await queries.fetchQuery(hubQuery('wifi', ask))).toEqual(rows)
    expect([rows.length, calls]).toEqual([rows.length, expected])
  }
})
