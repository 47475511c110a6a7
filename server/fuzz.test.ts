/** Hostile input on every route: it may be refused, it may not break anything (reliability.md B1, B4 to B6). */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Ajv } from 'ajv'
import type { InjectOptions } from 'fastify'
import type { NewUser } from './modules/users/repo.ts'
import { DEFAULT_BRANDING } from '#domain/branding'
import { drawPng } from './demo/png.ts'
import { readImage } from './modules/brands/image-check.ts'
import { MODULES } from './modules/index.ts'
import { isResource } from './resource/description.ts'
import { SYSTEM_SCOPE } from './lib/scope.ts'
import { sealedPlace } from './db/sealed.ts'
import { hashOf, newToken, secretsOf } from './lib/secrets.ts'
import { newApiToken } from './lib/api-token.ts'
import { newWebhookSecret } from './modules/webhooks/signature.ts'
import { CONFIG, fixture, NOW, PASSWORD } from './testing/fixture.ts'
import type { Fixture } from './testing/fixture.ts'
import { fromSchema } from './testing/from-schema.ts'
import type { FromSchema, Schema } from './testing/from-schema.ts'
import { testDialects } from './testing/postgres.ts'

const { dialects, stop } = await testDialects()
afterAll(stop)

let f: Fixture
let tokens: (string | undefined)[]
const unhandled: unknown[] = []
const note = (reason: unknown) => {
  unhandled.push(reason)
}

const NASTY = [
  ':id',
  '{id}',
  '*',
  '',
  '..',
  '%2e%2e%2f',
  '%00',
  'null',
  'NaN',
  '-1',
  '0',
  '9007199254740992',
  '2147483648',
  '1e400',
  '0x1',
  ' 1',
  '1 ',
  '+1',
  '٣',
  'x'.repeat(10_000),
  '🛍',
  '\u202Eabc',
  '\uD800',
  "' or 1=1 --",
  '1;drop table users',
  '1,2',
  'Infinity',
  '-0',
  ',',
  '[]',
  '{}',
  'true',
  '__proto__',
  'constructor',
  '${7*7}',
  '<img src=x onerror=1>',
  '\n',
  'a\r\nx: y',
]
const text = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.integer().map(String),
  fc.constantFrom(
    '1',
    '2',
    '2026-11-16',
    '2026-11-19',
    '2026-02-30',
    'thisWeekVsPrevious',
    'customPeriods',
    'advanced',
    'campaigns',
  ),
)
const NAMES = [
  'client',
  'local',
  'locals',
  'id',
  'p1Start',
  'p1End',
  'p2Start',
  'p2End',
  'begin',
  'end',
  'workday',
  'hideNoData',
  'key',
  'type',
  'campaign',
  'thisOrLast',
  'thisOrLastPeriod',
  'howManyPeriodsInThePast',
  'periodsInThePast',
  'referenceBegin',
  'referenceEnd',
  'versus',
  'access_token',
  '__proto__',
  'constructor',
  'toString',
  '',
  '[]',
  'client[]',
  'client[0]',
]
/** Nearly right queries get past the first check; the rest is noise. */
const noise = fc.oneof(
  fc.array(fc.tuple(fc.constantFrom(...NAMES), text), { maxLength: 8 }),
  fc.tuple(text, text, text).map(
    ([client, from, to]) =>
      [
        ['client', client],
        ['p1Start', from],
        ['p1End', to],
      ] as [string, string][],
  ),
  fc.tuple(fc.constantFrom('1', '2', '7'), text).map(
    ([client, locals]) =>
      [
        ['client', client],
        ['p1Start', '2026-11-16'],
        ['p1End', '2026-11-19'],
        ['locals', locals],
      ] as [string, string][],
  ),
)
const encode = (value: string) => {
  try {
    return encodeURIComponent(value)
  } catch {
    return '%ED%A0%80'
  }
}
/**
 * One step of a path. Steps of dots are no value: every client takes them out before it sends, and so asks another
 * route.
 */
