/**
 * Kills the server while imports are taken in, read, loaded and taken back through the API, at moments by chance. After
 * each start an import is whole or not at all: the history and the facts name the same, the hours are those of the
 * files, and what was reported as loaded or retracted stays so. `npm run drill -- import-kills [--kills 50]`
 */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { isoDay } from '#domain/days'
import type { Import } from '#schemas/generated/entities/import.ts'
import { createCatalog } from '../../server/open-catalog.ts'
import { createDuckDbFactStore } from '../../server/facts/duckdb/store.ts'
import { hashPassword } from '../../server/modules/session/password-hash.ts'
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import type { Drill } from '../drill.ts'

const KEY = 'Drill-q0r8JwZ1mXk4T7vNc2bYh6LdPs9FgAeUiOx3Rt5W'
const PASSWORD = 'Correct-Horse-2026!'
const HOURS = 24
/** Days of a file; the next one begins in the middle of it, so that taking one back brings values of another back. */
const DAYS = 60
const FIRST_DAY = 19_800
/** Seldom a kill comes later than what it is meant for: then it is one of an idle server. */
const LATEST = 1.2
const UNDER_WAY: ReadonlySet<Import['state']> = new Set(['reading', 'storing', 'undoing'])
const LONGEST_MS = 60_000
/** Imports that are kept; older ones are taken back. */
const MAX_LOADED = 6

const valueOf = (file: number, i: number) => ((file * 31 + i * 17) % 89) + 1
const dayOf = (file: number, i: number) => FIRST_DAY + (file % 12) * (DAYS / 2) + Math.floor(i / HOURS)
const lineOf = (file: number, i: number) =>
  `${isoDay(dayOf(file, i))}T${String(i % HOURS).padStart(2, '0')}:00,Shop,${valueOf(file, i)}\n`
const textOf = (file: number) =>
  `ts,sensor,ins\n${Array.from({ length: DAYS * HOURS }, (_, i) => lineOf(file, i)).join('')}`
const fileOf = ({ files }: Pick<Import, 'files'>) => Number(/\d+/.exec(files[0]?.name ?? '')?.[0])

interface Living {
  readonly child: ChildProcess
  readonly signIn: () => Promise<string>
  readonly ask: (method: string, path: string, body?: FormData) => Promise<unknown>
  readonly end: (signal: NodeJS.Signals) => Promise<void>
}

