/** Every kind of caller there is. For tests only. */
import { ACCESS_FLAGS } from '#domain/access'
import type { AccessFlag } from '#domain/access'
import type { NewUser } from '../../server/modules/users/repo.ts'
import { documentContext } from '../../server/modules/dashboards/context.ts'
import { CONFIRMED_MS } from '../../server/modules/session/lifetime.ts'
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { hashOf, newToken } from '../../server/lib/secrets.ts'
import { NOW } from '../../server/testing/fixture.ts'
import type { Fixture } from '../../server/testing/fixture.ts'
import type { Expected } from './expected.ts'

/**
 * `campaignAdmin`: an administrator who was given campaignManager, which the others lack. `out`: no session. `expired`:
 * the password is. `unconfirmed`: an administrator who has not shown it for a while. `page`: an external page, for a
 * person who may more than it and less. `demo`: a demo account with every flag; `demoAdmin`: one that is an
 * administrator. `screen`: its dashboard asks every source; `screenOfOthers`: its dashboard asks none. The others are
 * those of the table that are let in.
 */
export type Kind =
  | 'out'
  | 'expired'
  | 'plain'
  | 'compare'
  | 'hours'
  | 'admin'
  | 'unconfirmed'
  | 'schedule'
  | 'status'
  | 'alerts'
  | 'uploads'
  | 'campaigns'
  | 'campaignAdmin'
  | 'transport'
  | 'tendency'
  | 'device'
  | 'page'
  | 'demo'
  | 'demoAdmin'
  | 'screen'
  | 'screenOfOthers'

export interface Subject {
  readonly name: string
  readonly kind: Kind
  /** What it sends; undefined = nothing. */
  readonly token: string | undefined
  /** 0 = nobody. */
  readonly userId: number
  /** What a screen shows. */
  readonly dashboard?: string
  /** A caller of the same kind that may be used up: other account, other session. */
  readonly twin: () => Promise<{ token: string | undefined; userId: number }>
}

const DEFAULT: Pick<NewUser, 'role' | 'flags'> = { role: 'basic', flags: [] }
let made = 0

export async function subjects(f: Fixture, passwordHash: string): Promise<Subject[]> {
  const { catalog, ids } = f

  async function session(userId: number, at = NOW): Promise<string> {
    const token = newToken()
    await catalog.sessions.open({ tokenHash: hashOf(token), userId, at, address: '10.0.0.1', agent: 'matrix' })
    return token
  }

  async function account(more: Partial<NewUser>, terms: boolean): Promise<number> {
    const { id } = await catalog.users.insert(
      SYSTEM_SCOPE,
      { ...DEFAULT, username: `subject${++made}@aforo.test`, passwordHash, clients: [ids.uno], ...more },
      NOW,
    )
    if (terms) await catalog.passwords.acceptTerms({ ...SYSTEM_SCOPE, userId: id }, NOW)
    return id
  }

  async function apiClient(): Promise<number> {
    const name = `Program ${++made}`
    const id = await catalog.apiClients.insert(
      SYSTEM_SCOPE,
      { name, redirectUris: [], clients: [ids.uno], flags: ['footCompare'], enabled: true, pkce: true },
      { clientId: `matrix-${made}`, secretHash: hashOf('x'), at: NOW },
    )
    const credentials = await catalog.apiClients.credentials(`matrix-${made}`)
    if (credentials === undefined) throw new Error(`API client ${id} was not made.`)
    return credentials.userId
  }

  /**
   * The session that an external page holds for a person: both may footCompare and the client uno, and each may
   * something that the other may not.
   */
  const page = async (
    name: string,
    more: Partial<NewUser>,
    page: { clients: number[]; flags: AccessFlag[] },
  ): Promise<Subject> => {
    const clientId = `page-${++made}`
    const draft = { name: clientId, redirectUris: [], ...page, enabled: true, pkce: true }
    const apiClientId = await catalog.apiClients.insert(SYSTEM_SCOPE, draft, {
      clientId,
      secretHash: hashOf('x'),
      at: NOW,
    })
    const twin = async () => {
      const [userId, token] = [await account(more, true), newToken()]
      await catalog.sessions.open({
        tokenHash: hashOf(token),
        userId,
        at: NOW,
        address: '10.0.0.1',
        agent: 'matrix',
        apiClientId,
      })
      return { token, userId }
    }
    return { name, kind: 'page', ...(await twin()), twin }
  }

  const COMPARE: readonly AccessFlag[] = ['footCompare']
  const person = (
    name: string,
    kind: Kind,
    more: Partial<NewUser>,
    { terms = true, spoil }: { terms?: boolean; spoil?: (userId: number, token: string) => Promise<void> } = {},
  ) => {
    const twin = async (isTwin = true) => {
      const userId = name === 'api client' ? await apiClient() : await account(more, terms && !isTwin)
      const token = await session(userId, name === 'expired session' ? NOW - 3 * 3_600_000 : NOW)
      await spoil?.(userId, token)
      return { token, userId: kind === 'out' ? 0 : userId }
    }
    return twin(false).then((first): Subject => ({ name, kind, ...first, twin }))
  }
  const nobody = (name: string, token: string | undefined): Subject => ({
    name,
    kind: 'out',
    token,
    userId: 0,
    twin: async () => ({ token, userId: 0 }),
  })

  /** Speaks for all devices of the client that the other subjects may read. */
  const device = async (): Promise<Subject> => {
    const token = newToken()
    await catalog.deviceKeys.insert(SYSTEM_SCOPE, {
      client: ids.uno,
      footscan: null,
      name: 'Matrix',
      keyHash: hashOf(token),
      at: NOW,
    })
    return { name: 'device', kind: 'device', token, userId: 0, twin: async () => ({ token, userId: 0 }) }
  }

  /** A wall of the client that the other subjects may read, made by an administrator, whose rights it must not have. */
  const screen = async (
    name: string,
    kind: 'screen' | 'screenOfOthers',
    sources: readonly string[],
  ): Promise<Subject> => {
    const maker = {
      ...SYSTEM_SCOPE,
      userId: await account({ role: 'admin', clients: [], flags: ['campaignManager', 'hasRenfeDash'] }, true),
    }
    const dashboard = `wall-${++made}`
    await catalog.dashboards.insert(
      maker,
      {
        id: dashboard,
        names: { '': 'Wall' },
        descriptions: {},
        flags: [],
        audience: { to: 'onlyMe', ids: [] },
        basedOn: null,
      },
      {
        number: 1,
        text: JSON.stringify({ format: 1, queries: sources.map((source) => ({ source })) }),
        note: '',
        at: NOW,
        restoredFrom: null,
        basedOnHash: null,
        patch: null,
      },
    )
    const { id } = await catalog.screens.insert(
      maker,
      {
        client: ids.uno,
        name,
        dashboards: [dashboard],
        search: '',
        seconds: 60,
        lang: 'es',
        tokenHash: hashOf(newToken()),
      },
      NOW,
    )
    const token = newToken()
    await catalog.screens.open(id, hashOf(token), NOW + 3_600_000)
    return {
      name,
      kind,
      token,
      userId: 0,
      ...(kind === 'screen' && { dashboard }),
      twin: async () => ({ token, userId: 0 }),
    }
  }

  const link = newToken()
  await catalog.accountTokens.add({
    hash: hashOf(link),
    userId: await account({}, true),
    kind: 'invite',
    expiresAt: NOW + 3_600_000,
  })
  const all = [
    nobody('none', undefined),
    nobody('bad token', newToken()),
    nobody('token of a link', link),
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
  ]
  // A session whose time is over is removed when it is seen first; that is no effect of the calls to come.
  for (const { token } of all) await f.get('/me', token)
  return all
}

