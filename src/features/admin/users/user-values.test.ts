import { expect, test } from 'vitest'
import type { AccessFlag } from '#domain/access'
import type { UserAccount } from '#schemas/generated/entities/user-account.ts'
import {
  draftOf,
  hasNoBrandLevel,
  LABELS,
  NEW_USER,
  SETTINGS_OF_AREAS,
  valuesOf,
  waitsForScreen,
} from './user-values.ts'

const ANA: UserAccount = {
  id: 7,
  enabled: true,
  username: 'ana@luna.es',
  role: 'basic',
  loginType: 'otp',
  flags: ['hasAutomotive', 'footCompare'],
  clients: [1, 2],
  groups: [3],
  macs: ['A0:B1:C2:D3:E4:F5'],
  passwordExpired: false,
  termsAcceptedAt: null,
  lastLogin: null,
  createdAt: 1,
  properties: {
    lang: 'ca',
    demo: true,
    modules: ['traffic'],
    loginMessage: 'Hola',
    useLoginMessage: true,
    postLogin: 'automotive',
    auto_client: 2,
    auto_clientLevel: 'region',
    auto_levelValue: 'Norte',
    multiClient: true,
    externalLogin: false,
    ciscoSpaces: false,
    canModifyZoneTypes: true,
    buildingCollaborativeType: false,
    datasourcesTags: ['a', 'b'],
  },
}

test('an account that was opened and not changed is sent back unchanged, with the fields that the form does not show', () => {
  const { id: _id, enabled: _on, termsAcceptedAt: _terms, lastLogin: _last, createdAt: _made, ...rest } = ANA
  expect(draftOf(valuesOf(ANA), ANA)).toEqual(rest)
})

test('a new account has no right and no client, and signs in with a password in Spanish', () => {
  expect(draftOf({ ...NEW_USER, username: ' eva ' })).toEqual({
    username: 'eva',
    role: 'basic',
    loginType: 'password',
    passwordExpired: false,
    flags: [],
    clients: [],
    groups: [],
    macs: [],
    properties: {
      lang: 'es',
      canModifyZoneTypes: false,
      buildingCollaborativeType: false,
      demo: false,
      multiClient: false,
      ciscoSpaces: false,
      externalLogin: false,
      datasourcesTags: [],
      useLoginMessage: false,
      loginMessage: '',
    },
  })
})

test('requiring the external login is the same as the external login type', () => {
  expect(draftOf({ ...valuesOf(ANA), loginType: 'external' }, ANA).properties?.externalLogin).toBe(true)
  expect(
    draftOf(
      {
        ...valuesOf({ ...ANA, loginType: 'external', properties: { ...ANA.properties, externalLogin: true } }),
        loginType: 'password',
      },
      ANA,
    ).properties?.externalLogin,
  ).toBe(false)
})

test('devices are taken however they are written, one on each line, and once', () => {
  expect(draftOf({ ...NEW_USER, macs: 'a0b1c2d3e4f5\n\nA0:B1:C2:D3:E4:F5, 00-11-22-33-44-55' }).macs).toEqual([
    'A0:B1:C2:D3:E4:F5',
    '00:11:22:33:44:55',
  ])
})

test('a user with client access but no brand level gets a warning', () => {
  expect(
    [
      { autoClient: 1, autoLevel: null },
      { autoClient: 1, autoLevel: 'brand' },
      { autoClient: null, autoLevel: null },
    ].map(hasNoBrandLevel),
  ).toEqual([true, false, false])
})

test('a setting waits as long as none of the areas in which it takes effect has a screen', () => {
  const waiting = (...unbuilt: AccessFlag[]) =>
    [...LABELS, ...SETTINGS_OF_AREAS].filter((setting) => waitsForScreen(setting, new Set(unbuilt)))
  expect(waiting('wiTrace', 'hasAutomotive', 'hasBigVenues')).toEqual([
    'canModifyZoneTypes',
    'buildingCollaborativeType',
    'multiClient',
    'ciscoSpaces',
    'datasourcesTags',
    'auto_client',
  ])
  expect(waiting('hasAutomotive')).toEqual(['auto_client'])
  expect(waiting()).toEqual([])
})