const pathStep = (value: string) => (/^\.{1,2}$/.test(value) ? `${value}x` : encode(value))
const withQuery = (pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')

/** Bodies that no schema would make: broken, deep, double, and those that aim at the prototype of all objects. */
const HOSTILE_BODIES = [
  '',
  '{',
  '[',
  'null',
  '"x"',
  '1e400',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"prototype":{"admin":true}}',
  '{"\\u005f_proto__":{"admin":true}}',
  '{"a":{"__proto__":{"admin":true}}}',
  '{"a":1,"a":2}',
  '{"username":"a","username":"b","password":"x","grant_type":"password"}',
  `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
  '{"username":1e400}',
  '"\\ud800"',
  '{"name":"\\ud800\\udc00\\ud800"}',
  '{"name":"a\\u0000b"}',
  '\0',
  '\ufeff{}',
  '{}}',
  '{"ids":[1,1]}',
  '{"csp-report":{"effective-directive":{"toString":1},"blocked-uri":{"toString":1},"document-uri":[{}]}}',
  '[{"type":"csp-violation","body":{"effectiveDirective":{"toString":1},"documentURL":"https://["}}]',
]
const hostileBody = fc.oneof(fc.constant(undefined), fc.json({ maxDepth: 5 }), fc.constantFrom(...HOSTILE_BODIES))
const CONTENT_TYPES = [
  'APPLICATION/JSON',
  'application/json\t; charset=utf-8',
  'application/json;charset=latin1',
  'application/json ; x=y',
  'application/json;',
  'application/json, text/plain',
  ' application/json',
  'application/jsonx',
  'application/x-www-form-urlencoded',
  'text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/xml',
  'image/png',
  'application/csp-report',
  'x',
  undefined,
]
const contentType = fc.oneof(
  { weight: 4, arbitrary: fc.constant('application/json') },
  { weight: 1, arbitrary: fc.constantFrom(...CONTENT_TYPES) },
)
const header = fc.oneof(
  fc.constantFrom('analyst', 'password', 'code', 'page', PASSWORD, 'S256', 'https://program.test/cb', ''),
  fc.string({ unit: 'grapheme-ascii', maxLength: 40 }),
  fc.constant('x'.repeat(3000)),
)
const SIGN_IN_HEADERS = [
  'username',
  'password',
  'grant_type',
  'client_id',
  'redirect_uri',
  'response_type',
  'state',
  'code_challenge',
  'code_challenge_method',
] as const
const signInHeaders = fc.record(Object.fromEntries(SIGN_IN_HEADERS.map((name) => [name, header])), { requiredKeys: [] })

/** A document of a dashboard in which nothing is wrong. */
const PAGE = '{"format":1,"_id":"x","name":"x","widgets":{},"layout":{"sections":[]}}'

/** Words that the server knows: requests with these come further than the first check. */
const WORDS = [
  'analyst',
  'otp',
  'victim1',
  PASSWORD,
  'https://program.test/cb',
  '2026-11-16',
  '2026-11-17',
  '2026-11-19',
  'thisWeekVsPrevious',
  'customPeriods',
  'campaigns',
  'page',
  'brand',
  'default',
  PAGE,
]

interface Operation {
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly schema: Schema
  }[]
  readonly requestBody?: Content
  readonly responses?: Readonly<Record<string, Content>>
}
interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
}
interface Route {
  readonly path: string
  readonly method: string
  readonly operation: Operation
}

/** Every call of the API document, with what the document says about it. */
function routesOf(document: object): { routes: readonly Route[]; make: FromSchema } {
  const { paths, components } = document as {
    paths: Record<string, Record<string, Operation>>
    components: { schemas: Record<string, Schema> }
  }
  return {
    routes: Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    ),
    make: fromSchema({
      resolve: (ref) => components.schemas[ref.split('/').at(-1) ?? ''] ?? {},
      hostile: NASTY.filter(({ length }) => length < 1000),
      words: WORDS,
    }),
  }
}

interface Attack {
  readonly url: string
  readonly sent: string | undefined
  readonly type: string | undefined
  readonly who: number
  readonly headers: Readonly<Record<string, string>>
}

/** Requests of one route: as its schemas want them, nearly so, and not at all. */
function attacksOn({ path, operation }: Route, make: FromSchema): fc.Arbitrary<Attack> {
  const parameters = operation.parameters ?? []
  const kept = (required = false) => fc.nat(99).map((chance) => chance < (required ? 95 : 40))
  const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  const params = fc.tuple(
    ...parameters
      .filter((one) => one.in === 'path')
      .map(({ name, schema }) =>
        fc
          .oneof({ weight: 3, arbitrary: make.valid(schema).map(asText) }, { weight: 2, arbitrary: text })
          .map((value) => [name, value] as const),
      ),
  )
  const fitting = fc
    .tuple(
      ...parameters
        .filter((one) => one.in === 'query')
        .map(({ name, schema, required }) =>
          fc.tuple(
            fc.constant(name),
            fc.oneof({ weight: 9, arbitrary: make.valid(schema).map(asText) }, { weight: 1, arbitrary: text }),
            kept(required),
          ),
        ),
    )
    .map((all) => all.filter(([, , kept]) => kept).map(([name, value]) => [name, value] as [string, string]))
  const schema = operation.requestBody?.content?.['application/json']?.schema
  const body: fc.Arbitrary<string | undefined> =
    schema === undefined
      ? hostileBody
      : fc.oneof(
          { weight: 4, arbitrary: make.valid(schema).map((value) => JSON.stringify(value)) },
          { weight: 4, arbitrary: make.near(schema).map((value) => JSON.stringify(value)) },
          { weight: 2, arbitrary: hostileBody },
        )
  const headers = path.includes('/oauth/') ? fc.oneof(fc.constant({}), signInHeaders) : fc.constant({})
  return fc
    .record({
      params,
      query: fc.oneof({ weight: 3, arbitrary: fitting }, { weight: 1, arbitrary: noise }),
      sent: body,
      type: contentType,
      who: fc.nat(11),
      headers,
    })
    .map(({ params, query, sent, type, who, headers }) => {
      const filled = params.reduce((url, [name, value]) => url.replace(`{${name}}`, () => pathStep(value)), path)
      return { url: `${filled}?${withQuery(query)}`, sent, type, who, headers }
    })
}

const CODE = /^[A-Z][A-Z0-9_]*$/
let address = 0
let sentInAll = 0
/** Calls that were answered at least once: else all that was tried is the first check. */
const taken = new Set<string>()

async function attack(
  { method, path }: Route,
  { url, sent, type, who, headers }: Attack,
  answersOf: (status: number) => ((value: unknown) => string | null) | undefined,
) {
  // Administrators come further, so they come more often.
  const token = tokens[Math.min(who, tokens.length - 1)]
  const options: InjectOptions = {
    method: method.toUpperCase() as 'GET',
    url,
    remoteAddress: `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address++ & 255}`,
    headers: {
      ...headers,
      ...(token !== undefined && { access_token: token }),
      ...(type !== undefined && { 'content-type': type }),
      accept: who % 2 === 0 ? 'application/json' : 'application/vnd.apache.arrow.stream',
    },
    ...(sent !== undefined && method !== 'get' && { payload: sent }),
  }
  const reply = await f.app.inject(options)
  sentInAll += 1
  if (reply.statusCode < 400) taken.add(`${method} ${path}`)
  expect([url, reply.statusCode, reply.statusCode < 500 ? '' : reply.body]).toEqual([
    url,
    expect.toSatisfy((status: number) => status < 500),
    '',
  ])
  if (reply.statusCode >= 400) {
    const answer = reply.json<{ code: string; message: string }>()
    expect(answer.code).toMatch(CODE)
    expect(answer.message).toBeTruthy()
    expect(reply.body).not.toMatch(/\bat \S+ \(|node_modules|SQLITE|\.ts:/)
  } else if (String(reply.headers['content-type']).startsWith('application/json')) {
    expect([url, answersOf(reply.statusCode)?.(reply.json())]).toEqual([url, null])
  }
}

/** Checks an answer by the document; null: it is as described. */
function answersBy(
  document: object,
): (route: Route) => (status: number) => ((value: unknown) => string | null) | undefined {
  const ajv = new Ajv({ strict: false, validateSchema: false, validateFormats: false })
  ajv.addSchema(document, 'document')
  const step = (text: string) => text.replaceAll('~', '~0').replaceAll('/', '~1')
  return ({ path, method, operation }) =>
    (status) => {
      if (operation.responses?.[status]?.content?.['application/json']?.schema === undefined) return undefined
      const [way, json] = [path, 'application/json'].map((text) => encodeURIComponent(step(text)))
      const key = `document#/paths/${way}/${method}/responses/${status}/content/${json}/schema`
      const check = ajv.getSchema(key)
      if (check === undefined) throw new Error(`${key} is not in the document.`)
      return (value) => (check(value) === true ? null : ajv.errorsText(check.errors))
    }
}