/** Whether an administrator. */
export const isAdminKind = (kind: Kind): boolean =>
  kind === 'admin' || kind === 'campaignAdmin' || kind === 'unconfirmed' || kind === 'demoAdmin'

/** Null when this subject is let in, else how it is refused. */
export function refusal(
  subject: Pick<Subject, 'name' | 'kind'>,
  row: Pick<Expected, 'call' | 'audience' | 'screens' | 'inPerson' | 'demo'>,
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
    /\/(list|config|back-test|check)\b/.test(call))

function refusalOf(
  kind: Kind,
  { call, audience, screens, inPerson }: Pick<Expected, 'call' | 'audience' | 'screens' | 'inPerson'>,
): Refusal | null {
  if (audience === 'anyone') return null
  if (audience === 'device') return kind === 'device' ? null : [401, ['DEVICE_KEY_REQUIRED', 'DEVICE_KEY_INVALID']]
  if (kind === 'out' || kind === 'device') return [401, ['SESSION_REQUIRED', 'SESSION_INVALID']]
  // The token of a mailed link is enough for this one, so that its route looks for a session by itself.
  if ((kind === 'screen' || kind === 'screenOfOthers') && call === 'GET /api/auth/user/:token')
    return [401, ['SESSION_REQUIRED']]
  if (kind === 'screen' || kind === 'screenOfOthers')
    return audience === 'screen' || (screens && kind === 'screen') ? null : [403, ['SCREEN_NOT_ALLOWED']]
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
    return /^GET \/api\/management\/(places|quarantine)\b/.test(call) ? [403, ['ADMIN_REQUIRED']] : null
  if (audience === 'campaigns')
    return kind === 'campaigns' || kind === 'campaignAdmin' ? null : [403, ['FLAG_REQUIRED']]
  if (audience === 'transport')
    return kind === 'transport' || kind === 'campaignAdmin' ? null : [403, ['FLAG_REQUIRED']]
  if (kind === 'unconfirmed')
    return audience === 'confirmed' || audience === 'recent' ? [403, ['CONFIRMATION_REQUIRED']] : null
  if (isAdminKind(kind) || audience === 'user' || audience === 'recent') return null
  if (audience === 'admin' || audience === 'confirmed') return [403, ['ADMIN_REQUIRED']]
  const enough =
    kind === audience ||
    ((audience === 'hours' || audience === 'live') && kind === 'compare') ||
    (audience === 'downloads' && kind === 'hours') ||
    (audience === 'figures' && (kind === 'transport' || kind === 'tendency'))
  return enough ? null : [403, ['FLAG_REQUIRED']]
}
