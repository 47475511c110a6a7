/** Every kind of caller there is. For tests only. */
import { ACCESS_FLAGS } from '#domain/access'
import type { AccessFlag } from '#domain/access'
import { documentContext } from '../../server/modules/dashboards/context.ts'
import { CONFIRMED_MS } from '../../server/modules/session/lifetime.ts'
import { hashOf, newToken } from '../../server/lib/secrets.ts'
import { NOW } from '../../server/testing/fixture.ts'
import type { Fixture } from '../../server/testing/fixture.ts'
import type { Expected } from './expected.ts'
import { people, stranger } from './subject-people.ts'
import { machines } from './subject-machines.ts'
import type { Kind, Subject } from './subject.ts'

const COMPARE: readonly AccessFlag[] = ['footCompare']

export async function subjects(f: Fixture, passwordHash: string): Promise<Subject[]> {
  const { catalog, ids } = f
  const { account, page, person } = people(f, passwordHash)
  const { device, screen, program } = machines(f, account)

  const link = newToken()
  await catalog.accountTokens.add({
    hash: hashOf(link),
    userId: await account({}, true),
    kind: 'invite',
    expiresAt: NOW + 3_600_000,
  })
  const all = [
    stranger('none', undefined),
    stranger('bad token', newToken()),
    stranger('token of a link', link),
    await person('expired session', 'out', { flags: COMPARE }),
    await person(
      'logged out',
      'out',
      { flags: COMPARE },
      {
        spoil: async (_userId, token) => {
          await catalog.sessions.close(hashOf(token))
        },
      },
    ),
    await person('disabled', 'out', { flags: COMPARE, enabled: false }),
    await person('terms not accepted', 'compare', { flags: COMPARE }, { terms: false }),
    await person('password expired', 'expired', { flags: COMPARE, passwordExpired: true }),
    await person('basic without flag', 'plain', {}),
    await person('basic with canDownload', 'hours', { flags: ['canDownload'] }),
    await person('basic with scheduleManager', 'schedule', { flags: ['scheduleManager'] }),
    await person('basic with footStatus', 'status', { flags: ['footStatus'] }),
    await person('basic with canAlerts', 'alerts', { flags: ['canAlerts'] }),
    await person('basic with canUpload', 'uploads', { flags: ['canUpload'] }),
    await person('basic with campaignManager', 'campaigns', { flags: ['campaignManager'] }),
    await person('basic with hasRenfeDash', 'transport', { flags: ['hasRenfeDash'] }),
    await person('basic with hasAutomotiveTendency', 'tendency', { flags: ['hasAutomotive', 'hasAutomotiveTendency'] }),
    await person('basic with flag', 'compare', { flags: COMPARE }),
    await person('multi-client', 'compare', {
      flags: COMPARE,
      clients: [ids.uno, ids.dos],
      properties: { multiClient: true },
    }),
    await person('demo', 'compare', { flags: COMPARE, properties: { demo: true } }),
    await person('demo with every flag', 'demo', { flags: [...ACCESS_FLAGS], properties: { demo: true } }),
    await person('demo administrator', 'demoAdmin', {
      role: 'admin',
      clients: [],
      flags: ['campaignManager', 'hasRenfeDash'],
      properties: { demo: true },
    }),
    await person('external login only', 'compare', { flags: COMPARE, loginType: 'external', passwordHash: null }),
    await person('api client', 'compare', { flags: COMPARE }),
    await person('admin', 'admin', { role: 'admin', clients: [] }),
    await person(
      'admin not confirmed',
      'unconfirmed',
      { role: 'admin', clients: [] },
      {
        spoil: async (_userId, token) => {
          await catalog.sessions.confirm(hashOf(token), NOW - CONFIRMED_MS)
        },
      },
    ),
    await person('admin with campaignManager and hasRenfeDash', 'campaignAdmin', {
      role: 'admin',
      clients: [],
      flags: ['campaignManager', 'hasRenfeDash'],
    }),
    await page(
      'external page of a person',
      {
        flags: ['footCompare', 'canUpload', 'canDownload', 'scheduleManager', 'footStatus'],
        clients: [ids.uno, ids.dos],
      },
      { clients: [ids.uno, ids.museum], flags: ['footCompare', 'canAlerts'] },
    ),
    await page(
      'external page of an administrator',
      { role: 'admin', clients: [], flags: ['campaignManager', 'hasRenfeDash'] },
      { clients: [ids.uno], flags: ['footCompare'] },
    ),
    await device(),
    await screen('screen token', 'screen', [...(await documentContext()).sources.keys()]),
    await screen('screen token of another dashboard', 'screenOfOthers', []),
    await program('API token that reads', 'tokenReads'),
    await program('API token that writes', 'tokenWrites'),
  ]
  // An expired session is removed on its first use; that is no effect of the calls that follow.
  for (const { token } of all) await f.get('/me', token)
  return all
}

