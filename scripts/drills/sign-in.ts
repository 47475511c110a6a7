/**
 * 167 tries a second (10,000 a minute) against a server in a process of its own: one account from many addresses, many
 * accounts from one address, and unknown names, each from a new address. Meanwhile people who type right sign in: the
 * account under attack in a browser that knows it, another under attack in new browsers of a network from which it has
 * signed in, others in known browsers behind the very address from which many accounts are tried, others in a new
 * browser elsewhere, and owners of accounts under attack in new browsers elsewhere, with the link of a mail by which
 * they set another password first, or with a code by mail. A caller refused as busy comes again when the server says,
 * with what the browser kept, as the page does. How long each of them waits until they are in. Two kinds are shown and
 * not judged, as decision 66 says why they wait: with the password alone in a new browser of a new network while the
 * account itself is under attack, and in a new browser behind the attacking address.
 *
 * `npm run drill -- sign-in [--seconds 60] [--tries 10000] [--unknown 0.33] [--again]`; `--tries` a minute; `--unknown
 * 1`: all tries are of names that are unknown, the most costly kind; `--again`: those refused as busy come again with
 * the cookie they were given, in place of new ones.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { hashOf, newToken } from '../../server/lib/secrets.ts'
import { fixture, NOW, PASSWORD } from '../../server/testing/fixture.ts'
import { startMailServer } from '../../server/testing/mail.ts'
import type { Drill } from '../drill.ts'
import { atRate, percentile } from '../drill-load.ts'

const PEOPLE_EVERY_MS = 500
const MAX_MS = 2000
/** Of each kind: no account signs in more often than a person would. */
const PEOPLE = 10
/** With a code by mail: an account has five mails an hour for all strange browsers together. */
const CODES = 5
/**
 * A share of the time for each of those with a link or a code, so that their accounts have been tried more often than
 * is free.
 */
const LINK_SHARE = 0.085
const SERVER = 'serve-sign-in'
const OFFICE = '192.0.2.77'
/** From here `network0` has signed in; no other network tries. */
const KNOWN_NETWORK = '198.51.100.200'

async function serve(dir: string): Promise<void> {
  const mails = await startMailServer()
  const f = await fixture({
    catalogUrl: `sqlite:${join(dir, 'catalog.sqlite')}`,
    config: { trustProxy: ['127.0.0.1'], smtpUrl: mails.url, noticeMail: false },
  })
  const { passwordHash } = (await f.catalog.sessions.credentials('analyst@aforo.test'))!
  for (const kind of ['known', 'network', 'office', 'new', 'coded', 'behind']) {
    for (let n = 0; n < PEOPLE; n += 1)
      await f.catalog.users.insert(
        SYSTEM_SCOPE,
        {
          username: `${kind}${n}@aforo.test`,
          passwordHash,
          role: 'basic',
          clients: [f.ids.uno],
          flags: ['footCompare'],
        },
        NOW,
      )
  }
  const links: string[] = []
  for (let n = 0; n < PEOPLE; n += 1) {
    const { id: userId } = await f.catalog.users.insert(
      SYSTEM_SCOPE,
      { username: `linked${n}@aforo.test`, passwordHash, role: 'basic', clients: [f.ids.uno], flags: ['footCompare'] },
      NOW,
    )
    links.push(newToken())
    const expiresAt = f.clock.time + 86_400_000
    await f.catalog.accountTokens.add({ hash: hashOf(links[n]!), userId, kind: 'recover', expiresAt })
  }
  // The clock of a fixture is fixed; minutes have to pass here.
  const [began, start] = [Date.now(), f.clock.time]
  setInterval(() => {
    f.clock.time = start + Date.now() - began
  }, 20).unref()
  await f.app.listen({ port: 0, host: '127.0.0.1' })
  process.on('message', (command: string) => {
    if (command === 'end') void f.close().then(() => process.exit(0))
    else void mails.next(command).then(({ text = '' }) => process.send?.({ code: /\b\d{8}\b/.exec(text)?.[0] ?? '' }))
  })
  process.send?.({ port: (f.app.server.address() as { port: number }).port, links })
}

interface Answer {
  readonly ms: number
  readonly status: number
  readonly cookie: string
  /** As the server says; 0 where it says nothing. */
  readonly retryAfterS: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 200 })

