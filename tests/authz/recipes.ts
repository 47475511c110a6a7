/**
 * A valid request for every call, about what belongs to the caller, to others, to none, or to a mixture. For
 * tests only.
 */
import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { AccessFlag } from '#domain/access'
import { DEFAULT_BRANDING } from '#domain/branding'
import { MODULES } from '../../server/modules/index.ts'
import { readImage } from '../../server/modules/brands/image-check.ts'
import { sealedPlace } from '../../server/db/sealed.ts'
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { isResource } from '../../server/resource/description.ts'
import { hashOf, newToken, secretsOf } from '../../server/lib/secrets.ts'
import { drawPng } from '../../server/demo/png.ts'
import { CONFIG, NOW, PASSWORD } from '../../server/testing/fixture.ts'
import type { Fixture } from '../../server/testing/fixture.ts'
import { passkeyChallenges } from '../../server/modules/second-factors/challenges.ts'
import { softwareAuthenticator } from '../../server/testing/authenticator.ts'
import { newTotpSecret } from '../../server/modules/second-factors/totp.ts'
import { askingBrowsers } from '../../server/modules/otp/asking-browser.ts'
import { importForm } from '../../server/modules/imports/testing.ts'
import { formWith, workbookOf } from '../../server/modules/uploads/testing.ts'
import type { Variant } from './expected.ts'
import { dashboardRecipes } from './dashboard-recipes.ts'
import { fleetRecipes } from './fleet-recipes.ts'
import { exportRecipes } from './export-recipes.ts'
import { reportRecipes } from './report-recipes.ts'

export const MISSING = 987_654
const NEW_PASSWORD = 'Marker-çñ-2027!'
const PERIODS = 'p1Start=2026-11-16&p1End=2026-11-19&p2Start=2026-11-09&p2End=2026-11-12'
const PNG = drawPng(8, 8, () => [20, 90, 120, 255])
const JSON_TYPE = { 'content-type': 'application/json' }
/** What belongs to a client that no subject but the administrators may read. */
export const FOREIGN_MARKERS = ['Museo', 'Galería', 'Campaña ajena']

export interface Asked {
  readonly url: string
  readonly payload?: object | string | Buffer
  readonly headers?: Record<string, string>
}
export interface Situation {
  readonly variant: Variant
  readonly me: { readonly token: string | undefined; readonly userId: number; readonly dashboard?: string }
  /** The call will go through and may use its target up. */
  readonly fresh: boolean
}
/** One or more requests that must all be answered alike. */
export type Recipe = (situation: Situation) => Promise<readonly Asked[]>