async function run(args: readonly string[]): Promise<0 | 1> {
  const { values } = parseArgs({ args: [...args], options: { kills: { type: 'string', default: '50' } } })
  const kills = Number(values.kills)
  const dir = mkdtempSync(join(tmpdir(), 'aforo-import-kills-'))
  const client = await fill(dir)
  let server: ChildProcess | null = null
  let token = ''
  const live = async (): Promise<Living> => {
    const made = await startServer(dir, () => token)
    server = made.child
    return made
  }
  const history = async ({ ask }: Living) => (await ask('GET', `/imports?client=${client}`)) as Import[]
  const settled = async (at: Living) => {
    for (const since = performance.now(); ; await pause(20)) {
      const all = await history(at)
      const under = all.filter(({ state }) => UNDER_WAY.has(state))
      if (under.length === 0) return all
      if (performance.now() - since > LONGEST_MS)
        throw new Error(`After a minute: ${under.map(({ id, state }) => `import ${id} is ${state}`).join(', ')}`)
    }
  }
  const post = async ({ ask }: Living, file: number) => {
    const form = new FormData()
    form.set('settings', JSON.stringify({ client, timeZone: 'UTC' }))
    form.set('files', new Blob([textOf(file)]), `file-${file}.csv`)
    return ask('POST', '/imports?load=clean', form)
  }
  try {
    let at = await live()
    token = await at.signIn()
    const times: Record<string, number> = {}
    const timed = async (what: string, work: () => Promise<unknown>) => {
      const since = performance.now()
      await work()
      await settled(at)
      times[what] = performance.now() - since
    }
    let file = 0
    await timed('load', () => post(at, file++))
    await timed('load', () => post(at, file++))
    await timed('undo', async () => at.ask('POST', `/imports/${(await history(at))[0]!.id}/undo`))

    const found: Record<string, number> = {}
    /** The state that a reader of the history saw before a kill. */
    const expectedStates = new Map<number, 'loaded' | 'undone'>()
    let slowestStart = 0
    for (let kill = 1; kill <= kills; kill += 1) {
      const before = await settled(at)
      for (const { id, state } of before) if (state === 'loaded' || state === 'undone') expectedStates.set(id, state)
      const loaded = before.filter(({ state }) => state === 'loaded')
      const isUndo = loaded.length > 0 && (loaded.length >= MAX_LOADED || kill % 3 === 0)
      const waits = before.find(({ state }) => state === 'ready')
      const victim = loaded[Math.floor(Math.random() * loaded.length)]
      const what = isUndo ? 'undo' : waits === undefined ? 'load' : 'load again'
      const work = isUndo
        ? at.ask('POST', `/imports/${victim!.id}/undo`)
        : waits === undefined
          ? post(at, file++)
          : at.ask('POST', `/imports/${waits.id}/load`)
      const answered = work.then(
        () => true,
        () => false,
      )
      if (isUndo) expectedStates.delete(victim!.id)
      if (kill % 2 === 0) await pause(Math.random() * LATEST * times[isUndo ? 'undo' : 'load']!)
      else await untilWriting(() => history(at), times)
      await at.end('SIGKILL')
      const isAnswered = await answered
      const since = performance.now()
      at = await live()
      slowestStart = Math.max(slowestStart, performance.now() - since)
      const after = await settled(at)
      const one = isUndo
        ? after.find(({ id }) => id === victim!.id)
        : waits === undefined
          ? after.find(({ id }) => !before.some((known) => known.id === id))
          : after.find(({ id }) => id === waits.id)
      const became = `${what}, ${isAnswered ? 'answered' : 'not answered'}: ${one?.state ?? 'never was'}`
      found[became] = (found[became] ?? 0) + 1
      if (isAnswered && one === undefined) throw new Error(`Kill ${kill}: what was answered is not in the history`)
      for (const [id, state] of expectedStates)
        if (after.find((known) => known.id === id)?.state !== state)
          throw new Error(`Kill ${kill}: import ${id} was reported as ${state} and is not any more`)
      await at.end('SIGTERM')
      await compare(dir, after, `Kill ${kill}`)
      at = await live()
    }
    for (const { id, state } of await settled(at))
      if (state === 'loaded') {
        await at.ask('POST', `/imports/${id}/undo`)
        await settled(at)
      }
    const last = await settled(at)
    await at.end('SIGTERM')
    await compare(dir, last, 'After all were taken back')
    for (const became of Object.keys(found).toSorted()) console.info(`${became}: ${found[became]}`)
    const left = readdirSync(join(dir, 'imports')).filter((name) => name.startsWith('arriving-')).length
    console.info(
      `${kills} kills, ${last.length} imports of ${DAYS * HOURS} hours: history, facts and files agree after each; ` +
        `ready again within ${(slowestStart / 1000).toFixed(1)} s; ${left} arriving files left`,
    )
    return 0
  } finally {
    ;(server as ChildProcess | null)?.kill('SIGKILL')
    rmSync(dir, { recursive: true, force: true })
  }
}

