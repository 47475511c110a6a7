/**
 * The authorization matrix (reliability.md A1 to A4, A6, J3): every call as every kind of caller, on their own, another
 * user's, missing and mixed targets, against the hand-written expected.md.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { StatementSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readJob } from '../../server/modules/imports/reading/read-job.ts'
import { SECURITY_HEADERS } from '../../server/plugins/headers.ts'
import { fixture } from '../../server/testing/fixture.ts'
import type { Fixture } from '../../server/testing/fixture.ts'
import { expectedCalls } from './expected.ts'
import type { Expected, Variant } from './expected.ts'
import { recipesOf } from './recipes.ts'
import { REFUSING_ORIGIN } from './webhook-recipes.ts'
import { FOREIGN_MARKERS, MISSING } from './recipe.ts'
import type { RecipeCall, Recipe } from './recipe.ts'
import { isAdminKind, isDemo, refusal, subjects } from './subjects.ts'
import type { Subject } from './subject.ts'

const TABLE = expectedCalls()
/** `MATRIX_ONLY=/api/contracts`: the calls of one noun while it is written, in place of all. */
const ONLY = process.env.MATRIX_ONLY ?? ''
/** Calls after which the session or the account of the caller is not what it was. */
const SPENDS =
  /logout|\/users\/password|POST .*terms-of-service|oauth\/exchange|user\/confirm|DELETE .*sessions|tracking/
/** Names under which no answer may have a field. Those that may are the answers whose purpose it is. */
const SECRET_KEY = /pass(word)?$|hash|token|otp|secret|^key$|credential|^ssh|private/i
const MAY_HOLD: Readonly<Record<string, readonly string[]>> = {
  'POST /api/oauth/token': ['access_token', 'token_type'],
  'POST /api/oauth/exchange': ['access_token', 'token_type'],
  'GET /api/auth/user/otp/:username': ['otp'],
  'POST /api/auth/user/totp': ['secret'],
  'POST /api/oauth/passkey': ['access_token', 'token_type'],
  // Public by their nature: which keys not to make again.
  'POST /api/auth/user/passkeys/options': ['excludeCredentials'],
  'POST /api/security/api_client': ['secret', 'hasSecret'],
  'POST /api/security/api_client/:id/secret': ['secret', 'hasSecret'],
  // Shown this once.
  'POST /api/screens': ['token'],
  'POST /api/public-links': ['token'],
  'POST /api/auth/api-tokens': ['token'],
  'POST /api/webhooks': ['secret'],
  'POST /api/webhooks/:id/secret': ['secret'],
  'POST /api/screens/session': ['access_token', 'token_type'],
  'POST /api/device-keys': ['key'],
  'POST /api/device-keys/:id/rotate': ['key'],
  // The key of a period option.
  'POST /api/period/config': ['key'],
  // Whether there is one, never which.
  'GET /api/security/api_client': ['hasSecret'],
  'GET /api/security/api_client/:id': ['hasSecret'],
  'POST /api/security/api_client/list': ['hasSecret'],
  'PUT /api/security/api_client/:id': ['hasSecret'],
  'GET /api/auth/user/login-info': ['expiredPass'],
}
/** A description of fields, and the mails themselves of the demo. */
const NOT_SCANNED = ['GET /api/openapi.json', 'GET /api/docs', 'GET /api/demo/mailbox']

const MEMORY = '/dev/shm'

let f: Fixture
let dir: string
let watch: DatabaseSync
/** The catalog's tables read around each cell. */
let reads: {
  readonly version: StatementSync
  readonly entries: StatementSync
  readonly data: StatementSync
}
let all: Subject[]
let deviceKey: string | undefined
let recipes: ReadonlyMap<string, Recipe>
let hashes: string[]
let address = 0
let cells = 0
const wrong: string[] = []

