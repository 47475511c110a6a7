/**
 * Who may do what: one rule for the server, the router and the menus (spec 1, section 6). An account has a role and
 * boolean access flags; an administrator needs no flag except the two that are given by name only.
 */
import type { AccessFlag } from '#schemas/generated/entities/access-flag.ts'
import type { Local } from '#schemas/generated/entities/local.ts'

export type { AccessFlag }
export type Role = 'basic' | 'admin'

/** From the lowest to the highest. */
const ROLES: readonly Role[] = ['basic', 'admin']

export const ACCESS_FLAGS = [
  'canAlerts',
  'canUpload',
  'canDownload',
  'footCompare',
  'footStatus',
  'campaignManager',
  'rtList',
  'experienceList',
  'hasAutomotive',
  'hasAutomotiveTendency',
  'hasAutomotiveAnalysis',
  'hasAutomotiveDownload',
  'hasAutomotiveForecast',
  'hasBigVenues',
  'occupancyDashboard',
  'zonesOccupancyDashboard',
  'canModifyOccupancyDashboard',
  'hasRenfeDash',
  'wiTrace',
  'wiTraceLaptopOccupancyDownload',
  'wiTraceCorporateReport',
  'wiTraceBuildingMap',
  'scheduleManager',
  'peakassoChatbot',
] as const satisfies readonly AccessFlag[]

export const isAccessFlag = (value: unknown): value is AccessFlag => ACCESS_FLAGS.includes(value as AccessFlag)

/** Administrators hold these only when they were given to them. */
const ADMIN_EXCLUSIVE: ReadonlySet<AccessFlag> = new Set(['campaignManager', 'hasRenfeDash'])

/** A flag that means nothing without another. */
const NEEDS: Readonly<Partial<Record<AccessFlag, AccessFlag>>> = {
  hasAutomotiveForecast: 'hasAutomotive',
  hasAutomotiveTendency: 'hasAutomotive',
  hasAutomotiveAnalysis: 'hasAutomotive',
  hasAutomotiveDownload: 'hasAutomotive',
  canModifyOccupancyDashboard: 'occupancyDashboard',
  wiTraceBuildingMap: 'wiTrace',
}

/** The flags of a list that mean nothing because the one they need is not in it, each with what it needs. */
export function danglingFlags(flags: readonly AccessFlag[]): { flag: AccessFlag; needs: AccessFlag }[] {
  return flags.flatMap((flag) => {
    const needs = NEEDS[flag]
    return needs === undefined || flags.includes(needs) ? [] : [{ flag, needs }]
  })
}

/** The fields of an account that the rule needs; `/api/me` answers in this shape. */
export interface Account {
  readonly roles: readonly string[]
  readonly properties: Readonly<Partial<Record<AccessFlag, boolean>>>
}

/** The highest role of a list, ignoring case; an unknown name counts for nothing. */
export function roleOf(roles: readonly string[]): Role {
  const lower = new Set(roles.map((role) => role.toLowerCase()))
  return ROLES.findLast((role) => lower.has(role)) ?? 'basic'
}

export const hasRole = (account: Account, atLeast: Role): boolean =>
  ROLES.indexOf(roleOf(account.roles)) >= ROLES.indexOf(atLeast)

export const isAdmin = (account: Account): boolean => hasRole(account, 'admin')

/** True when the account may use what this flag opens. */
export function hasAccess(account: Account, flag: AccessFlag): boolean {
  if (isAdmin(account) && !ADMIN_EXCLUSIVE.has(flag)) return true
  const needed = NEEDS[flag]
  return account.properties[flag] === true && (needed === undefined || hasAccess(account, needed))
}

/**
 * Which right a route, a card, a menu entry or a call of the server requires.
 */
export interface AccessRule {
  readonly flag?: AccessFlag
  /** Administrators only. */
  readonly admin?: boolean
}

/** True when the account satisfies the rule; an empty rule admits everyone signed in. */
export const mayOpen = (account: Account, { flag, admin = false }: AccessRule): boolean =>
  (!admin || isAdmin(account)) && (flag === undefined || hasAccess(account, flag))

/** Missing rights: the role, and flags with those they depend on. Empty when access is granted. */
export function missingFor(
  account: Account,
  { flag, admin = false }: AccessRule,
): { readonly admin: boolean; readonly flags: readonly AccessFlag[] } {
  const required = flag === undefined ? [] : [NEEDS[flag], flag].filter((one) => one !== undefined)
  return { admin: admin && !isAdmin(account), flags: required.filter((one) => !hasAccess(account, one)) }
}

/**
 * Rights that open a dashboard: a holder knows what their colleagues look at, and may show them what they
 * made.
 */
const DASHBOARD_FLAGS: readonly AccessFlag[] = [
  'footCompare',
  'footStatus',
  'hasAutomotive',
  'hasBigVenues',
  'occupancyDashboard',
  'zonesOccupancyDashboard',
  'wiTrace',
  'hasRenfeDash',
]

/** True when the account may share its own dashboards with other users of its clients. */
export const mayShareDashboards = (account: Account, { demo }: { readonly demo: boolean }): boolean =>
  isAdmin(account) || (!demo && DASHBOARD_FLAGS.some((flag) => hasAccess(account, flag)))

/** Not counting yet, or no more. */
export const isNoData = ({ paramStatus }: Pick<Local, 'paramStatus'>): boolean => paramStatus !== 'operative'

/** The locals of a list that Compare offers: a venue has a setting that excludes it (spec 2, Foot Compare). */
export const comparedLocals = <T extends Pick<Local, 'additionalInformation'>>(locals: readonly T[]): readonly T[] =>
  locals.filter(({ additionalInformation }) => additionalInformation.hideFootCompare !== true)

/** The hide option of venue lists takes the no-data venues away from everyone but administrators. */
export function listedLocals<T extends Pick<Local, 'paramStatus'>>(
  locals: readonly T[],
  options: { admin: boolean; hideNoData: boolean },
): readonly T[] {
  return options.hideNoData && !options.admin ? locals.filter((local) => !isNoData(local)) : locals
}

/**
 * Client access without a level of the brand's hierarchy: nothing says which part of it is meant (spec 1, section 6).
 */
export const lacksBrandLevel = ({
  auto_client: client,
  auto_clientLevel: level,
}: {
  readonly auto_client?: number | undefined
  readonly auto_clientLevel?: string | undefined
}): boolean => client !== undefined && (level ?? '') === ''