/** The calls that need more than their address: by method and path as registered. */
export async function recipesOf(f: Fixture): Promise<ReadonlyMap<string, Recipe>> {
  const { catalog, ids } = f
  const secrets = secretsOf(CONFIG.secretKey ?? '')
  let made = 0
  const name = (what: string) => `${what} ${++made} ${randomInt(1e9)}`
  const passwordHash = (await catalog.sessions.credentials('analyst@aforo.test'))?.passwordHash ?? null

  const { id: foreignCampaign } = await catalog.campaigns.insert(SYSTEM_SCOPE, {
    client: ids.museum,
    name: 'Campaña ajena',
    begin: '2026-07-01',
    end: '2026-07-31',
  })
  const own = { client: ids.uno, local: ids.granVia, campaign: ids.campaign }
  const other = { client: ids.museum, local: ids.gallery, campaign: foreignCampaign }
  const missing = { client: MISSING, local: MISSING, campaign: MISSING }
  const unit = (variant: Variant) => (variant === 'other' ? other : variant === 'missing' ? missing : own)

  const userDraft = () => ({ username: `made${++made}@aforo.test`, flags: ['canAlerts'], clients: [ids.uno] })
  const groupDraft = () => ({ name: name('Made group'), flags: ['canAlerts'], clients: [ids.uno] })
  const apiClientDraft = () => ({
    name: name('Program'),
    redirectUris: ['https://program.test/cb'],
    clients: [ids.uno],
    flags: ['footCompare'] as AccessFlag[],
    enabled: true,
    pkce: false,
  })
  const brandDraft = () => ({ label: `b${++made}-${randomInt(1e9)}`, title: 'Made' })

  const make = {
    user: async () =>
      (
        await catalog.users.insert(
          SYSTEM_SCOPE,
          { username: `target${++made}@aforo.test`, role: 'basic', flags: [], clients: [], passwordHash },
          NOW,
        )
      ).id,
    disabledUser: async () =>
      (
        await catalog.users.insert(
          SYSTEM_SCOPE,
          {
            username: `target${++made}@aforo.test`,
            role: 'basic',
            flags: [],
            clients: [],
            passwordHash,
            enabled: false,
          },
          NOW,
        )
      ).id,
    group: () => catalog.groups.insert(SYSTEM_SCOPE, { name: name('Group') }),
    async otpUser() {
      const user = {
        username: `target${++made}@aforo.test`,
        role: 'basic',
        flags: [],
        clients: [],
        passwordHash,
        loginType: 'otp',
      } as const
      return (await catalog.users.insert(SYSTEM_SCOPE, user, NOW)).id
    },
    access: async () =>
      (await catalog.userAccess.insert(SYSTEM_SCOPE, { user: await make.user(), client: ids.uno }, NOW)).id,
    apiClient: () =>
      catalog.apiClients.insert(
        SYSTEM_SCOPE,
        { ...apiClientDraft(), enabled: true },
        { clientId: name('id'), secretHash: hashOf('x'), at: NOW },
      ),
    brand: async () => (await catalog.brands.insert(SYSTEM_SCOPE, { ...DEFAULT_BRANDING, ...brandDraft() })).id,
    image: async () => (await catalog.brandImages.insert(SYSTEM_SCOPE, PNG, readImage(PNG), NOW)).id,
    session: async (userId: number) => {
      const token = newToken()
      await catalog.sessions.open({ tokenHash: hashOf(token), userId, at: NOW, address: '10.0.0.2', agent: 'target' })
      const open = await catalog.sessions.listOf(userId, { createdAfter: 0, seenAfter: 0 })
      return open.find(({ agent }) => agent === 'target')?.id ?? 0
    },
    code: async (kind: 'access' | 'recover') => {
      const code = newToken()
      await catalog.accountTokens.add({
        hash: hashOf(code),
        userId: await make.user(),
        kind,
        expiresAt: NOW + 3_600_000,
      })
      return code
    },
  }
  const stand = {
    user: await make.user(),
    disabledUser: await make.disabledUser(),
    otpUser: await make.otpUser(),
    group: await make.group(),
    access: await make.access(),
    apiClient: await make.apiClient(),
    brand: await make.brand(),
    image: await make.image(),
  }
  const standing = {
    session: await make.session(stand.user),
    image: stand.image,
    access: await make.code('access'),
    recover: await make.code('recover'),
  }
  type Target = keyof typeof stand

  const mixedClients = { clients: [ids.uno, MISSING] }

  await catalog.apiClients.insert(
    SYSTEM_SCOPE,
    { ...apiClientDraft(), flags: [], enabled: true },
    { clientId: 'page', secretHash: hashOf('x'), at: NOW },
  )
  const otp = await catalog.sessions.credentials('otp@aforo.test')
  const event = { id: 'e1', event: 'open', timestamp: NOW }

  const one = (asked: Asked): Promise<readonly Asked[]> => Promise.resolve([asked])
  const json = (url: string, payload: object, headers = {}): Promise<readonly Asked[]> =>
    one({ url, payload, headers: { ...JSON_TYPE, ...headers } })
  const recipes = new Map<string, Recipe>()

  /** The six calls of a collection, of which `another` makes one and `standing` is one. */
  function calls(
    path: string,
    { standing: own, another }: { standing: number; another: () => Promise<number> },
    draft: (variant: Variant) => object | Promise<object>,
    mixed: object,
  ): void {
    const idOf = async ({ variant, fresh }: Situation, using = false) =>
      variant === 'missing' ? MISSING : fresh && using ? another() : own
    recipes.set(`GET ${path}`, () => one({ url: path }))
    recipes.set(`GET ${path}/:id`, async (situation) => one({ url: `${path}/${await idOf(situation)}` }))
    recipes.set(`POST ${path}`, async ({ variant }) =>
      json(path, { ...(await draft(variant)), ...(variant === 'mixed' && mixed) }),
    )
    recipes.set(`POST ${path}/list`, async ({ variant }) =>
      json(`${path}/list`, {
        ids: variant === 'own' ? [own] : variant === 'missing' ? [MISSING] : [own, MISSING],
      }),
    )
    recipes.set(`PUT ${path}/:id`, async (situation) =>
      json(`${path}/${await idOf(situation, true)}`, {
        ...(await draft(situation.variant)),
        ...(situation.variant === 'mixed' && mixed),
      }),
    )
    recipes.set(`DELETE ${path}/:id`, async (situation) => one({ url: `${path}/${await idOf(situation, true)}` }))
  }
  const collection = (path: string, target: Target, draft: () => object | Promise<object>, mixed: object) =>
    calls(path, { standing: stand[target], another: () => make[target]() }, draft, mixed)
  collection('/api/users', 'user', userDraft, mixedClients)
  collection('/api/security/group', 'group', groupDraft, mixedClients)
  collection('/api/security/api_client', 'apiClient', apiClientDraft, mixedClients)
  collection('/api/security/user_access', 'access', async () => ({ user: await make.user(), client: ids.uno }), {
    client: MISSING,
  })
  collection('/api/brands', 'brand', brandDraft, { logoUrl: `/api/brand-images/${MISSING}` })
  for (const { resource } of MODULES.filter(isResource)) {
    const example = (client: number) => resource.example(randomInt(1e9), client) as Record<string, unknown>
    const another = () => catalog.resources.insert(resource, SYSTEM_SCOPE, example(ids.uno), NOW)
    const draft = (variant: Variant) => example(variant === 'missing' ? MISSING : ids.uno)
    calls(`/api/${resource.name}`, { standing: await another(), another }, draft, {})
  }

  const change =
    (path: string, target: 'user' | 'disabledUser' | 'otpUser' | 'apiClient') =>
    async ({ variant, fresh }: Situation) =>
      one({
        url: path.replace(
          ':id',
          String(variant === 'missing' ? MISSING : fresh ? await make[target]() : stand[target]),
        ),
      })
  recipes.set('POST /api/users/:id/enable', change('/api/users/:id/enable', 'disabledUser'))
  recipes.set('POST /api/users/:id/otp', change('/api/users/:id/otp', 'otpUser'))
  recipes.set('POST /api/users/:id/disable', change('/api/users/:id/disable', 'user'))
  recipes.set('POST /api/security/api_client/:id/secret', change('/api/security/api_client/:id/secret', 'apiClient'))
  recipes.set('DELETE /api/auth/user/login-fails/:id', change('/api/auth/user/login-fails/:id', 'user'))
  recipes.set('GET /api/auth/sessions/user/:id', change('/api/auth/sessions/user/:id', 'user'))
  recipes.set('POST /api/brand-images', () =>
    one({ url: '/api/brand-images', payload: PNG, headers: { 'content-type': 'image/png' } }),
  )
  recipes.set('GET /api/brand-images/:id', ({ variant }) =>
    one({ url: `/api/brand-images/${variant === 'missing' ? MISSING : stand.image}` }),
  )
  recipes.set('GET /api/branding/:label', ({ variant }) =>
    one({ url: `/api/branding/${variant === 'missing' ? 'nobody' : 'default'}` }),
  )

  const everyones = `everyones-${randomInt(1e9)}`
  await catalog.dashboards.insert(
    SYSTEM_SCOPE,
    {
      id: everyones,
      names: { '': 'Wall' },
      descriptions: {},
      flags: [],
      audience: { to: 'everyone', ids: [] },
      basedOn: null,
    },
    { number: 1, text: '{}', note: '', at: NOW, restoredFrom: null, basedOnHash: null, patch: null },
  )
  const screenOf = async (userId: number, client: number) => {
    const token = newToken()
    return {
      token,
      ...(await catalog.screens.insert(
        { ...SYSTEM_SCOPE, userId },
        {
          client,
          name: name('Wall'),
          dashboards: [everyones],
          search: '',
          seconds: 60,
          lang: 'es',
          tokenHash: hashOf(token),
        },
        NOW,
      )),
    }
  }
  const maker = (await catalog.users.findByUsername(SYSTEM_SCOPE, 'analyst@aforo.test'))?.id ?? 0
  const standingScreen = await screenOf(stand.user, ids.museum)
  recipes.set('POST /api/screens', ({ variant }) =>
    json('/api/screens', {
      name: name('Wall'),
      client: unit(variant).client,
      dashboards: [everyones, ...(variant === 'mixed' ? ['made-987654'] : [])],
      seconds: 60,
      lang: 'es',
    }),
  )
  recipes.set('DELETE /api/screens/:id', async ({ variant, me, fresh }) => {
    const id =
      variant === 'missing'
        ? MISSING
        : !fresh
          ? standingScreen.id
          : (await screenOf(variant === 'own' && me.userId !== 0 ? me.userId : stand.user, ids.uno)).id
    return one({ url: `/api/screens/${id}` })
  })
  recipes.set('POST /api/screens/session', async ({ variant }) =>
    json('/api/screens/session', {
      token: variant === 'missing' ? newToken() : (await screenOf(maker, ids.uno)).token,
    }),
  )

  // About data of a client.
  for (const path of [
    '/api/clients/:id',
    '/api/locals/:id',
    '/api/locals/:id/params',
    '/api/locals/:id/areas-footscans',
    '/api/local-footscans/:id',
    '/api/campaigns/:id',
  ]) {
    const kind = path.includes('clients') ? 'client' : path.includes('campaigns') ? 'campaign' : 'local'
    recipes.set(`GET ${path}`, ({ variant }) => one({ url: path.replace(':id', String(unit(variant)[kind])) }))
  }
  const byClient =
    (path: string, more = '') =>
    ({ variant }: Situation) =>
      one({ url: `${path}?client=${unit(variant).client}${more}` })
  for (const path of ['/api/locals', '/api/campaigns']) {
    recipes.set(`GET ${path}`, async (situation) => [
      ...(situation.variant === 'own' ? [{ url: path }] : []),
      ...(await byClient(path)(situation)),
    ])
  }
  recipes.set('GET /api/locals/active', byClient('/api/locals/active', '&workday=2026-11-19'))
  recipes.set('GET /api/local-params', async ({ variant }) => [
    { url: `/api/local-params?client=${unit(variant).client}` },
    { url: `/api/local-params?local=${unit(variant).local}` },
  ])
  recipes.set('GET /api/local-footscans', async ({ variant }) => [
    { url: `/api/local-footscans?client=${unit(variant).client}` },
    { url: `/api/local-footscans?local=${unit(variant).local}` },
  ])
  recipes.set('POST /api/period/config', async ({ variant }) => [
    { url: `/api/period/config?key=thisWeekVsPrevious&client=${unit(variant).client}` },
    { url: `/api/period/config?key=campaigns&client=${unit(variant).client}&campaign=${unit(variant).campaign}` },
  ])
  recipes.set('GET /api/server/state', () => one({ url: '/api/server/state' }))
  recipes.set('GET /api/server/mails', () => one({ url: '/api/server/mails' }))
  recipes.set('DELETE /api/server/mails', () => one({ url: '/api/server/mails' }))
  recipes.set('PUT /api/server/maintenance', () =>
    one({ url: '/api/server/maintenance', payload: { maintenance: false }, headers: JSON_TYPE }),
  )
  recipes.set('POST /api/server/mails/:id/retry', async ({ variant }) => {
    if (variant === 'missing') return one({ url: `/api/server/mails/${MISSING}/retry` })
    await catalog.mails.add(NOW, () => 'x')
    const [made] = await catalog.mails.list(1)
    // It waits for its next try, so that the queue is at rest also where the call is refused.
    await catalog.mails.retry(made?.id ?? 0, 1, NOW + 3_600_000)
    return one({ url: `/api/server/mails/${made?.id}/retry` })
  })
  for (const end of ['', '/config']) {
    const units = (variant: Variant) => [
      `/api/modules/client/${unit(variant).client}${end}`,
      `/api/modules/local/${unit(variant).local}${end}`,
    ]
    recipes.set(`GET /api/modules/:type/:unit${end}`, async ({ variant }) => units(variant).map((url) => ({ url })))
    if (end !== '')
      recipes.set(`PUT /api/modules/:type/:unit${end}`, async ({ variant }) =>
        units(variant).map((url) => ({ url, payload: { modules: {} }, headers: JSON_TYPE })),
      )
  }
  for (const path of [
    'metrics/main/extended',
    'capconv/all',
    'metrics/main/hour',
    'metrics/ins',
    'metrics/repetitions',
    'metrics/repetitions/local',
    'metrics/exits',
    'metrics/exits/hour',
    'metrics/sales',
    'holidays',
    'stores',
    'days',
  ]) {
    const url = `/api/compare/${path}`
    recipes.set(`GET ${url}`, async ({ variant }) => {
      const { client, local } = unit(variant)
      const [whole, some] = [`${url}?client=${client}&${PERIODS}`, `${url}?client=${client}&${PERIODS}&locals=${local}`]
      return variant === 'mixed'
        ? [{ url: `${some},${other.local}` }, { url: `${some},${MISSING}` }]
        : [{ url: whole }, { url: some }]
    })
  }
  recipes.set('GET /api/compare/range', async ({ variant }) => {
    const { client, local } = unit(variant)
    const some = `/api/compare/range?client=${client}&locals=${local}`
    return variant === 'mixed'
      ? [{ url: `${some},${other.local}` }, { url: `${some},${MISSING}` }]
      : [{ url: `/api/compare/range?client=${client}` }, { url: some }]
  })
  recipes.set('GET /api/compare/metrics/main/time', ({ variant }) =>
    one({ url: `/api/compare/metrics/main/time?local=${unit(variant).local}&begin=2026-11-16&end=2026-11-19` }),
  )

  const campaign = (client: number) => ({ client, name: name('Campaign'), begin: '2026-07-01', end: '2026-07-31' })
  const campaignId = async ({ variant, fresh }: Situation) =>
    variant === 'other' || variant === 'missing' || !fresh
      ? unit(variant).campaign
      : (await catalog.campaigns.insert(SYSTEM_SCOPE, campaign(ids.uno))).id
  const doomedCampaign = async (situation: Situation) =>
    situation.variant === 'other' && situation.fresh
      ? (await catalog.campaigns.insert(SYSTEM_SCOPE, { ...campaign(ids.museum), name: 'Campaña ajena' })).id
      : campaignId(situation)
  recipes.set('POST /api/campaigns', ({ variant }) => json('/api/campaigns', campaign(unit(variant).client)))
  recipes.set('PUT /api/campaigns/:id', async (situation) =>
    json(`/api/campaigns/${await campaignId(situation)}`, {
      ...campaign(
        situation.variant === 'mixed'
          ? MISSING
          : unit(situation.variant === 'missing' ? 'own' : situation.variant).client,
      ),
      ...(situation.variant === 'other' && { name: 'Campaña ajena' }),
    }),
  )
  recipes.set('DELETE /api/campaigns/:id', async (situation) =>
    one({ url: `/api/campaigns/${await doomedCampaign(situation)}` }),
  )
  recipes.set('GET /api/downloads', async ({ variant }) => {
    const { client, local } = unit(variant)
    const days = 'begin=2026-11-16&end=2026-11-19'
    return [
      { url: `/api/downloads?client=${client}&${days}` },
      { url: `/api/downloads?local=${local}&${days}&content=daily` },
      ...(variant === 'own'
        ? ['xlsx', 'arrow'].map((format) => ({ url: `/api/downloads?client=${client}&${days}&format=${format}` }))
        : []),
    ]
  })

  const shift = (local: number) => ({ area: null, week_day: 1, local, opening: '10:00', closing: '20:00' })
  for (const path of ['/api/opening-hours/client/:clientId', '/api/areas/client/:clientId'])
    recipes.set(`GET ${path}`, ({ variant }) => one({ url: path.replace(':clientId', String(unit(variant).client)) }))
  recipes.set('PUT /api/opening-hours/client/:clientId', async ({ variant }) => {
    const { client, local } = unit(variant)
    const put = (rows: readonly object[]) => ({
      url: `/api/opening-hours/client/${client}`,
      payload: rows,
      headers: JSON_TYPE,
    })
    return variant === 'mixed'
      ? [put([shift(local), shift(other.local)]), put([shift(local), shift(MISSING)])]
      : [put([shift(local)])]
  })
  recipes.set('PUT /api/opening-hours/local/:localId', async ({ variant }) => {
    const { local } = unit(variant)
    const put = (rows: readonly object[]) => ({
      url: `/api/opening-hours/local/${local}`,
      payload: rows,
      headers: JSON_TYPE,
    })
    return variant === 'mixed'
      ? [put([shift(local), shift(other.local)]), put([shift(local), shift(MISSING)])]
      : [put([shift(local)])]
  })
  const { id: foreignArea } = await catalog.areas.insert(SYSTEM_SCOPE, { local: other.local, name: 'Sala' })
  recipes.set('PUT /api/opening-hours/local/:localId/area', async ({ variant }) => {
    const { local } = unit(variant)
    const put = (area: number) => ({
      url: `/api/opening-hours/local/${local}/area`,
      payload: { area, local, ohs: [{ week_day: 2, opening: '10:00', closing: '20:00' }] },
      headers: JSON_TYPE,
    })
    return variant === 'mixed'
      ? [put(foreignArea), put(MISSING)]
      : [put(variant === 'other' ? foreignArea : variant === 'missing' ? MISSING : ids.door)]
  })

  recipes.set('GET /api/holidays/local/:localId', ({ variant }) =>
    one({ url: `/api/holidays/local/${unit(variant).local}?year=2026` }),
  )
  recipes.set('PUT /api/holidays/local/:localId', async ({ variant }) => [
    {
      url: `/api/holidays/local/${unit(variant).local}`,
      payload: { add: [{ day: '2026-12-25', name: 'Navidad' }], remove: [] },
      headers: JSON_TYPE,
    },
  ])

  recipes.set('GET /api/uploads', async (situation) => [
    ...(situation.variant === 'own' ? [{ url: '/api/uploads' }] : []),
    ...(await byClient('/api/uploads')(situation)),
  ])
  const storedUpload = async (variant: Variant): Promise<number> => {
    if (variant === 'missing') return MISSING
    const id = await catalog.uploads.begin(
      SYSTEM_SCOPE,
      {
        client: unit(variant).client,
        kind: 'ticketsDaily',
        mode: null,
        fileName: 'tickets.csv',
        rows: 1,
        begin: null,
        end: null,
        missing: [],
      },
      NOW,
    )
    await catalog.uploads.finish(SYSTEM_SCOPE, id, { added: 1, changed: 0, unchanged: 0 })
    return id
  }
  const standingUploads = new Map(
    await Promise.all(
      (['own', 'other', 'missing'] as const).map(
        async (variant) => [variant as Variant, await storedUpload(variant)] as const,
      ),
    ),
  )
  recipes.set('POST /api/uploads/:id/undo', async ({ variant, fresh }) =>
    one({
      url: `/api/uploads/${fresh ? await storedUpload(variant) : (standingUploads.get(variant) ?? MISSING)}/undo`,
    }),
  )
  /**
   * A file that says something new each time, of a local of the client; a mixture has a local of others in it.
   */
  const fileOf = (variant: Variant, row: (code: string, count: number) => string): string =>
    [variant === 'other' ? 'M1' : 'U1', ...(variant === 'mixed' ? ['M2'] : [])]
      .map((code) => row(code, ++made))
      .join('\n')
  const uploading =
    (path: string, row: (code: string, count: number) => string) =>
    ({ variant }: Situation) =>
      one({
        url: path.replace(/:clientId|:target/, String(unit(variant).client)).replace(':mode', 'CSV'),
        ...formWith(fileOf(variant, row)),
      })
  for (const end of ['check', 'csv']) {
    recipes.set(
      `POST /api/upload/tickets/hourly/:clientId/${end}`,
      uploading(
        `/api/upload/tickets/hourly/:clientId/${end}`,
        (code, count) => `${code};2026-11-18;10:00:00;+01;${count}`,
      ),
    )
    recipes.set(
      `POST /api/upload/tickets/daily/:clientId/${end}`,
      uploading(`/api/upload/tickets/daily/:clientId/${end}`, (code, count) => `${code};2026-11-18;${count}`),
    )
  }
  for (const end of ['check', 'upload']) {
    recipes.set(
      `POST /api/automotive/oo/:target/${end}/:mode`,
      uploading(`/api/automotive/oo/:target/${end}/:mode`, (code, count) => `${code};2026-11-18;${count};0`),
    )
    recipes.set(`POST /api/automotive/mi/:clientId/${end}`, ({ variant }) =>
      one({
        url: `/api/automotive/mi/${unit(variant).client}/${end}`,
        ...formWith(
          workbookOf([
            {
              name: 'Media',
              rows: [
                ['Date', 'Investment', 'Concept'],
                ['2026-11-18', ++made, 'TV'],
              ],
            },
          ]),
        ),
      }),
    )
  }

  recipes.set('GET /api/imports', async (situation) => [
    ...(situation.variant === 'own' ? [{ url: '/api/imports' }] : []),
    ...(await byClient('/api/imports')(situation)),
  ])
  recipes.set('POST /api/imports', ({ variant }) =>
    one({
      url: '/api/imports',
      ...importForm([['counts.csv', `ts,sensor,ins\n2025-09-07T10:00,Plaza,${++made}\n`]], {
        client: unit(variant).client,
        timeZone: 'Europe/Madrid',
      }),
    }),
  )
  /** An import in a state, without files: what follows behind the answer finds none, and says so in the import. */
  const storedImport = async (variant: Variant, state: 'ready' | 'loaded'): Promise<number> => {
    if (variant === 'missing') return MISSING
    const id = await catalog.imports.begin(
      SYSTEM_SCOPE,
      { client: unit(variant).client, files: [], settings: {}, loadsClean: false },
      NOW,
    )
    await catalog.imports.move(SYSTEM_SCOPE, id, ['reading'], state, NOW)
    return id
  }
  for (const [call, state, payload] of [
    ['GET /api/imports/:id', 'ready'],
    ['PUT /api/imports/:id/settings', 'ready', {}],
    ['POST /api/imports/:id/load', 'ready'],
    ['POST /api/imports/:id/cancel', 'ready'],
    ['POST /api/imports/:id/undo', 'loaded'],
    ['GET /api/imports/:id/apart', 'loaded'],
  ] as const) {
    const standing = new Map(
      await Promise.all(
        (['own', 'other', 'missing'] as const).map(
          async (variant) => [variant as Variant, await storedImport(variant, state)] as const,
        ),
      ),
    )
    recipes.set(call, async ({ variant, fresh }) =>
      one({
        url: call
          .split(' ')[1]!
          .replace(':id', String(fresh ? await storedImport(variant, state) : (standing.get(variant) ?? MISSING))),
        ...(payload !== undefined && { payload: { ...payload, client: unit(variant).client }, headers: JSON_TYPE }),
      }),
    )
  }
  const savedPreset = async (variant: Variant) =>
    variant === 'missing'
      ? MISSING
      : (
          await catalog.importPresets.save(
            SYSTEM_SCOPE,
            { name: name('Preset'), client: unit(variant).client, settings: {} },
            NOW,
          )
        ).id
  const standingPresets = new Map(
    await Promise.all(
      (['own', 'other', 'missing'] as const).map(
        async (variant) => [variant as Variant, await savedPreset(variant)] as const,
      ),
    ),
  )
  recipes.set('POST /api/import-presets', ({ variant }) =>
    one({
      url: '/api/import-presets',
      payload: { name: name('Preset'), client: unit(variant).client, settings: {} },
      headers: JSON_TYPE,
    }),
  )
  recipes.set('DELETE /api/import-presets/:id', async ({ variant, fresh }) =>
    one({
      url: `/api/import-presets/${fresh ? await savedPreset(variant) : (standingPresets.get(variant) ?? MISSING)}`,
    }),
  )

  recipes.set('GET /api/locals/alerts', async (situation) => [
    ...(situation.variant === 'own' ? [{ url: '/api/locals/alerts' }] : []),
    ...(await byClient('/api/locals/alerts')(situation)),
  ])
  recipes.set('GET /api/alerts', async ({ variant }) => [
    { url: `/api/alerts?client=${unit(variant).client}` },
    { url: `/api/alerts?local=${unit(variant).local}` },
    ...(variant === 'own' ? [{ url: '/api/alerts?state=open' }] : []),
  ])
  const oldIdOf = (client: number) => json(`/api/management/clients/${client}/oldId`, { oldId: '7' })
  recipes.set('PUT /api/management/clients/:id/oldId', ({ variant }) => oldIdOf(unit(variant).client))
  const place = async () =>
    (
      await catalog.locals.insert(SYSTEM_SCOPE, {
        client: ids.uno,
        name: name('Place'),
        code: name('P'),
        type: 'store',
        timeZone: 'Europe/Madrid',
      })
    ).id
  const [standing1, standing2] = [await place(), await place()]
  const placeOf = async ({ variant, fresh }: Situation) =>
    `/api/management/places/local/${variant === 'missing' ? MISSING : fresh ? await place() : standing1}`
  recipes.set('GET /api/management/places', ({ variant }) =>
    one({ url: `/api/management/places?client=${unit(variant).client}` }),
  )
  recipes.set('GET /api/management/places/:kind/:id', async (situation) => one({ url: await placeOf(situation) }))
  recipes.set('PUT /api/management/places/:kind/:id/name', async (situation) =>
    json(`${await placeOf(situation)}/name`, { name: name('Renamed') }),
  )
  recipes.set('PUT /api/management/places/local/:id/time-zone', async (situation) =>
    json(`${await placeOf(situation)}/time-zone`, { timeZone: 'Europe/Lisbon' }),
  )
  recipes.set('PUT /api/management/places/local/:id/closing', async (situation) =>
    json(`${await placeOf(situation)}/closing`, { closedOn: '2026-10-01' }),
  )
  recipes.set('GET /api/management/places/:kind/:id/merge', async (situation) =>
    one({ url: `${await placeOf(situation)}/merge?into=${standing2}` }),
  )
  recipes.set('POST /api/management/places/:kind/:id/merge', async (situation) =>
    json(`${await placeOf(situation)}/merge`, { into: standing2 }),
  )
  recipes.set('DELETE /api/management/places/:kind/:id', async (situation) => one({ url: await placeOf(situation) }))
  const rowApart = async ({ variant, fresh }: Situation) => {
    if (variant === 'missing') return MISSING
    if (fresh || standingRow === 0) {
      await f.facts.keepApart([
        {
          client: ids.uno,
          local: 0,
          reason: 'COUNT_UNREADABLE',
          source: 'a.csv',
          row: { file: 'a.csv', line: ++made, ins: 'x' },
        },
      ])
      const [row] = await f.facts.read('SELECT CAST(max(id) AS DOUBLE) FROM quarantine')
      if (fresh) return Number(row?.[0])
      standingRow = Number(row?.[0])
    }
    return standingRow
  }
  let standingRow = 0
  recipes.set('GET /api/management/quarantine', () => one({ url: '/api/management/quarantine' }))
  recipes.set('GET /api/management/quarantine/groups', () => one({ url: '/api/management/quarantine/groups' }))
  recipes.set('POST /api/management/quarantine/:id/release', async (situation) =>
    json(`/api/management/quarantine/${await rowApart(situation)}/release`, {
      local: ids.granVia,
      area: ids.door,
      day: '2026-11-02',
      hour: 12,
      counts: { ins: ++made },
    }),
  )
  recipes.set('POST /api/management/quarantine/dismiss', async (situation) =>
    json('/api/management/quarantine/dismiss', {
      ids: situation.variant === 'mixed' ? [await rowApart(situation), MISSING] : [await rowApart(situation)],
    }),
  )
  for (const name of ['recipients', 'kinds']) recipes.set(`GET /api/alerts/${name}`, byClient(`/api/alerts/${name}`))
  recipes.set('GET /api/locals/:id/alerts', ({ variant }) => one({ url: `/api/locals/${unit(variant).local}/alerts` }))
  recipes.set('PUT /api/locals/:id/alerts/:alertId', async ({ variant }) => {
    const { local } = unit(variant)
    return json(`/api/locals/${local}/alerts/${variant === 'mixed' ? ids.outlet : local}`, { state: 'activate' })
  })
  const ruleOf = (client: number) => ({ client, kind: 'coverage', settings: { percent: 80 } })
  const storedRule = async (variant: Variant): Promise<number> => {
    if (variant === 'missing') return MISSING
    const { client } = unit(variant === 'mixed' ? 'own' : variant)
    return (
      await catalog.alertRules.insert(
        SYSTEM_SCOPE,
        { client, kind: 'coverage', settings: { percent: 90 }, recipients: null, coolDownH: 24, enabled: true },
        NOW,
      )
    ).id
  }
  const standingRules = new Map(
    await Promise.all(
      (['own', 'other', 'missing', 'mixed'] as const).map(
        async (variant) => [variant, await storedRule(variant)] as const,
      ),
    ),
  )
  const ruleId = async ({ variant, fresh }: Situation, using = false) =>
    fresh && using ? storedRule(variant) : (standingRules.get(variant) ?? MISSING)
  recipes.set('GET /api/alerts/rules', async (situation) => [
    ...(situation.variant === 'own' ? [{ url: '/api/alerts/rules' }] : []),
    ...(await byClient('/api/alerts/rules')(situation)),
  ])
  recipes.set('GET /api/alerts/rules/:id', async (situation) =>
    one({ url: `/api/alerts/rules/${await ruleId(situation)}` }),
  )
  recipes.set('POST /api/alerts/rules', ({ variant }) =>
    json('/api/alerts/rules', {
      ...ruleOf(unit(variant).client),
      ...(variant === 'mixed' && { recipients: [MISSING] }),
    }),
  )
  recipes.set('POST /api/alerts/rules/list', async (situation) =>
    json('/api/alerts/rules/list', {
      ids: [await ruleId(situation), ...(situation.variant === 'mixed' ? [MISSING] : [])],
    }),
  )
  recipes.set('PUT /api/alerts/rules/:id', async (situation) =>
    json(
      `/api/alerts/rules/${await ruleId(situation)}`,
      ruleOf(situation.variant === 'mixed' ? MISSING : unit(situation.variant).client),
    ),
  )
  recipes.set('DELETE /api/alerts/rules/:id', async (situation) =>
    one({ url: `/api/alerts/rules/${await ruleId(situation, true)}` }),
  )
  recipes.set('POST /api/alerts/rules/back-test', ({ variant }) =>
    json('/api/alerts/rules/back-test', ruleOf(unit(variant).client)),
  )

  for (const path of ['workday', 'summary']) {
    const url = `/api/monitoring/footscans/${path}`
    recipes.set(`GET ${url}`, async ({ variant }) => {
      const { client, local } = unit(variant)
      const some = `${url}?client=${client}&begin=2026-11-16&end=2026-11-19&locals=${local}`
      return variant === 'mixed'
        ? [{ url: `${some},${other.local}` }, { url: `${some},${MISSING}` }]
        : [{ url: `${url}?client=${client}&date=2026-11-19` }, { url: some }]
    })
  }
  for (const [url, days] of [
    ['/api/occupancy/now', ''],
    ['/api/occupancy/minutes', ''],
    ['/api/occupancy/levels', '&begin=2026-11-16&end=2026-11-19'],
    ['/api/occupancy/hours', '&p1Start=2026-11-16&p1End=2026-11-19'],
    ['/api/occupancy/rooms', '&p1Start=2026-11-16&p1End=2026-11-19'],
  ] as const) {
    recipes.set(`GET ${url}`, async ({ variant }) => {
      const { client, local } = unit(variant)
      const some = `${url}?client=${client}${days}&locals=${local}`
      return variant === 'mixed'
        ? [{ url: `${some},${other.local}` }, { url: `${some},${MISSING}` }]
        : [{ url: `${url}?client=${client}${days}` }, { url: some }]
    })
  }
  recipes.set('GET /api/occupancy/clients', async () => [{ url: '/api/occupancy/clients' }])
  recipes.set('GET /api/figures/clients', async () => [
    { url: '/api/figures/clients?kind=flows' },
    { url: '/api/figures/clients?kind=monthly' },
  ])
  for (const [url, days] of [
    ...['pairs', 'stations', 'hours', 'days'].map(
      (path) => [`/api/flows/${path}`, '&begin=2026-11-16&end=2026-11-19'] as const,
    ),
    ...['slots', 'stations'].map((path) => [`/api/profile/${path}`, ''] as const),
  ]) {
    recipes.set(`GET ${url}`, async ({ variant }) => {
      const { client, local } = unit(variant)
      const some = `${url}?client=${client}${days}&${url.includes('profile') ? 'locals' : 'local'}=`
      return variant === 'mixed'
        ? [{ url: `${some}${other.local}` }, { url: `${some}${MISSING}` }]
        : [{ url: `${url}?client=${client}` }, { url: `${some}${local}` }]
    })
  }
  recipes.set('GET /api/flows/months', byClient('/api/flows/months'))
  for (const path of ['places', 'months', 'course', 'summary', 'items'])
    recipes.set(`GET /api/monthly/${path}`, byClient(`/api/monthly/${path}`))
  recipes.set('GET /api/occupancy/locals', byClient('/api/occupancy/locals'))
  recipes.set('GET /api/monitoring/footscans/current', byClient('/api/monitoring/footscans/current'))
  recipes.set('GET /api/locals/status/:id', ({ variant }) =>
    one({ url: `/api/locals/status/${unit(variant).local}?date=2026-11-19` }),
  )

  // About an account.
  const account = ({ variant, me }: Situation) =>
    variant === 'own' ? me.userId || stand.user : variant === 'other' ? stand.user : MISSING
  for (const path of ['/api/auth/user/logins', '/api/auth/user/pass-changes'])
    recipes.set(`GET ${path}/:id`, (situation) => one({ url: `${path}/${account(situation)}` }))
  recipes.set('GET /api/auth/user/:token', (situation) => one({ url: `/api/auth/user/${account(situation)}` }))
  recipes.set('DELETE /api/auth/sessions/:id', async ({ variant, me, fresh }) => {
    if (variant === 'missing') return one({ url: `/api/auth/sessions/${MISSING}` })
    return one({
      url: `/api/auth/sessions/${fresh && (variant === 'own' || me.userId !== 0) ? await make.session(variant === 'own' ? me.userId : await make.user()) : standing.session}`,
    })
  })
  recipes.set('POST /api/auth/user/confirm', () => json('/api/auth/user/confirm', { password: PASSWORD }))
  recipes.set('POST /api/users/password', () =>
    json('/api/users/password', { oldPassword: PASSWORD, newPassword: NEW_PASSWORD }),
  )
  recipes.set('POST /api/monitoring/tracking/', () => json('/api/monitoring/tracking/', { events: [event] }))

  // What devices send, and what became of it.
  const OWN_MAC = '00:1A:2B:3C:4D:5E'
  const FOREIGN_MAC = '00:1A:2B:3C:4D:99'
  const abroad = await catalog.areas.insert(SYSTEM_SCOPE, { local: ids.gallery, name: 'Entrada ajena' })
  await catalog.footscans.insert(SYSTEM_SCOPE, { area: abroad.id, mac: FOREIGN_MAC })
  const minutes = (mac: string) => ({
    mac,
    readings: [{ kind: 'count', start: NOW - 120_000, end: NOW - 60_000, in: 1, out: 0 }],
  })
  recipes.set('POST /api/ingest/readings', ({ variant }) =>
    json(
      '/api/ingest/readings',
      variant === 'own'
        ? minutes(OWN_MAC)
        : variant === 'other'
          ? minutes(FOREIGN_MAC)
          : variant === 'missing'
            ? minutes('00:1A:2B:3C:4D:FE')
            : { devices: [minutes(OWN_MAC), minutes(FOREIGN_MAC)] },
    ),
  )
  const xml = (...macs: string[]) =>
    macs
      .map(
        (mac) =>
          `<Metrics SiteId="1" Sitename="s" DeviceId="d" Devicename="n" DivisionId=""><Properties><Version>5</Version><TransmitTime>${NOW / 1000}</TransmitTime><MacAddress>${mac.toLowerCase()}</MacAddress><IpAddress>10.0.0.1</IpAddress><HostName>h</HostName><Timezone>0</Timezone><TimezoneName>UTC</TimezoneName><DST>0</DST><HwPlatform>p</HwPlatform><SerialNumber>1</SerialNumber><DeviceType>0</DeviceType><SwRelease>1</SwRelease></Properties><ReportData Interval="1"><Report Date="2026-11-20"><Object Id="0" DeviceId="d" Devicename="n" ObjectType="0" Name="Door"><Count StartTime="11:58:00" EndTime="11:59:00" UnixStartTime="${(NOW - 120_000) / 1000}" Enters="1" Exits="0" Status="0"/></Object></Report></ReportData></Metrics>`,
      )
      .join('')
  recipes.set('POST /api/ingest/:adapter', ({ variant }) =>
    one({
      url: `/api/ingest/${variant === 'missing' ? 'nobody' : 'brickstream'}`,
      payload: xml(variant === 'own' || variant === 'missing' ? OWN_MAC : FOREIGN_MAC),
      headers: { 'content-type': 'text/xml' },
    }),
  )
  const cloud = newToken()
  const cloudId = await catalog.deviceKeys.insert(SYSTEM_SCOPE, {
    client: ids.uno,
    footscan: null,
    name: 'Cloud',
    keyHash: hashOf(cloud),
    validator: 'v1',
    at: NOW,
  })
  recipes.set('GET /api/ingest/meraki/:name', ({ variant }) =>
    one({ url: `/api/ingest/meraki/${variant === 'missing' ? MISSING : cloudId}` }),
  )
  recipes.set('POST /api/ingest/meraki/:name', ({ fresh }) =>
    json(`/api/ingest/meraki/${cloudId}`, {
      version: '3.0',
      ...(fresh && { secret: cloud }),
      type: 'WiFi',
      data: { networkId: 'N_1', observations: [] },
    }),
  )
  const setApart = async (): Promise<number> => {
    const at = NOW - 3_600_000 - 60_000 * ++made
    await f.facts.write(async (connection) => {
      await connection.run(
        `INSERT INTO reading_quarantine VALUES (${1000 + made}, ${ids.uno}, 0, '${OWN_MAC}', 'DEVICE_UNKNOWN', '', ${NOW}, '${JSON.stringify({ kind: 'count', line: '', start: at, end: at + 60_000, in: 1, out: 0 })}', NULL)`,
      )
    })
    return 1000 + made
  }
  const standingApart = await setApart()
  const apart = async ({ variant, fresh }: Situation) =>
    variant === 'missing' ? MISSING : fresh ? setApart() : standingApart
  recipes.set('POST /api/ingest/quarantine/:id/release', async (situation) =>
    json(`/api/ingest/quarantine/${await apart(situation)}/release`, {}),
  )
  recipes.set('POST /api/ingest/quarantine/release', async (situation) =>
    json('/api/ingest/quarantine/release', {
      ids: situation.variant === 'mixed' ? [standingApart, MISSING] : [await apart(situation)],
    }),
  )
  recipes.set('DELETE /api/ingest/quarantine/:id', async (situation) =>
    one({ url: `/api/ingest/quarantine/${await apart(situation)}` }),
  )
  const deviceKey = async ({ variant, fresh }: Situation) =>
    variant === 'missing'
      ? MISSING
      : fresh
        ? catalog.deviceKeys.insert(SYSTEM_SCOPE, {
            client: ids.uno,
            footscan: null,
            name: 'Made',
            keyHash: hashOf(newToken()),
            at: NOW,
          })
        : cloudId
  recipes.set('POST /api/device-keys', ({ variant }) =>
    json('/api/device-keys', {
      client: variant === 'missing' ? MISSING : ids.uno,
      name: 'Gateway',
      ...(variant === 'mixed' && { footscan: MISSING }),
    }),
  )
  recipes.set('POST /api/device-keys/:id/rotate', async (situation) =>
    one({ url: `/api/device-keys/${await deviceKey(situation)}/rotate` }),
  )
  recipes.set('DELETE /api/device-keys/:id', async (situation) =>
    one({ url: `/api/device-keys/${await deviceKey(situation)}` }),
  )

  // Ways in.
  // Each with a name of its own: an account has so many tries over all addresses.
  recipes.set('POST /api/oauth/token', ({ variant }) =>
    json('/api/oauth/token', {
      username: variant === 'own' ? 'analyst' : `nobody-at-all-${++made}`,
      password: PASSWORD,
      grant_type: 'password',
    }),
  )
  recipes.set('POST /api/oauth/exchange', async ({ variant, fresh }) =>
    json('/api/oauth/exchange', {
      code: variant === 'missing' ? newToken() : fresh ? await make.code('access') : standing.access,
    }),
  )
  recipes.set('POST /api/oauth/login', ({ variant }) =>
    one({
      url: '/api/oauth/login',
      headers: {
        username: 'analyst',
        password: PASSWORD,
        grant_type: 'password',
        client_id: variant === 'own' ? 'page' : 'nobody',
        redirect_uri: 'https://program.test/cb',
        response_type: 'code',
        state: 's',
      },
    }),
  )
  const named = (variant: Variant, username: string) =>
    encodeURIComponent(variant === 'own' ? username : 'nobody-at-all@aforo.test')
  recipes.set('GET /api/auth/user/otp/:username', ({ variant }) =>
    one({ url: `/api/auth/user/otp/${named(variant, 'multi@aforo.test')}` }),
  )
  // One browser asks for all: the mails of an hour are for few.
  const asking = askingBrowsers(secrets)
  const browserCookie = (browser: string) => ({ cookie: `__Host-aforo-otp-browser=${asking.cookieOf(browser)}` })
  const oneBrowser = browserCookie(asking.make())
  recipes.set('POST /api/auth/user/otp/:username/generate', ({ variant }) =>
    one({ url: `/api/auth/user/otp/${named(variant, 'otp@aforo.test')}/generate`, headers: oneBrowser }),
  )
  recipes.set('POST /api/auth/user/otp/:username/validate', async ({ variant }) => {
    const browser = newToken()
    const code = { codeHash: secrets.mac('otp', `${otp?.id}:12345678`), expiresAt: NOW + 60_000, tries: 5 }
    if (variant === 'own' && otp !== undefined)
      await catalog.otpCodes.put({ userId: otp.id, browserHash: hashOf(browser) }, code, NOW)
    return json(
      `/api/auth/user/otp/${named(variant, 'otp@aforo.test')}/validate`,
      { code: '12345678' },
      browserCookie(browser),
    )
  })
  /** An app of the caller, asked for at the sign-in or only begun; gives its secret. */
  async function appOf(userId: number, isConfirmed: boolean): Promise<string> {
    const secret = newTotpSecret()
    const sealed = secrets.seal(secret, sealedPlace('totp.secret', userId))
    await catalog.totp.remove(userId)
    await catalog.totp.begin(userId, sealed)
    if (isConfirmed) await catalog.totp.confirm(userId, { secret: sealed, step: 0, at: NOW })
    return secret
  }
  recipes.set('POST /api/auth/user/totp', async ({ me, fresh }) => {
    if (fresh) await catalog.totp.remove(me.userId)
    return one({ url: '/api/auth/user/totp' })
  })
  recipes.set('POST /api/auth/user/totp/confirm', async ({ me, fresh }) => {
    const secret = Secret.fromBase32(fresh ? await appOf(me.userId, false) : newTotpSecret())
    return json('/api/auth/user/totp/confirm', { code: new TOTP({ secret }).generate({ timestamp: f.clock.now() }) })
  })
  for (const call of ['POST /api/auth/user/recovery-codes', 'DELETE /api/auth/user/totp']) {
    recipes.set(call, async ({ me, fresh }) => {
      if (fresh) await appOf(me.userId, true)
      return one({ url: call.split(' ')[1] ?? '' })
    })
  }
  const challenges = passkeyChallenges(secrets, f.clock)
  const authenticator = () => softwareAuthenticator(CONFIG.publicUrl, new URL(CONFIG.publicUrl).hostname)
  const handleOf = (userId: number) => Buffer.from(`aforo:${userId}`).toString('base64url')
  async function passkeyOf(userId: number) {
    const key = authenticator()
    const { id } = await catalog.passkeys.insert({
      ...key.storedFor(handleOf(userId)),
      userId,
      name: name('Key'),
      at: NOW,
    })
    return { id, key }
  }
  recipes.set('POST /api/auth/user/passkeys', ({ me }) => {
    const { challenge, kept } = challenges.make(me.userId)
    const response = authenticator().create({ challenge, user: { id: handleOf(me.userId) } })
    return json('/api/auth/user/passkeys', { name: name('Key'), response }, { cookie: `__Host-aforo-passkey=${kept}` })
  })
  const standingKey = await passkeyOf(stand.user)
  const passkeyId = async ({ variant, me, fresh }: Situation) =>
    variant === 'missing' ? MISSING : variant === 'own' && fresh ? (await passkeyOf(me.userId)).id : standingKey.id
  recipes.set('PUT /api/auth/user/passkeys/:id', async (situation) =>
    json(`/api/auth/user/passkeys/${await passkeyId(situation)}`, { name: 'Renamed' }),
  )
  recipes.set('DELETE /api/auth/user/passkeys/:id', async (situation) =>
    one({ url: `/api/auth/user/passkeys/${await passkeyId(situation)}` }),
  )
  recipes.set('POST /api/oauth/passkey', async ({ variant }) => {
    const { challenge, kept } = challenges.make(null)
    const { key } = variant === 'own' ? await passkeyOf(await make.user()) : { key: authenticator() }
    return json('/api/oauth/passkey', { response: key.get({ challenge }) }, { cookie: `__Host-aforo-passkey=${kept}` })
  })
  recipes.set('DELETE /api/users/:id/second-factors', change('/api/users/:id/second-factors', 'user'))
  recipes.set('POST /api/auth/user/email/:email', ({ variant }) =>
    one({ url: `/api/auth/user/email/${named(variant, 'multi@aforo.test')}` }),
  )
  recipes.set('POST /api/scewc', ({ variant }) =>
    json('/api/scewc', { email: variant === 'own' ? 'other@aforo.test' : 'nobody-at-all@aforo.test' }),
  )
  recipes.set('PUT /api/auth/user/:token', async ({ variant, fresh }) => {
    const token = variant === 'missing' ? newToken() : fresh ? await make.code('recover') : standing.recover
    return json(`/api/auth/user/${token}`, { token, pass: NEW_PASSWORD, responsibility: true })
  })
  recipes.set('POST /api/monitoring/tracking/beacon', async ({ variant, me, fresh }) =>
    json(
      '/api/monitoring/tracking/beacon',
      {
        events: [event],
        access_token:
          variant === 'missing' ? newToken() : fresh && me.userId !== 0 ? me.token : await f.signIn('analyst'),
      },
      { origin: CONFIG.publicUrl },
    ),
  )
  recipes.set('POST /api/csp-report', () =>
    one({ url: '/api/csp-report', payload: '{}', headers: { 'content-type': 'application/csp-report' } }),
  )
  for (const [call, recipe] of await fleetRecipes(f)) recipes.set(call, recipe)
  for (const [call, recipe] of await dashboardRecipes(f)) recipes.set(call, recipe)
  for (const [call, recipe] of await reportRecipes(f)) recipes.set(call, recipe)
  for (const [call, recipe] of await exportRecipes(f)) recipes.set(call, recipe)
  return recipes
}