beforeAll(async () => {
  // Tens of thousands of commits, none of which is about what a power cut leaves: in memory where the machine has such
  // a folder.
  dir = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'aforo-matrix-'))
  writeFileSync(join(dir, 'index.html'), '<!doctype html><title>Aforo</title>')
  f = await fixture({
    staticDir: dir,
    catalogUrl: `sqlite:${join(dir, 'catalog.sqlite')}`,
    config: { mode: 'demo', webhooks: { hosts: null, origins: [REFUSING_ORIGIN], ports: [443] } },
    reader: { read: (job) => readJob(job) },
  })
  countWrites(join(dir, 'catalog.sqlite'))
  watch = new DatabaseSync(join(dir, 'catalog.sqlite'), { readOnly: true })
  reads = {
    version: watch.prepare('pragma data_version'),
    entries: watch.prepare('select entries from audit_head'),
    data: watch.prepare('select name, writes from watched where writes > 0'),
  }
  const hash = (await f.catalog.sessions.credentials('analyst@aforo.test'))?.passwordHash ?? ''
  hashes = [hash.slice(-20)]
  all = await subjects(f, hash)
  deviceKey = all.find(({ kind }) => kind === 'device')?.token
  recipes = await recipesOf(f)
}, 60_000)
afterAll(async () => {
  watch.close()
  await f.close()
  rmSync(dir, { recursive: true, force: true })
  console.info(
    `authorization matrix: ${TABLE.length} calls, ${all.length} subjects, ${cells} cells, ${wrong.length} wrong`,
  )
})

/** Changes with every commit of the server, and with nothing else. */
const written = () => (reads.version.get() as { data_version: number }).data_version
const audited = () => (reads.entries.get() as { entries: number }).entries

/**
 * Tables of an account's own data, and the product's records of events. Every other table is data of clients, of other
 * people or of the product.
 */
const OWN_TABLES =
  /^(sessions|logins|known_networks|pass_changes|account_tokens|otp_codes|tracking_events|audit_log|audit_head|mails|mail_failures|exports|reports|report_runs|report_files|screens|screen_sessions|public_links|public_link_\w+|dashboards|dashboard_\w+|totp|recovery_codes|passkeys|api_tokens)$/

/** Of the users: all but what signing in and the own password write. */
const WATCHED_OF: Readonly<Record<string, string>> = {
  users: ' of id, username, role, enabled, flags, properties, login_type',
}

/**
 * Has the catalog count what is written to each table that a demo account may not change. Reading all of them around
 * each of its calls took a third of the time of this file.
 */
function countWrites(file: string): void {
  const catalog = new DatabaseSync(file)
  const tables = catalog
    .prepare(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like 'schema_%'`,
    )
    .all() as { name: string }[]
  catalog.exec('create table watched (name text primary key, writes integer not null)')
  for (const { name } of tables.filter((table) => !OWN_TABLES.test(table.name))) {
    catalog.exec(`insert into watched values ('${name}', 0)`)
    for (const write of ['insert', `update${WATCHED_OF[name] ?? ''}`, 'delete'])
      catalog.exec(
        `create trigger watched_${name}_${write.slice(0, 6)} after ${write} on "${name}" begin update watched set ` +
          `writes = writes + 1 where name = '${name}'; end`,
      )
  }
  catalog.close()
}

/** Changes with every row of a client, of other people or of the product that is written. */
const realData = (): string => JSON.stringify(reads.data.all())

interface Answer {
  readonly status: number
  readonly text: string
  readonly headers: Record<string, unknown>
}

async function send(
  call: string,
  { url, payload, headers }: RecipeCall,
  token: string | undefined,
  method = call.split(' ')[0],
): Promise<Answer> {
  cells += 1
  address += 1
  // Twenty codes a second are taken from all together.
  if (call.endsWith('/validate')) f.clock.time += 50
  const reply = await f.app.inject({
    method: method as 'GET',
    url,
    ...(payload !== undefined && { payload }),
    remoteAddress: `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
    headers: {
      ...headers,
      ...(token !== undefined && { access_token: token }),
      ...(token !== undefined && token === deviceKey && { 'x-device-key': token }),
    },
  })
  return { status: reply.statusCode, text: reply.body, headers: reply.headers }
}

const recipeOf = (call: string): Recipe =>
  recipes.get(call) ?? (async () => [{ url: call.split(' ')[1]?.replace('*', '') ?? '' }])
const claim = (right: boolean, what: string) => {
  if (!right) wrong.push(what)
}

function secretsIn(call: string, { headers, text }: Answer): string[] {
  if (NOT_SCANNED.includes(call) || !String(headers['content-type']).startsWith('application/json') || text === '')
    return []
  const found = new Set<string>()
  JSON.parse(text, (key, value: unknown) => {
    // Where a field of this name is a boolean, it reveals no secret.
    if (SECRET_KEY.test(key) && !(MAY_HOLD[call] ?? []).includes(key) && typeof value !== 'boolean') found.add(key)
    return value
  })
  return [...found, ...hashes.filter((hash) => text.includes(hash))]
}