/** @param token of the session with which is asked, as it is at that moment */
async function startServer(dir: string, token: () => string): Promise<Living> {
  const program = join(import.meta.dirname, '../../server/main.ts')
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dir,
      PORT: '0',
      SECRET_KEY: KEY,
      LOG_LEVEL: 'error',
      DRAIN_S: '0',
      NOTICE_MAIL: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += String(chunk)
  })
  const address = () => /listens on (http:\S+),/.exec(said)?.[1]
  while (address() === undefined) {
    if (child.exitCode !== null) throw new Error(`The server did not start: ${said}`)
    await pause(20)
  }
  return {
    child,
    async signIn() {
      const answer = await fetch(`${address()}/api/oauth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'loader@aforo.test', password: PASSWORD, grant_type: 'password' }),
      })
      return ((await answer.json()) as { access_token: string }).access_token
    },
    async ask(method, path, body) {
      const answer = await fetch(`${address()}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${token()}` },
        ...(body && { body }),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
      return JSON.parse(text) as unknown
    },
    async end(signal) {
      child.kill(signal)
      await exit
      if (signal === 'SIGTERM' && child.exitCode !== 0) throw new Error(`It ended with ${child.exitCode}`)
    },
  }
}

/** Waits for a moment in which facts and history are written, one after the other. */
async function untilWriting(history: () => Promise<Import[]>, times: Readonly<Record<string, number>>): Promise<void> {
  const isWriting = async () => (await history()).some(({ state }) => state === 'storing' || state === 'undoing')
  const give = performance.now() + 2 * times['load']!
  while (performance.now() < give && !(await isWriting())) await pause(2)
  await pause(Math.random() * LATEST * times['undo']!)
}

async function fill(dir: string): Promise<number> {
  const catalog = await createCatalog({ catalogUrl: `sqlite:${dir}/catalog.sqlite` })
  const { id: client } = await catalog.clients.insert(SYSTEM_SCOPE, { name: 'Uno', type: 'basic' })
  const place = { client, name: 'Shop', code: 'S', type: 'store', timeZone: 'UTC' } as const
  const { id: local } = await catalog.locals.insert(SYSTEM_SCOPE, place)
  await catalog.areas.insert(SYSTEM_SCOPE, { local, name: 'Door' })
  const passwordHash = await hashPassword(PASSWORD)
  const person = { username: 'loader@aforo.test', role: 'basic', clients: [client], flags: ['canUpload'] } as const
  await catalog.users.insert(SYSTEM_SCOPE, { ...person, passwordHash }, Date.now())
  await catalog.close()
  return client
}

/** The server does not run. Throws where history, facts and files do not agree. */
async function compare(dir: string, history: readonly Import[], when: string): Promise<void> {
  const facts = await createDuckDbFactStore({ path: join(dir, 'facts.duckdb') })
  try {
    const stored = (await facts.read('SELECT import FROM imports ORDER BY learntAt, import')).map(([id]) => Number(id))
    const said = history.filter(({ state }) => state === 'loaded').map(({ id }) => id)
    const inOrder = (ids: readonly number[]) => ids.toSorted((a, b) => a - b).join(', ')
    if (inOrder(stored) !== inOrder(said))
      throw new Error(`${when}: the history has ${inOrder(said)} loaded, the facts ${inOrder(stored)}`)
    const expected = new Map<string, number>()
    for (const id of stored) {
      const file = fileOf(history.find((one) => one.id === id)!)
      for (let i = 0; i < DAYS * HOURS; i += 1) expected.set(`${dayOf(file, i)} ${i % HOURS}`, valueOf(file, i))
    }
    const rows = await facts.read('SELECT day, hour, sum(ins)::INTEGER FROM traffic WHERE ins IS NOT NULL GROUP BY ALL')
    const wrong = rows.filter(([day, hour, ins]) => expected.get(`${Number(day)} ${Number(hour)}`) !== Number(ins))
    if (wrong.length > 0 || rows.length !== expected.size)
      throw new Error(`${when}: ${rows.length} hours where ${expected.size} were expected, ${wrong.length} wrong`)
  } finally {
    await facts.close()
  }
}

export const drill: Drill = { about: '50 kills while files are imported and taken back: whole or not at all', run }

if (import.meta.main) process.exitCode = await run(process.argv.slice(2))
