import { actionsOfNoun, isAuditAction } from '#domain/audit-actions'
import { NOUNS } from '../nouns.ts'
import { area } from '../paths.ts'

/** Actions on entries of described nouns, as the audit log writes them. */
export const NOUN_AUDIT_ACTIONS = NOUNS.flatMap(({ noun }) => actionsOfNoun(noun).map((verb) => `${noun}.${verb}`))

/** The key of the words for one of these; null for another action. */
function nounActionKey(action: string): string | null {
  const found = NOUNS.find(({ noun }) => actionsOfNoun(noun).some((verb) => action === `${noun}.${verb}`))
  return found === undefined ? null : `noun-${found.name}:does.${action.slice(found.noun.length + 1)}`
}

/** The key of the words for any action; null for one of a later release. */
export const actionKey = (action: string): string | null =>
  nounActionKey(action) ?? (isAuditAction(action) ? `admin:does.${action}` : null)

/** The page of the entry of a described noun that a line is about, also of one that was deleted; null for any other. */
export function entryHref({ action, details }: { readonly action: string; readonly details: object }): string | null {
  const found = NOUNS.find(({ noun }) => action.startsWith(`${noun}.`))
  const id = 'id' in details ? details.id : undefined
  return found === undefined || typeof id !== 'number' ? null : area(found.name).edit(id)
}

/** Labels of the details of entries; another detail has its own key. */
const DETAILS = [
  'address',
  'tries',
  'unknownNames',
  'networks',
  'accounts',
  'otherAccounts',
  'role',
  'loginType',
  'flags',
  'clients',
  'groups',
  'members',
  'session',
  'by',
  'client',
  'modules',
  'type',
  'bytes',
  'file',
  'entries',
  'sha256',
  'before',
] as const

/** Details of entries of the fleet, in the words of the fleet's pages. */
const FLEET_DETAILS: Readonly<Record<string, string>> = {
  ssid: 'fleet:ssid',
  ip: 'fleet:ip',
  port: 'fleet:port',
  user: 'fleet:user',
  password: 'fleet:password',
  tunnelEnabled: 'fleet:tunnel.label',
  proxyMobile: 'fleet:proxyMobile',
  settings: 'fleet:settings.label',
  hidden: 'fleet:settings.secrets',
  footscan: 'fleet:footscan',
  area: 'fleet:area',
  mac: 'fleet:mac',
  name: 'admin:name',
  kind: 'fleet:kind.label',
  adapter: 'fleet:kind.label',
  externalId: 'fleet:externalId',
  reportS: 'fleet:reportS',
  enabled: 'fleet:enabled',
  reason: 'fleet:quarantine.reason',
}

/** The key of the words for a detail; null when it has none. */
export const detailKey = (name: string): string | null =>
  isAuditDetail(name)
    ? `admin:detail.${name}`
    : Object.hasOwn(FLEET_DETAILS, name)
      ? (FLEET_DETAILS[name] ?? null)
      : null

const isAuditDetail = (name: string): name is (typeof DETAILS)[number] => (DETAILS as readonly string[]).includes(name)