/**
 * The common shape of two answers about targets that are both missing for the caller: everything but the id that was
 * asked for.
 */
function shapeOf({ status, text, headers }: Answer, { url, payload }: RecipeCall): string {
  const body = Buffer.isBuffer(payload)
    ? payload.toString('latin1', 0, 2000)
    : typeof payload === 'object'
      ? JSON.stringify(payload)
      : ''
  const sent = `${url} ${body}`
  const sentCall = new RegExp(`\\b(${(sent.match(/\d+/g) ?? []).join('|')})\\b`, 'g')
  return JSON.stringify([
    status,
    text.replaceAll(sentCall, 'N'),
    Object.entries(headers).filter(([name]) => !['x-request-id', 'date', 'content-length'].includes(name)),
  ])
}

function expectedStatus({ statuses }: Expected, variant: Variant, { name, kind }: Subject): number {
  const expected = statuses.get(variant)
  return (
    expected?.special.get(name) ??
    (isDemo({ name }) ? expected?.special.get('demo') : undefined) ??
    expected?.[isAdminKind(kind) ? 'admin' : 'basic'] ??
    0
  )
}

/** Waits for what goes on behind the answers: queued mails and notices write too. */
async function quiet(): Promise<void> {
  await f.app.background.settled()
  while ((await f.catalog.mails.due(f.clock.now(), 1)).length > 0)
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
}

/**
 * A caller who is refused for every request learns nothing from what is theirs, nor from what is not there: in between
 * there is nothing else to learn. Who is refused is so before anything is looked up, so that of one call every second
 * of them asks for what is theirs, and the others for what is not there; of the next call it is the other way round.
 */
const tried = (variants: readonly Variant[], isRefused: boolean, turn: number): readonly Variant[] => {
  const two = variants.filter((variant) => variant === 'own' || variant === 'missing')
  const one = two[turn % two.length]
  return isRefused && one !== undefined ? [one] : variants
}
/** Of the caller among all and of the call in the table. */
const turnOf = (row: Expected, subject: Subject) => all.indexOf(subject) + TABLE.indexOf(row)

async function check(row: Expected, subject: Subject): Promise<void> {
  const { call, audience, statuses } = row
  const refused = refusal(subject, row)
  const answers = new Map<Variant, [RecipeCall, Answer][]>()
  for (const variant of tried([...statuses.keys()], refused !== null, turnOf(row, subject))) {
    const me = refused === null && SPENDS.test(call) ? await subject.twin() : subject
    const cell = `${call} as ${subject.name}, ${variant}`
    for (const sentCall of await recipeOf(call)({ variant, me, fresh: refused === null })) {
      const [before, entries] = [written(), audited()]
      const real =
        isDemo(subject) && refused === null && !call.startsWith('GET ') && row.audience !== 'anyone' ? realData() : null
      const answer = await send(call, sentCall, me.token)
      await quiet()
      if (refused !== null) {
        const [status, codes] = refused
        claim(
          answer.status === status && codes.includes((JSON.parse(answer.text) as { code: string }).code),
          `${cell}: ${answer.status} ${answer.text.slice(0, 120)}; expected ${status} ${codes.join(' or ')}`,
        )
        claim(written() === before, `${cell}: refused, and wrote something`)
      } else {
        const status = expectedStatus(row, variant, subject)
        claim(answer.status === status, `${cell}: ${answer.status} ${answer.text.slice(0, 160)}; expected ${status}`)
        if (variant === 'mixed' && status >= 400)
          claim(written() === before, `${cell}: one entry is not there, and something was written`)
        if (variant === 'own' && row.leavesAudit && audience !== 'anyone' && status < 400)
          claim(audited() > entries, `${cell}: nothing in the audit log`)
      }
      if (real !== null) claim(realData() === real, `${cell}: a demo account has changed what is not its own`)
      const secrets = secretsIn(call, answer)
      claim(secrets.length === 0, `${cell}: answers with ${secrets.join(', ')}`)
      if (!isAdminKind(subject.kind))
        claim(!FOREIGN_MARKERS.some((marker) => answer.text.includes(marker)), `${cell}: holds data of another client`)
      for (const [name, value] of Object.entries(SECURITY_HEADERS))
        claim(answer.headers[name] === value, `${cell}: header ${name} is ${String(answer.headers[name])}`)
      claim(
        answer.status >= 200 && answer.status < 400
          ? answer.headers['cache-control'] !== undefined
          : answer.headers['cache-control'] === 'no-store',
        `${cell}: cache-control is ${String(answer.headers['cache-control'])}`,
      )
      answers.set(variant, [...(answers.get(variant) ?? []), [sentCall, answer]])
    }
  }
  const [others, missingAnswers] = [answers.get('other'), answers.get('missing')]
  if (others !== undefined && missingAnswers !== undefined && expectedStatus(row, 'other', subject) === 404) {
    for (const [at, [sentCall, answer]] of others.entries()) {
      const [missingCall, missing] = missingAnswers[at] ?? [sentCall, answer]
      claim(
        shapeOf(answer, sentCall) === shapeOf(missing, missingCall),
        `${call} as ${subject.name}: another's and a missing one differ: ${answer.text} / ${missing.text}`,
      )
    }
  }
  // HEAD has the rule of its GET (`server/app.test.ts`): of those that are refused one shows it.
  if (call.startsWith('GET ') && (refused === null || subject === all[0])) {
    const me = refused === null && SPENDS.test(call) ? await subject.twin() : subject
    const [sentCall] = await recipeOf(call)({ variant: 'own', me, fresh: false })
    if (sentCall !== undefined) {
      const head = await send(call, sentCall, me.token, 'HEAD')
      claim(
        head.status === (refused?.[0] ?? expectedStatus(row, 'own', subject)) && head.text === '',
        `HEAD of ${call} as ${subject.name}: ${head.status} ${head.text}`,
      )
    }
  }
}

