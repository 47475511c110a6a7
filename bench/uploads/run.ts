/**
 * `node bench/uploads/run.ts`: a million rows of hourly tickets are checked and loaded, loaded again, and taken out as
 * a file. Goals: check and load in 20 s, memory of the server up by at most 150 MB, the 99th percentile of other
 * requests at most doubled; a file of 31 days of 500 stores begins within 1 s and costs at most 50 MB. The second load
 * says nothing new.
 */
import { fork, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROCESS_ENV } from '../../server/lib/process-env.ts'
import { warmServer } from '../../scripts/build-if-stale.ts'
import { BENCH, codeOf, FIRST_DAY, HOURS } from './data.ts'

const MB = 1024 * 1024
const LOOK_MS = 20
/**
 * Requests that are asked while nothing else happens: about as many as during check and load, for the worst of a
 * hundred is only known of many hundreds.
 */
const QUIET_MS = 12_000
/** A server is warm when this time adds less than that; it is looked at so often. */
const LOOK_WARM_MS = 5000
const GROWN_MB = 3
const MAX_LOOKS = 8
const sleep = (ms: number) =>
  new Promise((done) => {
    setTimeout(done, ms)
  })

await warmServer()
const child = spawn(process.execPath, [join(import.meta.dirname, 'server.ts')], {
  env: { ...PROCESS_ENV, ...process.env },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const address = await new Promise<string>((resolve, reject) => {
  child.on('exit', (code) => {
    reject(new Error(`The server ended with ${code}.`))
  })
  child.stdout.on('data', (chunk: Buffer) => {
    const [, found] = /ready (\S+)/.exec(chunk.toString()) ?? []
    if (found !== undefined) resolve(found)
  })
})

/** Resident memory of the server, bytes. */
const memory = () =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? Number.NaN) * 1024
const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN

async function ask(
  path: string,
  init: { method?: string; headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> } = {},
): Promise<Response> {
  const answer = await fetch(`${address}/api${path}`, { ...init, headers: { access_token: token, ...init.headers } })
  if (!answer.ok && answer.status !== 304) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer
}

/** How long small requests of another caller take meanwhile, and the server's memory before and at its most, bytes. */
async function watched<T>(
  work: () => Promise<T>,
): Promise<{ answer: T; ms: number; before: number; most: number; times: readonly number[] }> {
  const before = memory()
  let most = before
  const looking = setInterval(() => {
    most = Math.max(most, memory())
  }, LOOK_MS)
  await timesOfOthers()
  const began = performance.now()
  try {
    const answer = await work()
    const ms = performance.now() - began
    const times = await timesOfOthers()
    most = Math.max(most, memory())
    return { answer, ms, before, most, times }
  } finally {
    clearInterval(looking)
  }
}

/** How long each request of the others took since the last time, ms. */
async function timesOfOthers(): Promise<number[]> {
  others?.send('times')
  const [times] = others === null ? [[]] : await once(others, 'message')
  return times as number[]
}

let token = ''
let others: ChildProcess | null = null
let missed = 0
const goal = (name: string, found: number, most: number, unit: string) => {
  if (found > most) missed += 1
  console.log(
    `${found <= most ? 'met   ' : 'MISSED'} ${name}: ${found.toFixed(found < 10 ? 2 : 0)} ${unit}, at most ${most} ` +
      unit,
  )
}

try {
  token = (
    (await (
      await ask('/oauth/token', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: BENCH.user, password: BENCH.password, grant_type: 'password' }),
      })
    ).json()) as { access_token: string }
  ).access_token
  const [{ id: client }] = (await (await ask('/clients')).json()) as [{ id: number }]
  const lines: string[] = []
  for (let day = 0; day < BENCH.days; day += 1) {
    const date = new Date((FIRST_DAY + day) * 86_400_000).toISOString().slice(0, 10)
    for (let store = 0; store < BENCH.stores; store += 1)
      for (const hour of HOURS)
        lines.push(`${codeOf(store)};${date};${hour}:00:00;+00;${(store * 7 + day * 3 + hour) % 40}`)
  }
  const file = new Blob([lines.join('\n')], { type: 'text/csv' })
  console.log(
    `${lines.length} rows of tickets, ${(file.size / MB).toFixed(0)} MB; ${BENCH.stores} stores, ${BENCH.days} days`,
  )
  const messageOf = async (content: Blob) => {
    const form = new FormData()
    form.append('file', content, 'tickets.csv')
    const message = new Response(form)
    return {
      headers: { 'content-type': message.headers.get('content-type') ?? '' },
      body: new Uint8Array(await message.arrayBuffer()),
    }
  }
  // The sender is another machine in practice: here its work must not be what others wait for.
  const whole = await messageOf(file)
  const send = async (what: 'check' | 'csv', message = whole) => {
    const answer = await ask(`/upload/tickets/hourly/${client}/${what}`, { method: 'POST', ...message })
    return { status: answer.status, text: await answer.text() }
  }

  others = fork(join(import.meta.dirname, 'others.ts'), [address, token])
  // The growth of a new server by small requests is not the file's: they are repeated until it stops.
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    const { before, most } = await watched(() => sleep(LOOK_WARM_MS))
    if (most - before < GROWN_MB * MB) break
  }
  const quiet = await watched(() => sleep(QUIET_MS))
  const rest = memory()
  // The first file of all loads the code that reads it, and is slower; its memory counts, its time is not what a
  // million rows cost.
  await send('check', await messageOf(new Blob(lines.slice(0, 3).map((line) => `${line}\n`))))
  const check = await watched(() => send('check'))
  const load = await watched(() => send('csv'))
  const again = await watched(() => send('csv'))
  if (again.answer.status !== 304)
    throw new Error(`The second load was answered ${again.answer.status}; 304 was expected.`)
  const p99 = (...parts: readonly { times: readonly number[] }[]) =>
    percentile(
      parts.flatMap(({ times }) => times),
      0.99,
    )
  for (const [name, part] of Object.entries({ quiet, check, load, again }))
    console.log(
      `${name}: ${(part.ms / 1000).toFixed(1)} s, memory +${((part.most - part.before) / MB).toFixed(0)} MB, ` +
        `others' p99 ${p99(part).toFixed(1)} ms of ${part.times.length}`,
    )
  goal('check and load', (check.ms + load.ms) / 1000, 20, 's')
  goal('memory of check and load', (Math.max(check.most, load.most) - rest) / MB, 150, 'MB')
  goal("others' p99 while it is checked and loaded", p99(check, load) / p99(quiet), 2, 'x')

  const day = (n: number) => new Date((FIRST_DAY + n) * 86_400_000).toISOString().slice(0, 10)
  const out = await watched(async () => {
    const began = performance.now()
    const answer = await ask(`/downloads?client=${client}&begin=${day(BENCH.days - 31)}&end=${day(BENCH.days - 1)}`)
    let first = Number.NaN
    let bytes = 0
    for await (const piece of answer.body ?? []) {
      if (bytes === 0) first = performance.now() - began
      bytes += (piece as Uint8Array).length
    }
    return { first, bytes }
  })
  console.log(
    `a file of 31 days: ${(out.answer.bytes / MB).toFixed(1)} MB in ${(out.ms / 1000).toFixed(1)} s, memory ` +
      `+${((out.most - out.before) / MB).toFixed(0)} MB`,
  )
  goal('first byte of the file', out.answer.first / 1000, 1, 's')
  goal('memory of the file', (out.most - out.before) / MB, 50, 'MB')
} finally {
  others?.kill()
  child.removeAllListeners('exit')
  child.kill('SIGTERM')
}
process.exitCode = missed > 0 ? 1 : 0
