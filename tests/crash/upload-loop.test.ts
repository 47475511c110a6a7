/**
 * Uploads and kills: after each start the history and the figures say the same, and nothing that was answered is lost
 * or there twice.
 */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isoDay } from '#domain/days'
import type { Upload } from '#schemas/generated/entities/upload.ts'
import { createCatalog } from '../../server/open-catalog.ts'
import { createDuckDbFactStore } from '../../server/facts/duckdb/store.ts'
import { hashPassword } from '../../server/modules/session/password-hash.ts'
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'

const KILLS = Number(process.env.AFORO_UPLOAD_KILLS ?? 0)
const SERVER = join(import.meta.dirname, 'upload-server.ts')
const PASSWORD = 'Cola-de-cargas-2026!'
const ROWS = 8
/** Statements of an upload or an undo, and some more: a kill after the last of them is one of an idle server. */
const STATEMENTS = 60
const FIRST_DAY = 19_000

let folder: string
let client: number
const left: ChildProcess[] = []
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'aforo-upload-crash-'))
  const catalog = await createCatalog({ catalogUrl: `sqlite:${folder}/catalog.sqlite` })
  client = (await catalog.clients.insert(SYSTEM_SCOPE, { name: 'Crash', type: 'basic' })).id
  const local = await catalog.locals.insert(SYSTEM_SCOPE, {
    client,
    name: 'Shop',
    code: 'S',
    type: 'store',
    timeZone: 'UTC',
  })
  await catalog.areas.insert(SYSTEM_SCOPE, { local: local.id, name: 'Door' })
  await catalog.users.insert(
    SYSTEM_SCOPE,
    {
      username: 'loader@aforo.test',
      passwordHash: await hashPassword(PASSWORD),
      role: 'basic',
      clients: [client],
      flags: ['canUpload'],
    },
    0,
  )
  await catalog.close()
})
afterEach(() => {
  for (const child of left.splice(0)) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

interface Living {
  ask(path: string, init?: RequestInit): Promise<Response>
  /** Says when it dies. */
  arm(when: string): Promise<void>
  end(signal: NodeJS.Signals): Promise<string>
}

let token: string | null = null
beforeEach(() => {
  token = null
})

async function live(): Promise<Living> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', SERVER, folder], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  left.push(child)
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const exit = once(child, 'close')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let address: string | undefined
  while (address === undefined) {
    const { value, done } = (await lines.next()) as IteratorResult<string>
    if (done === true) throw new Error(`The server ended before it listened: ${errors}`)
    address = /^ready (\S+)$/.exec(value)?.[1]
  }
  const post = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'loader@aforo.test', password: PASSWORD, grant_type: 'password' }),
  }
  token ??= ((await (await fetch(`${address}/api/oauth/token`, post)).json()) as { access_token: string }).access_token
  return {
    ask: (path, init = {}) => fetch(`${address}/api${path}`, { ...init, headers: { access_token: token! } }),
    async arm(when) {
      child.stdin.write(`${when}\n`)
      expect((await lines.next()).value).toBe('armed')
    },
    async end(signal) {
      child.kill(signal)
      await exit
      return errors
    },
  }
}

const dayOf = (k: number, row: number) => FIRST_DAY + k * ROWS + row
const ticketsOf = (k: number, row: number) => ((k * 31 + row * 17) % 89) + 1
const nameOf = (k: number) => `file-${k}.csv`

/** File `k`: days that no other file has. Its answer, or null when the server died before it gave one. */
async function load({ ask }: Living, k: number): Promise<number | null> {
  const form = new FormData()
  form.set(
    'file',
    new Blob([Array.from({ length: ROWS }, (_, row) => `S;${isoDay(dayOf(k, row))};${ticketsOf(k, row)}`).join('\n')]),
    nameOf(k),
  )
  return ask(`/upload/tickets/daily/${client}/csv`, { method: 'POST', body: form }).then(
    async (reply) => {
      expect([reply.status, reply.status === 200 ? '' : await reply.clone().text()]).toEqual([200, ''])
      return ((await reply.json()) as Upload).id
    },
    () => null,
  )
}

const undo = ({ ask }: Living, id: number) =>
  ask(`/uploads/${id}/undo`, { method: 'POST' }).then(
    async (reply) => {
      await reply.arrayBuffer()
      return reply.status
    },
    () => null,
  )

