import { expect, test } from 'vitest'
import type { LocalRecord } from '#schemas/generated/entities/local-record.ts'
import { localDraftOf, localValuesOf, readLimits } from './values.ts'

const LOCAL: LocalRecord = {
  id: 7,
  client: 1,
  name: 'Pau',
  code: 'P-7',
  type: 'store',
  paramStatus: 'operative',
  enabled: true,
  timeZone: 'Europe/Madrid',
  geo: { locality: 'València', zipCode: '46001', street: null, countryCode: 'ES', region: null, lat: 39.5, lng: -0.4 },
  externalId: 'ERP-7',
  mapping: null,
  oldId: null,
  openedOn: '2026-01-15',
  additionalInformation: { hideFootCompare: true, floor: 2, note: 'a: b' },
  dealership: 3,
  preSealed: false,
  bigVenues: true,
  corporate: false,
  comments: 'Key at the desk.',
  capacity: 120,
  limits: [100, 80],
  closedOn: null,
  plan: null,
  createdAt: 1,
  updatedAt: 2,
}

test('a local that was opened and not changed goes back as it came', () => {
  const { id: _id, closedOn: _closed, plan: _plan, createdAt: _made, updatedAt: _changed, ...rest } = LOCAL
  expect(localDraftOf(localValuesOf(LOCAL))).toEqual(rest)
})

test('limits are whole numbers of percent, however they are parted', () => {
  expect([
    readLimits('100, 80;60 40%'),
    readLimits(''),
    readLimits('many'),
    readLimits('80.5'),
    readLimits('0'),
  ]).toEqual([[100, 80, 60, 40], [], null, null, null])
})