describe('the table', () => {
  test('has a row for every call of the server, and no other', () => {
    const registered = [...f.app.rules.keys()].filter((call) => !call.startsWith('HEAD '))
    expect(TABLE.map(({ call }) => call).toSorted()).toEqual(registered.toSorted())
  })

  test('knows callers of every kind', () => {
    expect(all.map(({ name }) => name)).toEqual([
      'none',
      'bad token',
      'token of a link',
      'expired session',
      'logged out',
      'disabled',
      'terms not accepted',
      'password expired',
      'basic without flag',
      'basic with canDownload',
      'basic with scheduleManager',
      'basic with footStatus',
      'basic with canAlerts',
      'basic with canUpload',
      'basic with campaignManager',
      'basic with hasRenfeDash',
      'basic with hasAutomotiveTendency',
      'basic with flag',
      'multi-client',
      'demo',
      'demo with every flag',
      'demo administrator',
      'external login only',
      'api client',
      'admin',
      'admin not confirmed',
      'admin with campaignManager and hasRenfeDash',
      'external page of a person',
      'external page of an administrator',
      'device',
      'screen token',
      'screen token of another dashboard',
      'API token that reads',
      'API token that writes',
    ])
  })

  test('has for every call that changes rights or secrets a password shown a short while ago, and the server asks for it there and nowhere else', () => {
    const changesRights = /^(POST|PUT|DELETE) \/api\/(users|security)\b(?!.*\/list$)(?!\/password$)/
    const confirmed = TABLE.filter(({ audience }) => ['confirmed', 'recent', 'recentAlerts'].includes(audience)).map(
      ({ call }) => call,
    )
    expect(TABLE.filter(({ call, audience }) => changesRights.test(call) && audience !== 'confirmed')).toEqual([])
    expect(confirmed.length).toBeGreaterThanOrEqual(15)
    expect(
      [...f.app.rules]
        .filter(([, { fresh }]) => fresh === true)
        .map(([call]) => call)
        .toSorted(),
    ).toEqual(confirmed.toSorted())
  })

  test('names every call that a demo account may send, and no other: what it changes is its own or nothing', () => {
    const may = [...f.app.rules]
      .filter(
        ([call, { subjects: who, tenant, changes }]) =>
          !/^(GET|HEAD) /.test(call) &&
          who !== 'anyone' &&
          who !== 'device' &&
          who !== 'screen' &&
          (tenant === 'self' || changes !== undefined),
      )
      .map(([call]) => call)
    expect(
      TABLE.filter(
        ({ call, audience, demo }) =>
          demo && !call.startsWith('GET ') && !['anyone', 'device', 'screen'].includes(audience),
      )
        .map(({ call }) => call)
        .toSorted(),
    ).toEqual(may.toSorted())
  })

  test('names every call that an API token may send, and no other', () => {
    const open = [...f.app.rules].filter(([call, { programs }]) => programs !== undefined && !call.startsWith('HEAD '))
    expect(TABLE.flatMap(({ call, tokens }) => (tokens === null ? [] : [`${call}: ${tokens}`])).toSorted()).toEqual(
      open.map(([call, { programs = '' }]) => `${call}: ${programs}`).toSorted(),
    )
    expect(open.filter(([, { fresh, inPerson, subjects: who }]) => fresh || inPerson || who !== 'user')).toEqual([])
  })

  test('names every call that is for the person alone, and no other: not for a session that an external page holds', () => {
    const inPerson = [...f.app.rules]
      .filter(([call, rule]) => rule.inPerson === true && rule.fresh !== true && !call.startsWith('HEAD '))
      .map(([call]) => call)
    // Its route looks for a session by itself.
    expect(
      TABLE.filter((row) => row.inPerson)
        .map(({ call }) => call)
        .toSorted(),
    ).toEqual([...inPerson, 'GET /api/auth/user/:token'].toSorted())
  })

  test('has for every call that changes something a place in the audit log, or the reason for none', () => {
    const without = TABLE.filter(
      ({ call, leavesAudit }) => !call.startsWith('GET ') && !call.endsWith('/list') && !leavesAudit,
    ).map(({ call }) => call)
    expect(without).toEqual([
      'POST /api/csp-report',
      'POST /api/auth/user/totp',
      'POST /api/auth/user/passkeys/options',
      'POST /api/oauth/passkey/options',
      'POST /api/monitoring/tracking/beacon',
      'POST /api/dashboards/check',
      'PUT /api/dashboards/:id/star',
      'POST /api/dashboards/:id/opened',
      'PUT /api/dashboards/:id/draft',
      'DELETE /api/dashboards/:id/draft',
      // A heartbeat, which is kept for a minute.
      'PUT /api/dashboards/:id/editing',
      // For oneself alone, as the star.
      'PUT /api/views/default',
      'POST /api/public-links/ask',
      'POST /api/monitoring/tracking/',
      'POST /api/period/config',
      'POST /api/automotive/oo/:target/check/:mode',
      'POST /api/automotive/mi/:clientId/check',
      'POST /api/upload/tickets/hourly/:clientId/check',
      'POST /api/upload/tickets/daily/:clientId/check',
      'POST /api/alerts/rules/back-test',
      'POST /api/exports/:id/files/:file/link',
      'POST /api/discharges/client/pending',
      'POST /api/discharges/client/processed-not-archived',
      'POST /api/discharges/client/discarded',
      'POST /api/discharges/order/pending',
      'POST /api/discharges/order/processed-not-archived',
      'POST /api/discharges/order/discarded',
      'POST /api/discharges/installation/pending',
      'POST /api/discharges/installation/processed-not-archived',
      'POST /api/discharges/installation/discarded',
      'POST /api/management/locals/import/check',
      'POST /api/bulk-mails/audience',
      'POST /api/ingest/readings',
      'POST /api/ingest/:adapter',
      'POST /api/ingest/meraki/:name',
    ])
  })
})

