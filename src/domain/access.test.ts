import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import schema from '../../schemas/entities/access-flag.schema.json' with { type: 'json' }
import {
  ACCESS_FLAGS,
  hasAccess,
  hasRole,
  isAccessFlag,
  isAdmin,
  isNoData,
  lacksBrandLevel,
  listedLocals,
  roleOf,
} from './access.ts'
import type { AccessFlag, Account } from './access.ts'

const account = (flags: readonly AccessFlag[], roles: readonly string[] = ['basic']): Account => ({
  roles,
  properties: Object.fromEntries(flags.map((flag) => [flag, true])),
})
const NEEDS = {
  hasAutomotiveForecast: 'hasAutomotive',
  hasAutomotiveTendency: 'hasAutomotive',
  hasAutomotiveAnalysis: 'hasAutomotive',
  hasAutomotiveDownload: 'hasAutomotive',
  canModifyOccupancyDashboard: 'occupancyDashboard',
  wiTraceBuildingMap: 'wiTrace',
} as const

test('the flags are those of the schema', () => {
  expect([...ACCESS_FLAGS]).toEqual(schema.enum)
  expect(isAccessFlag('footCompare')).toBe(true)
  expect(['isAdmin', '', 'toString', undefined, 3].some(isAccessFlag)).toBe(false)
})

describe('a basic account', () => {
  test('without flags may use nothing', () => {
    expect(ACCESS_FLAGS.filter((flag) => hasAccess(account([]), flag))).toEqual([])
    expect(
      ACCESS_FLAGS.filter((flag) =>
        hasAccess({ roles: [], properties: Object.fromEntries(ACCESS_FLAGS.map((name) => [name, false])) }, flag),
      ),
    ).toEqual([])
  })

  test.each(Object.entries(NEEDS))('with %s alone may not use it; %s is needed besides', (flag, needed) => {
    expect(hasAccess(account([flag as AccessFlag]), flag as AccessFlag)).toBe(false)
    expect(hasAccess(account([flag as AccessFlag, needed]), flag as AccessFlag)).toBe(true)
  })

  test('may use exactly the granted flags whose prerequisites are granted too', () => {
    fc.assert(
      fc.property(fc.subarray([...ACCESS_FLAGS]), (flags) => {
        const needs: Partial<Record<AccessFlag, AccessFlag>> = NEEDS
        const expected = flags.filter((flag) => needs[flag] === undefined || flags.includes(needs[flag]))
        expect(ACCESS_FLAGS.filter((flag) => hasAccess(account(flags), flag))).toEqual(
          ACCESS_FLAGS.filter((flag) => expected.includes(flag)),
        )
      }),
    )
  })
})

describe('an administrator', () => {
  test('needs no flag except the two that are given by name only', () => {
    expect(ACCESS_FLAGS.filter((flag) => !hasAccess(account([], ['ADMIN']), flag))).toEqual([
      'campaignManager',
      'hasRenfeDash',
    ])
  })

  test('with those two may use everything', () => {
    expect(
      ACCESS_FLAGS.filter((flag) => !hasAccess(account(['campaignManager', 'hasRenfeDash'], ['admin']), flag)),
    ).toEqual([])
  })
})

test('the highest known role counts, for any case', () => {
  expect([[], ['guest'], ['basic'], ['Basic', 'ADMIN'], ['admin', 'basic'], ['superadmin']].map(roleOf)).toEqual([
    'basic',
    'basic',
    'basic',
    'admin',
    'admin',
    'basic',
  ])
  expect([
    isAdmin(account([])),
    isAdmin(account([], ['Admin'])),
    hasRole(account([], ['admin']), 'basic'),
    hasRole(account([]), 'admin'),
  ]).toEqual([false, true, true, false])
})

test('venues without data are hidden from all but administrators, and only with the option', () => {
  const locals = (['operative', 'installed', 'sold', 'unknown'] as const).map((paramStatus) => ({ paramStatus }))
  expect(locals.map(isNoData)).toEqual([false, true, true, true])
  expect(listedLocals(locals, { admin: false, hideNoData: true })).toEqual([{ paramStatus: 'operative' }])
  expect(listedLocals(locals, { admin: false, hideNoData: false })).toEqual(locals)
  expect(listedLocals(locals, { admin: true, hideNoData: true })).toEqual(locals)
})

test('an account with client access but no brand level is warned', () => {
  expect(
    [
      { auto_client: 3 },
      { auto_client: 3, auto_clientLevel: '' },
      { auto_client: 3, auto_clientLevel: 'brand' },
      {},
    ].map(lacksBrandLevel),
  ).toEqual([true, true, false, false])
})
