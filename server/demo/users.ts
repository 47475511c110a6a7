import type { AccessFlag } from '#domain/access'
import type { AccountProperties } from '#schemas/generated/entities/account-properties.ts'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Repositories } from '../catalog.ts'
import { hashPassword } from '../modules/session/password-hash.ts'
import { scopeOf } from '../lib/user.ts'
import { SYSTEM_SCOPE } from '../lib/scope.ts'
import { BRANDS } from './brands.ts'

const DEMO_DOMAIN = 'aforo.test'
export const DEMO_PASSWORD = 'Demo-2026-aforo!'

export interface DemoUser {
  readonly name: string
  /** One line for the table that `npm run demo` prints. */
  readonly about: string
  readonly role?: 'admin'
  readonly flags: readonly AccessFlag[]
  /** Client types whose clients the account may read. */
  readonly types: readonly Client['type'][]
  readonly properties?: Partial<AccountProperties>
  readonly loginType?: 'otp'
  readonly passwordExpired?: true
  /** Has not accepted the terms of service yet, so that their dialog can be seen. */
  readonly termsOpen?: true
}

const RETAIL: readonly AccessFlag[] = ['footCompare', 'footStatus', 'hasBigVenues', 'canDownload', 'canUpload']
const AUTOMOTIVE: readonly AccessFlag[] = [
  'hasAutomotive',
  'hasAutomotiveTendency',
  'hasAutomotiveAnalysis',
  'hasAutomotiveDownload',
  'hasAutomotiveForecast',
  'canUpload',
]
const CORPORATE: readonly AccessFlag[] = [
  'occupancyDashboard',
  'zonesOccupancyDashboard',
  'canModifyOccupancyDashboard',
  'wiTrace',
  'wiTraceLaptopOccupancyDownload',
  'wiTraceCorporateReport',
  'wiTraceBuildingMap',
  'rtList',
]

/** Accounts of the demo (system.md), one for each way of using the product. */
export const DEMO_USERS: readonly DemoUser[] = [
  { name: 'admin', about: 'administrator', role: 'admin', flags: [], types: [] },
  {
    name: 'analyst',
    about: 'retail: Foot Compare, status, venues, downloads',
    flags: RETAIL,
    types: ['basic', 'expo', 'neighbourhood', 'events'],
  },
  { name: 'dealer', about: 'automotive', flags: [...AUTOMOTIVE, 'footCompare'], types: ['automotive'] },
  { name: 'office', about: 'corporate buildings', flags: CORPORATE, types: ['office'] },
  {
    name: 'operator',
    about: 'alerts, downloads, uploads, schedules',
    flags: ['canAlerts', 'canDownload', 'canUpload', 'scheduleManager', 'footStatus'],
    types: ['basic', 'automotive', 'office'],
  },
  {
    name: 'campaigner',
    about: 'campaigns, Renfe',
    flags: ['campaignManager', 'hasRenfeDash', 'footCompare'],
    types: ['basic'],
  },
  {
    name: 'guest',
    about: 'sees renamed clients',
    flags: ['footCompare', 'footStatus'],
    types: ['basic'],
    properties: { demo: true },
  },
  { name: 'nobody', about: 'no rights, terms not accepted', flags: [], types: [], termsOpen: true },
  {
    name: 'otp',
    about: 'one-time code, in the mailbox page',
    flags: ['footCompare'],
    types: ['basic'],
    loginType: 'otp',
  },
  { name: 'expired', about: 'expired password', flags: ['footCompare'], types: ['basic'], passwordExpired: true },
]

const ADMIN_ONLY = BRANDS.filter(({ isAdminOnly }) => isAdminOnly).map(({ key }) => key)

/** Makes the demo accounts with their rights and clients. */
export async function insertDemoUsers(
  { users, passwords }: Pick<Repositories, 'users' | 'passwords'>,
  clients: readonly Client[],
  hashes: readonly string[],
  nowMs: number,
): Promise<void> {
  for (const [
    i,
    {
      name,
      role = 'basic',
      flags,
      types,
      properties,
      loginType = 'password',
      passwordExpired = false,
      termsOpen = false,
    },
  ] of DEMO_USERS.entries()) {
    const user = await users.insert(
      SYSTEM_SCOPE,
      {
        username: `${name}@${DEMO_DOMAIN}`,
        role,
        flags,
        passwordHash: hashes[i]!,
        loginType,
        passwordExpired,
        ...(properties && { properties }),
        clients: clients
          .filter(
            ({ type, externalId }) =>
              types.includes(type) && !ADMIN_ONLY.some((key) => externalId?.startsWith(`demo/${key}/`)),
          )
          .map(({ id }) => id),
      },
      nowMs,
    )
    if (!termsOpen) await passwords.acceptTerms(scopeOf(user), nowMs)
  }
}

/** Each account has its own salt. Done before the transaction, since it is the slow part. */
export const hashDemoPasswords = (): Promise<string[]> => Promise.all(DEMO_USERS.map(() => hashPassword(DEMO_PASSWORD)))