describe('every call as every kind of caller', () => {
  test('is refused or answered as the table says, reveals nothing about others and leaves its entry', async () => {
    for (const row of TABLE.filter(({ call }) => call.includes(ONLY))) {
      const before = audited()
      for (const subject of all) await check(row, subject)
      if (row.leavesAudit) claim(audited() > before, `${row.call}: nothing in the audit log`)
    }
    expect(wrong).toEqual([])
  }, 1_800_000)

  test('leaves the audit log whole', async () => {
    expect(await f.catalog.audit.verify()).toMatchObject({ whole: true, entries: audited() })
  })
})

test('a demo user reads no real name', async () => {
  const demo = all.find(({ name }) => name === 'demo')
  const real: string[] = []
  for (const row of TABLE.filter(
    ({ call, audience }) => call.startsWith('GET ') && ['user', 'compare'].includes(audience),
  )) {
    for (const sentCall of await recipeOf(row.call)({
      variant: 'own',
      me: demo ?? { token: undefined, userId: 0 },
      fresh: false,
    })) {
      const { text } = await send(row.call, sentCall, demo?.token)
      if (/Moda Uno|Rebajas Uno|"Gran Vía|Outlet|Retiro/.test(text)) real.push(sentCall.url)
    }
  }
  expect(real).toEqual([])
})

test('outside the demo there is no mailbox', async () => {
  const production = await fixture()
  expect((await production.get('/demo/mailbox')).status).toBe(404)
  await production.close()
})

test('an id without an owner belongs to no subject', () => {
  expect(Object.values(f.ids)).not.toContain(MISSING)
})