/** Whether an administrator. */
export const isAdminKind = (kind: Kind): boolean =>
  kind === 'admin' || kind === 'campaignAdmin' || kind === 'unconfirmed' || kind === 'demoAdmin'

/** Null when this subject is let in, else how it is refused. */
export function refusal(
  subject: Pick<Subject, 'name' | 'kind'>,
  row: Pick<Expected, 'call' | 'audience' | 'screens' | 'tokens' | 'inPerson' | 'demo'>,
): Refusal | null {
  return (
    refusalOf(subject.kind, row) ??
    (isDemo(subject) && !mayInDemo(subject, row) ? [403, ['DEMO_CHANGES_NOT_ALLOWED']] : null)
  )
}

type Refusal = readonly [status: number, codes: readonly string[]]

export const isDemo = ({ name }: Pick<Subject, 'name'>): boolean => name.startsWith('demo')

/** An administrator reaches what belongs to others, so that a demo one changes the own account only. */
const mayInDemo = (
  { kind }: Pick<Subject, 'kind'>,
  { call, audience, demo }: Pick<Expected, 'call' | 'audience' | 'demo'>,
) =>
  demo &&
  (kind !== 'demoAdmin' ||
    call.startsWith('GET ') ||
    audience === 'anyone' ||
    audience === 'account' ||
    /\/(list|config|back-test|check|editing)\b/.test(call))

function refusalOf(
  kind: Kind,
  {
    call,
    audience,
    screens,
    tokens,
    inPerson,
  }: Pick<Expected, 'call' | 'audience' | 'screens' | 'tokens' | 'inPerson'>,
): Refusal | null {
  if (audience === 'anyone') return null
  if (audience === 'device') return kind === 'device' ? null : [401, ['DEVICE_KEY_REQUIRED', 'DEVICE_KEY_INVALID']]
  if (kind === 'out' || kind === 'device') return [401, ['SESSION_REQUIRED', 'SESSION_INVALID']]
  // The token of a mailed link is enough for this one, so that its route looks for a session by itself.
  if (['screen', 'screenOfOthers', 'tokenReads', 'tokenWrites'].includes(kind) && call === 'GET /api/auth/user/:token')
    return [401, ['SESSION_REQUIRED']]
  if (kind === 'screen' || kind === 'screenOfOthers')
    return audience === 'screen' || (screens && kind === 'screen') ? null : [403, ['SCREEN_NOT_ALLOWED']]
  if (kind === 'tokenReads' || kind === 'tokenWrites') {
    if (tokens === null) return [403, ['API_TOKEN_NOT_ALLOWED']]
    return tokens === 'write' && kind === 'tokenReads' ? [403, ['API_TOKEN_READS_ONLY']] : null
  }
  if (audience === 'screen') return [403, ['SCREEN_REQUIRED']]
  if (kind === 'page') {
    if (audience === 'admin' || audience === 'confirmed') return [403, ['ADMIN_REQUIRED']]
    if (audience === 'recent' || inPerson) return [403, ['PAGE_SESSION_NOT_ALLOWED']]
    return ['account', 'user', 'compare', 'hours', 'live'].includes(audience) ? null : [403, ['FLAG_REQUIRED']]
  }
  if (audience === 'account') return null
  if (kind === 'expired') return [403, ['PASSWORD_EXPIRED']]
  if (kind === 'demo') return audience === 'admin' || audience === 'confirmed' ? [403, ['ADMIN_REQUIRED']] : null
  // What is put right by them has its real name there.
  if (kind === 'demoAdmin')
    return /^GET \/api\/management\/(places|quarantine|clients|locals)\b/.test(call) ||
      /^POST \/api\/management\/(clients\/list|locals\/import\/check)$/.test(call)
      ? [403, ['ADMIN_REQUIRED']]
      : null
  if (audience === 'campaigns')
    return kind === 'campaigns' || kind === 'campaignAdmin' ? null : [403, ['FLAG_REQUIRED']]
  if (audience === 'transport')
    return kind === 'transport' || kind === 'campaignAdmin' ? null : [403, ['FLAG_REQUIRED']]
  if (kind === 'unconfirmed')
    return ['confirmed', 'recent', 'recentAlerts'].includes(audience) ? [403, ['CONFIRMATION_REQUIRED']] : null
  if (isAdminKind(kind) || audience === 'user' || audience === 'recent') return null
  if (audience === 'admin' || audience === 'confirmed') return [403, ['ADMIN_REQUIRED']]
  const enough =
    kind === audience ||
    (audience === 'recentAlerts' && kind === 'alerts') ||
    ((audience === 'hours' || audience === 'live') && kind === 'compare') ||
    (audience === 'downloads' && kind === 'hours') ||
    (audience === 'figures' && (kind === 'transport' || kind === 'tendency'))
  return enough ? null : [403, ['FLAG_REQUIRED']]
}