function signIn(port: number, username: string, password: string, address: string, cookie = ''): Promise<Answer> {
  const text = JSON.stringify({ username, password, grant_type: 'password' })
  const since = performance.now()
  return new Promise((resolve, reject) => {
    const headers = {
      'x-forwarded-for': address,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
      ...(cookie !== '' && { cookie }),
    }
    const sent = request(
      { port, host: '127.0.0.1', method: 'POST', path: '/api/oauth/token', agent, headers },
      (answer) => {
        const set = (answer.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
        answer.resume().on('end', () => {
          resolve({
            ms: performance.now() - since,
            status: answer.statusCode ?? 0,
            cookie: set,
            retryAfterS: Number(answer.headers['retry-after'] ?? 0),
          })
        })
      },
    )
    sent.on('error', reject)
    sent.end(text)
  })
}

/** One try of a stranger. A third each, unless more are of unknown names. */
function tryOf(port: number, n: number, unknown: number, cookie = ''): Promise<Answer> {
  const address = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
  if ((n % 100) / 100 < unknown) return signIn(port, `nobody${n}`, 'wrong', address, cookie)
  if (n % 2 !== 0) return signIn(port, `name${n}`, 'wrong', OFFICE, cookie)
  const of = (n >> 3) % PEOPLE
  const own = n % 16 === 0 ? 'known0' : 'network0'
  const tried = n % 8 === 0 ? own : n % 8 === 4 ? `coded${of}` : `linked${(n >> 2) % PEOPLE}`
  return signIn(port, tried, 'wrong', address, cookie)
}

/** The tries of strangers one after another. `isAgain`: attempts refused as busy are repeated first. */
function strangersAt(port: number, unknown: number, isAgain: boolean): (n: number) => Promise<Answer> {
  const refused: { readonly n: number; readonly cookie: string; readonly from: number }[] = []
  return async (next) => {
    const again = refused[0] !== undefined && refused[0].from <= performance.now() ? refused.shift() : undefined
    const n = again?.n ?? next
    const answer = await tryOf(port, n, unknown, again?.cookie)
    if (isAgain && answer.status === 429 && answer.cookie !== '')
      refused.push({ n, cookie: answer.cookie, from: performance.now() + answer.retryAfterS * 1000 })
    return answer
  }
}

/** Sends something as a browser does; gives what it keeps. */
async function post(port: number, path: string, address: string, cookie = '', body?: object): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method: 'POST',
    headers: {
      'x-forwarded-for': address,
      ...(cookie !== '' && { cookie }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** Sets a password with the link of a mail, in a browser that is new. Gives what the browser keeps. */
async function setPassword(port: number, token: string, pass: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/auth/user/${token}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, pass, responsibility: true }),
  })
  if (answer.status !== 204) throw new Error(`The link was answered with ${answer.status}: ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** Retries as the page does after a Retry-After: until it works, and all of it is counted. */
async function untilIn(one: (kept?: string) => Promise<Answer>): Promise<Answer> {
  const since = performance.now()
  let answer = await one()
  let kept = answer.cookie
  while (answer.status === 429 && performance.now() - since < 10_000) {
    await pause(Math.min(answer.retryAfterS, 1) * 1000)
    answer = await one(kept)
    kept = answer.cookie || kept
  }
  return { ...answer, ms: performance.now() - since }
}

/** Cookies of the browsers in which accounts have signed in before, by the name of the account. */
async function knownBrowsers(port: number): Promise<ReadonlyMap<string, string>> {
  const cookies = new Map<string, string>()
  for (const kind of ['known', 'office']) {
    for (let n = 0; n < PEOPLE; n += 1)
      cookies.set(`${kind}${n}`, (await signIn(port, `${kind}${n}`, PASSWORD, `198.51.100.${n}`)).cookie)
  }
  return cookies
}

async function run(args: readonly string[]): Promise<0> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string', default: '60' },
      tries: { type: 'string', default: '10000' },
      unknown: { type: 'string', default: '0.33' },
      again: { type: 'boolean', default: false },
    },
  })
  const [seconds, unknown, aSecond] = [Number(values.seconds), Number(values.unknown), Number(values.tries) / 60]
  const dir = mkdtempSync(join(tmpdir(), 'aforo-sign-in-'))
  const server = fork(fileURLToPath(import.meta.url), [SERVER, dir], { env: { ...process.env, TMPDIR: dir } })
  try {
    const [{ port, links }] = (await once(server, 'message')) as [{ port: number; links: string[] }]
    const cookies = await knownBrowsers(port)
    await signIn(port, 'network0', PASSWORD, KNOWN_NETWORK)
    const end = performance.now() + seconds * 1000
    const strangers = atRate(aSecond, seconds, strangersAt(port, unknown, values.again))
    const waited: Record<string, Answer[]> = {
      'under attack, in a known browser': [],
      'under attack, in a new browser of a known network': [],
      'behind the address of others, in a known browser': [],
      'in a new browser': [],
      'under attack, in a new browser with a link': [],
      'under attack, in a new browser with a code by mail, from the code on': [],
    }
    const notJudged: Record<string, Answer[]> = {
      'under attack, in a new browser of a new network, with the password alone': [],
      'behind the address of others, in a new browser': [],
    }
    const people = async (
      kind: string,
      one: (n: number, kept?: string) => Promise<Answer>,
      most = Number.POSITIVE_INFINITY,
    ) => {
      await pause(3000)
      for (let n = 0; n < most && performance.now() < end; n += 1) {
        ;(waited[kind] ?? notJudged[kind])!.push(await untilIn((kept) => one(n, kept)))
        await pause(PEOPLE_EVERY_MS)
      }
    }
    const withLinks = async () => {
      for (const [n, token] of links.entries()) {
        await pause(LINK_SHARE * seconds * 1000)
        const refused = await signIn(port, `linked${n}`, PASSWORD, `172.18.0.${n}`)
        if (refused.status !== 429) console.info(`linked${n} was not under attack: ${refused.status}`)
        const pass = `${PASSWORD}-${n}-other`
        const cookie = await setPassword(port, token, pass)
        const since = performance.now()
        const answer = await signIn(port, `linked${n}`, pass, `172.17.0.${n}`, cookie)
        waited['under attack, in a new browser with a link']!.push({ ...answer, ms: performance.now() - since })
      }
    }
    const codeOf = async (to: string): Promise<string> => {
      server.send(to)
      const [{ code }] = (await once(server, 'message')) as [{ code: string }]
      return code
    }
    const withCodes = async () => {
      for (let n = 0; n < CODES; n += 1) {
        await pause((n === 0 ? 5 : 1) * LINK_SHARE * seconds * 1000)
        const name = `coded${n}`
        const address = `172.19.0.${n}`
        const refused = await signIn(port, name, PASSWORD, address)
        if (refused.status !== 429) console.info(`${name} was not under attack: ${refused.status}`)
        const beganAt = performance.now()
        const browser = await post(port, `/auth/user/otp/${name}/generate`, address)
        const code = await codeOf(`${name}@aforo.test`)
        const since = performance.now()
        const pass = await post(port, `/auth/user/otp/${name}/validate`, address, browser, { code })
        const answer = await signIn(port, name, PASSWORD, address, pass)
        waited['under attack, in a new browser with a code by mail, from the code on']!.push({
          ...answer,
          ms: performance.now() - since,
        })
        console.info(`${name}: the mail was there after ${(since - beganAt).toFixed(0)} ms`)
      }
    }
    const [tries] = await Promise.all([
      strangers,
      withLinks(),
      withCodes(),
      // A sign-in clears the failures of strangers: each of these accounts has one owner and one sign-in.
      pause(5 * LINK_SHARE * seconds * 1000).then(() =>
        people(
          'under attack, in a new browser of a new network, with the password alone',
          (n, kept) => signIn(port, `coded${CODES + (n % CODES)}`, PASSWORD, `172.20.${n >> 8}.${n & 255}`, kept),
          CODES,
        ),
      ),
      people('behind the address of others, in a new browser', (n, kept) =>
        signIn(port, `behind${n % PEOPLE}`, PASSWORD, OFFICE, kept),
      ),
      people('under attack, in a known browser', (n) =>
        signIn(port, 'known0', PASSWORD, `203.0.113.${n % 250}`, cookies.get('known0')),
      ),
      people('under attack, in a new browser of a known network', () =>
        signIn(port, 'network0', PASSWORD, KNOWN_NETWORK),
      ),
      people('behind the address of others, in a known browser', (n) =>
        signIn(port, `office${n % PEOPLE}`, PASSWORD, OFFICE, cookies.get(`office${n % PEOPLE}`)),
      ),
      people('in a new browser', (n, kept) =>
        signIn(port, `new${n % PEOPLE}`, PASSWORD, `172.16.${n >> 8}.${n & 255}`, kept),
      ),
    ])
    const isMissed = report({ tries, seconds, unknown, waited, notJudged })
    if (isMissed) throw new Error(`expected everybody to be let in within ${MAX_MS} ms`)
    return 0
  } finally {
    agent.destroy()
    server.send('end')
    await once(server, 'exit')
    rmSync(dir, { recursive: true, force: true })
  }
}

interface Measured {
  readonly tries: readonly Answer[]
  readonly seconds: number
  readonly unknown: number
  readonly waited: Readonly<Record<string, readonly Answer[]>>
  readonly notJudged: Readonly<Record<string, readonly Answer[]>>
}

/** Says what was measured, and whether a person waited for too long or was not let in. */
function report({ tries, seconds, unknown, waited, notJudged }: Measured): boolean {
  const by = Object.entries(Object.groupBy(tries, ({ status }) => String(status)))
    .map(([status, list]) => `${status}: ${list?.length}`)
    .join(', ')
  console.info(`${tries.length} tries in ${seconds} s (${by}), ${Math.round(unknown * 100)} % of unknown names`)
  let isMissed = false
  for (const [kind, all] of Object.entries({ ...waited, ...notJudged })) {
    const [p50, p99, slowest] = [0.5, 0.99, 1].map((share) =>
      percentile(
        all.map(({ ms }) => ms),
        share,
      ),
    )
    const failed = all.filter(({ status }) => status !== 200).length
    console.info(
      `${kind}${kind in waited ? '' : ' (not judged)'}: ${all.length - failed} signed in, p50 ${p50!.toFixed(0)} ` +
        `ms, p99 ${p99!.toFixed(0)} ms, slowest ${slowest!.toFixed(0)} ms, ${failed} not let in`,
    )
    isMissed ||= kind in waited && (failed > 0 || !(slowest! <= MAX_MS))
  }
  return isMissed
}

export const drill: Drill = { about: '10,000 tries to sign in a minute: who types right is let in within 2 s', run }

if (process.argv[2] === SERVER) await serve(process.argv[3] ?? '')
else if (import.meta.main) await run(process.argv.slice(2))