/**
 * Sessions of accounts whose ids are above those that requests guess: what is changed or removed is another account.
 */
async function freshTokens(callers: readonly number[]): Promise<void> {
  tokens = [
    undefined,
    'x'.repeat(43),
    ...(await Promise.all(
      (['read', 'write'] as const).map(async (access) => {
        const token = newApiToken()
        await f.catalog.apiTokens.insert(
          { ...SYSTEM_SCOPE, userId: callers.at(-1) ?? 0 },
          { name: 'fuzz', access, tokenHash: hashOf(token), createdAt: NOW, endsAt: NOW + 90 * 24 * 3_600_000 },
        )
        return token
      }),
    )),
    ...(await Promise.all(
      callers.map(async (userId) => {
        const token = newToken()
        await f.catalog.sessions.open({ tokenHash: hashOf(token), userId, at: NOW, address: '10.0.0.1', agent: 'fuzz' })
        return token
      }),
    )),
  ]
}

/** Dashboards of ids that requests guess: others were removed by the route before. */
async function freshDashboards(owner: number): Promise<void> {
  const { dashboards } = f.catalog
  for (const id of ['page', 'brand', 'default']) {
    if ((await dashboards.find(SYSTEM_SCOPE, id)) !== undefined) continue
    await dashboards.insert(
      { ...SYSTEM_SCOPE, userId: owner },
      { id, names: { '': id }, descriptions: {}, flags: [], audience: { to: 'everyone', ids: [] }, basedOn: null },
      { number: 1, text: PAGE, note: '', at: NOW, restoredFrom: null, basedOnHash: null, patch: null },
    )
  }
}