/** The figures by day: those of files, and those of the hours. */
async function figures(): Promise<{ uploaded: Map<number, number>; counted: Map<number, number> }> {
  const store = await createDuckDbFactStore({ path: join(folder, 'facts.duckdb') })
  const read = async (sql: string) =>
    new Map((await store.read(sql)).map(([day, tickets]) => [Number(day), Number(tickets)]))
  const found = {
    uploaded: await read('SELECT day, sum(tickets) FROM tickets_daily GROUP BY day'),
    counted: await read('SELECT day, sum(ticketsOfDay) FROM traffic WHERE ticketsOfDay IS NOT NULL GROUP BY day'),
  }
  await store.close()
  return found
}

/**
 * When it dies: `upload N` or `undo N` before that statement, or when the facts have committed it and the history does
 * not have it yet.
 */
interface Kill {
  readonly work: 'upload' | 'undo'
  readonly when: string
}

async function loop(kills: readonly Kill[]): Promise<{ acknowledged: number; cut: number }> {
  /** Acknowledged uploads, by file: the id in the history, and whether it was retracted. */
  const answered = new Map<number, { id: number; undone: boolean }>()
  let [acknowledged, cut, next] = [0, 0, 0]
  const check = async (history: readonly Upload[]) => {
    const { uploaded, counted } = await figures()
    const expected = new Map(
      history
        .filter(({ undoneAt }) => undoneAt === null)
        .flatMap(({ fileName }) => {
          const k = Number(/\d+/.exec(fileName)?.[0])
          return Array.from({ length: ROWS }, (_, row) => [dayOf(k, row), ticketsOf(k, row)] as const)
        }),
    )
    expect(Object.fromEntries(uploaded)).toEqual(Object.fromEntries(expected))
    expect(Object.fromEntries(counted)).toEqual(Object.fromEntries(expected))
    // Acknowledged uploads are there, once.
    expect(new Set(history.map(({ fileName }) => fileName)).size).toBe(history.length)
    for (const [k, { id, undone }] of answered)
      expect(history.find((one) => one.id === id)).toMatchObject({
        fileName: nameOf(k),
        rows: ROWS,
        added: ROWS,
        undoneAt: undone ? (expect.any(Number) as number) : null,
      })
  }
  for (const { work, when } of kills) {
    const server = await live()
    const k = next++
    if (work === 'undo') {
      const id = await load(server, k)
      answered.set(k, { id: id!, undone: false })
      await server.arm(when)
      const status = await undo(server, id!)
      // Not answered: it may have happened or not, and history and figures must agree on it.
      if (status === null) answered.delete(k)
      else answered.set(k, { id: id!, undone: true })
      cut += status === null ? 1 : 0
    } else {
      await server.arm(when)
      const id = await load(server, k)
      if (id === null) cut += 1
      else answered.set(k, { id, undone: false })
    }
    acknowledged = answered.size
    await server.end('SIGKILL')
    const again = await live()
    const history = (await (await again.ask(`/uploads?client=${client}`)).json()) as Upload[]
    expect(await again.end('SIGTERM')).toBe('')
    await check(history)
  }
  return { acknowledged, cut }
}

test('an upload that the facts have and the history has not is in the history after the next start; so is an undo', async () => {
  expect(
    await loop([
      { work: 'upload', when: 'committed' },
      { work: 'undo', when: 'committed' },
    ]),
  ).toEqual({ acknowledged: 0, cut: 2 })
}, 60_000)

test.runIf(KILLS > 0)(
  `${KILLS} kills before a statement of an upload or of its undo leave history and figures the same, and nothing lost or twice`,
  async () => {
    const kills = Array.from({ length: KILLS }, (_, n): Kill => ({
      work: n % 2 === 0 ? 'upload' : 'undo',
      when: String(1 + (Math.floor(n / 2) % STATEMENTS)),
    }))
    const { acknowledged, cut } = await loop(kills)
    expect(cut).toBeGreaterThan(0)
    console.log(
      `upload crash loop: ${KILLS} kills, ${cut} in the middle of an upload or an undo, ${acknowledged} answered, 0 ` +
        'lost, 0 twice, history and figures the same',
    )
  },
  Math.max(120_000, KILLS * 30_000),
)
