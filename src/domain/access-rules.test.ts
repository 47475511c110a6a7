import { expect, test } from 'vitest'
import {
  ACCESS_FLAGS,
  type AccessFlag,
  type Account,
  comparedLocals,
  danglingFlags,
  mayOpen,
  mayShareDashboards,
  missingFor,
} from './access.ts'

const account = (flags: readonly AccessFlag[] = [], role = 'basic'): Account => ({
  roles: [role],
  properties: Object.fromEntries(flags.map((flag) => [flag, true])),
})

test('an access rule admits an account with its flag, its role, both, or anyone when it is empty', () => {
  const open = (rule: Parameters<typeof mayOpen>[1]) =>
    [account(), account(['campaignManager']), account([], 'admin'), account(['campaignManager'], 'admin')].map((one) =>
      mayOpen(one, rule),
    )
  expect(open({})).toEqual([true, true, true, true])
  expect(open({ admin: true })).toEqual([false, false, true, true])
  expect(open({ flag: 'campaignManager' })).toEqual([false, true, false, true])
  expect(open({ flag: 'campaignManager', admin: true })).toEqual([false, false, false, true])
})

test('a refused account learns which role and flags it lacks, with the flags those depend on', () => {
  expect(missingFor(account(), {})).toEqual({ admin: false, flags: [] })
  expect(missingFor(account(), { admin: true, flag: 'canAlerts' })).toEqual({ admin: true, flags: ['canAlerts'] })
  expect(missingFor(account([], 'admin'), { admin: true, flag: 'canAlerts' })).toEqual({ admin: false, flags: [] })
  expect(missingFor(account(), { flag: 'wiTraceBuildingMap' })).toEqual({
    admin: false,
    flags: ['wiTrace', 'wiTraceBuildingMap'],
  })
  expect(missingFor(account(['wiTrace']), { flag: 'wiTraceBuildingMap' })).toEqual({
    admin: false,
    flags: ['wiTraceBuildingMap'],
  })
})

test('a flag without the one it depends on is listed with it', () => {
  expect(danglingFlags(['canModifyOccupancyDashboard', 'hasAutomotiveForecast', 'hasAutomotive', 'canAlerts'])).toEqual(
    [{ flag: 'canModifyOccupancyDashboard', needs: 'occupancyDashboard' }],
  )
  expect(danglingFlags([])).toEqual([])
})

test('administrators and holders of a dashboard right may share their own dashboards, except in the demo', () => {
  const opening = ACCESS_FLAGS.filter((flag) => mayShareDashboards(account([flag]), { demo: false }))
  expect(opening).toEqual([
    'footCompare',
    'footStatus',
    'hasAutomotive',
    'hasBigVenues',
    'occupancyDashboard',
    'zonesOccupancyDashboard',
    'hasRenfeDash',
    'wiTrace',
  ])
  expect([
    mayShareDashboards(account(), { demo: false }),
    mayShareDashboards(account(['footCompare']), { demo: true }),
  ]).toEqual([false, false])
  expect([
    mayShareDashboards(account([], 'admin'), { demo: false }),
    mayShareDashboards(account([], 'admin'), { demo: true }),
  ]).toEqual([true, true])
})

test('a venue that is kept out of Compare is not in its list', () => {
  const [shown, hidden, plain] = [
    { additionalInformation: { hideFootCompare: false } },
    { additionalInformation: { hideFootCompare: true } },
    { additionalInformation: {} },
  ]
  expect(comparedLocals([shown, hidden, plain] as Parameters<typeof comparedLocals>[0])).toEqual([shown, plain])
})