/** Some entries of each described noun, so that requests guess their ids. */
async function describedEntries(): Promise<void> {
  const { catalog, ids } = f
  for (const { resource } of MODULES.filter(isResource))
    for (let at = 1; at < 4; at++) {
      const draft = resource.example(at, ids.uno, ids.granVia) as Record<string, unknown>
      const id = await catalog.resources.insert(resource, SYSTEM_SCOPE, draft, NOW)
      await resource.furnish?.(catalog, id, ids.granVia)
    }
}

describe.each(dialects)('on $name', ({ url, name }) => {
  let callers: number[]
  beforeAll(async () => {
    process.on('unhandledRejection', note)
    f = await fixture({ catalogUrl: await url(), config: { logLevel: 'fatal' } })
    const account = async (name: string, more: Partial<NewUser> = {}) =>
      (
        await f.catalog.users.insert(
          SYSTEM_SCOPE,
          {
            username: `${name}@aforo.test`,
            passwordHash: null,
            role: 'basic',
            flags: ['footCompare'],
            clients: [f.ids.uno],
            ...more,
          },
          NOW,
        )
      ).id
    for (let at = 0; at < 40; at++) await account(`victim${at}`)
    callers = [
      await account('fuzz'),
      await account('fuzz-plain', { flags: [] }),
      await account('fuzz-demo', { properties: { demo: true } }),
      await account('fuzz-admin', { role: 'admin' }),
      await account('fuzz-admin2', { role: 'admin' }),
    ]
    const { groups, brands, apiClients, brandImages, webhooks } = f.catalog
    const secrets = secretsOf(CONFIG.secretKey ?? '')
    for (let at = 1; at < 4; at++) {
      await groups.insert(SYSTEM_SCOPE, { name: `Group ${at}` })
      // Nothing leaves: this address is refused whenever it is used.
      const inside = { name: `Hook ${at}`, address: 'https://127.0.0.1/', events: [], enabled: true }
      await webhooks.insert(SYSTEM_SCOPE, f.ids.uno, inside, NOW, (id) =>
        secrets.seal(newWebhookSecret(), sealedPlace('webhooks.secret', id)),
      )
      await brands.insert(SYSTEM_SCOPE, { ...DEFAULT_BRANDING, label: `b${at}` })
      await apiClients.insert(
        SYSTEM_SCOPE,
        {
          name: `Program ${at}`,
          redirectUris: ['https://program.test/cb'],
          clients: [],
          flags: [],
          enabled: true,
          pkce: false,
        },
        { clientId: at === 1 ? 'page' : `page${at}`, secretHash: hashOf('x'), at: NOW },
      )
      const picture = drawPng(4, 4, () => [at, 0, 0, 255])
      await brandImages.insert(SYSTEM_SCOPE, picture, readImage(picture), NOW)
    }
    await describedEntries()
    await freshTokens(callers)
  })
  afterAll(async () => {
    process.off('unhandledRejection', note)
    await f.close()
    console.info(`contract fuzz: ${sentInAll} requests so far, ${taken.size} calls answered at least once`)
  })

  /**
   * Requests of a gate, shared by all calls: others each time. PostgreSQL has the same routes and schemas; what may
   * differ is what its statements take. A night has time for 5,000 of each (`FUZZ_RUNS`, `npm run drill -- cases`);
   * what it has found is below.
   */
  const atMost = name === 'SQLite' ? 27_500 : 4000
  const requestedRuns = Number(process.env.FUZZ_RUNS ?? 0)

  test(
    'no input makes a route answer 5xx or outside its schema, crash, or leak internals',
    async () => {
      const document = f.app.swagger()
      const { routes, make } = routesOf(document)
      const answers = answersBy(document)
      const runs = requestedRuns > 0 ? requestedRuns : Math.ceil(atMost / routes.length)
      for (const route of routes) {
        await freshTokens(callers)
        if (route.path.includes('dashboards')) await freshDashboards(callers[0] ?? 0)
        const spends = /logout|exchange|sessions/.test(route.path)
        await fc.assert(
          fc.asyncProperty(attacksOn(route, make), async (one) => {
            if (spends) await freshTokens(callers)
            await attack(route, one, answers(route))
            // One that was taken would keep everyone out of what comes after it, of the next route too.
            if (route.path.includes('maintenance')) {
              await f.catalog.settings.set('maintenance', false, NOW)
              f.clock.time += 2_000
            }
          }),
          { numRuns: runs },
        )
        expect(Object.keys(Object.prototype)).toEqual([])
        expect(({} as { admin?: boolean }).admin).toBeUndefined()
      }
      await f.catalog.settings.set('maintenance', false, NOW)
      f.clock.time += 2_000
      // A code, a token, a whole document, an import, the bytes of a file or an entry in a certain state cannot be
      // guessed; calls that need one are tested where they live.
      if (name === 'SQLite') expect(taken.size).toBeGreaterThan(routes.length * 0.48)
      await f.app.background.settled()
      expect(unhandled).toEqual([])
      expect((await f.get('/health/ready')).status).toBe(200)
      await freshTokens(callers)
      expect((await f.get('/me', tokens.at(-1))).status).toBe(200)
      expect(await f.catalog.audit.verify()).toMatchObject({ whole: true })
    },
    Math.max(400_000, requestedRuns * 5000),
  )

  test('what has broken once is refused now', async () => {
    await freshTokens(callers)
    const token = tokens.at(-1)
    // PostgreSQL cannot store NUL, and its ids end at 2^31 - 1.
    for (const path of ['/auth/user/otp/%00', '/branding/%00', '/users?text=%00'])
      expect([path, (await f.get(path, token)).status]).toEqual([path, 400])
    const group = await f.app.inject({
      method: 'POST',
      url: '/api/security/group/list',
      payload: { ids: [1], 'a\0b': 1 },
      headers: { access_token: token ?? '' },
    })
    const client = await f.app.inject({
      method: 'POST',
      url: '/api/security/api_client',
      payload: { name: 'a\0b', redirectUris: [], clients: [], flags: [], enabled: true },
      headers: { access_token: token ?? '' },
    })
    expect([group.statusCode, client.statusCode]).toEqual([400, 400])
    for (const id of ['2147483648', '9999999999'])
      expect([id, (await f.get(`/auth/user/${id}`, token)).status]).toEqual([id, 404])
    const brand = await f.app.inject({
      method: 'POST',
      url: '/api/brands',
      payload: { label: 'far', title: 'Far', logoUrl: '/api/brand-images/2200000000' },
      headers: { access_token: token ?? '' },
    })
    expect([brand.statusCode, brand.json<{ code: string }>().code]).toEqual([404, 'BRAND_IMAGE_NOT_FOUND'])
    // Half a character comes back from the store as another one: anyone could make the audit log look forged by signing
    // in under such a name.
    await f.app.inject({
      method: 'POST',
      url: '/api/oauth/token',
      payload: '{"username":"half \\ud800","password":"x","grant_type":"password"}',
      headers: { 'content-type': 'application/json' },
    })
    expect(await f.catalog.audit.verify()).toMatchObject({ whole: true })
  })

  test('no content type leads around the schema', async () => {
    await freshTokens(callers)
    for (const type of CONTENT_TYPES) {
      const reply = await f.app.inject({
        method: 'POST',
        url: '/api/security/group',
        payload: JSON.stringify({ name: 'A good group', evil: true }),
        headers: { access_token: tokens.at(-1) ?? '', ...(type !== undefined && { 'content-type': type }) },
      })
      expect([type, reply.statusCode]).toEqual([type, expect.toBeOneOf([400, 415])])
    }
  })

  test('every nasty text as an id or a client is refused as a request or as not found', async () => {
    await freshTokens(callers)
    const token = tokens.at(-1)
    for (const nasty of NASTY) {
      for (const path of [
        `/locals/${encode(nasty)}`,
        `/clients/${encode(nasty)}/`,
        `/campaigns/${encode(nasty)}`,
        `/locals/${encode(nasty)}/params`,
        `/locals?client=${encode(nasty)}`,
      ]) {
        const { status } = await f.get(path, token)
        // `..` as a step of a path is taken out before the server sees it.
        expect([path, status]).toEqual([path, expect.toBeOneOf(nasty === '..' ? [200, 400, 404] : [400, 404])])
      }
    }
  })
})
