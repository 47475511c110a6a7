/**
 * `npm run check:page`: each public set of the development data (AFORO_DATA, or `shared/data` beside the project) goes
 * through the import page as a new customer would bring it: dropped without any setting, with its preset where that is
 * refused, loaded, looked at where the page leads, taken back, and dropped again. What the product then shows is held
 * against sums that DuckDB works out of the raw files by itself.
 *
 * Prints a row of a table for each set; pictures of what was seen go to the folder given (default: none). Fails when a
 * sum differs by more than the lines that the report says were left out, when anything of an import is left after it
 * was taken back, or when a page reports an error.
 *
 *   npm run check:page -- [--pictures FOLDER] [SET…]
 */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { DuckDBInstance } from '@duckdb/node-api'
import type { Page } from 'playwright-core'
import type { Import } from '../schemas/generated/entities/import.ts'
import { launchChromium } from './chromium.ts'
import { startDemo } from './demo-server.ts'
import { DATA_SETS, type DataSet } from './data-sets.ts'

const DATA = process.env.AFORO_DATA ?? resolve(import.meta.dirname, '../../shared/data')
const PASSWORD = 'Demo-2026-aforo!'
const IMPORT = '/users/uploads/import'
/** Reading and loading the largest set takes half a minute, and several on a machine that others keep busy. */
const PATIENCE_MS = 600_000
const MOVE_MS = 120_000
const LOOK_MS = 400

const { values: options, positionals: wanted } = parseArgs({
  options: { pictures: { type: 'string' } },
  allowPositionals: true,
})

interface Row {
  readonly set: string
  readonly tries: string
  readonly lines: number
  readonly taken: number
  readonly sums: string
  readonly seconds: number
  readonly memoryMb: number
  readonly problems: readonly string[]
}

/** The most memory that a process and its children have at a time, while it is asked. */
function watchMemory(pid: number) {
  const rss = (process: string) => Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${process}/status`))?.[1] ?? 0) / 1024
  const children = (process: string): string[] =>
    read(`/proc/${process}/task/${process}/children`).split(' ').filter(Boolean)
  const all = (process: string): number => children(process).reduce((sum, child) => sum + all(child), rss(process))
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(most, all(String(pid)))
  }, 200)
  return () => {
    clearInterval(timer)
    return Math.round(most)
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** The sums of the raw files by themselves. */
async function independentSums(set: DataSet, files: readonly string[]): Promise<Record<string, number>> {
  const raw = await (await DuckDBInstance.create(':memory:')).connect()
  try {
    const names = Object.keys(set.sums)
    const from =
      `read_csv([${files.map((file) => `'${file.replaceAll("'", "''")}'`).join(', ')}], all_varchar = ` +
      'true, header = true)'
    const [row = []] = await (
      await raw.run(
        `SELECT ${names.map((name) => `coalesce(${set.sums[name]}, 0)::DOUBLE`).join(', ')} FROM ${from} WHERE ` +
          (set.where ?? 'true'),
      )
    ).getRows()
    return Object.fromEntries(names.map((name, at) => [name, Number(row[at])]))
  } finally {
    raw.closeSync()
  }
}

/** A call of the page's own session. */
async function ask<T>(page: Page, path: string): Promise<T> {
  return (await page.evaluate(async (address) => {
    const answer = await fetch(`/api${address}`, {
      headers: { access_token: localStorage.getItem('access_token') ?? '' },
    })
    if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as unknown
  }, path)) as T
}

/** @param left the state that it is about to leave: a click is a call of its own, which may not have come yet */
async function settledImport(page: Page, id: number, left?: Import['state']): Promise<Import> {
  const [leaves, until] = [Date.now() + MOVE_MS, Date.now() + PATIENCE_MS]
  for (;;) {
    const now = await ask<Import>(page, `/imports/${id}`)
    const isLeaving = now.state === left && Date.now() < leaves
    if (!isLeaving && !['reading', 'storing', 'undoing'].includes(now.state)) return now
    if (Date.now() > until) throw new Error(`Import ${id} is still ${now.state}.`)
    await page.waitForTimeout(LOOK_MS)
  }
}

async function drop(page: Page, files: readonly string[], client: string, format: string | null): Promise<Import> {
  await page.goto(IMPORT)
  await page.locator('input[type=file]').setInputFiles([...files])
  await page.getByRole('radio', { name: 'New client' }).click()
  await page.getByRole('textbox', { name: /Name of the client/ }).fill(client)
  if (format !== null) {
    await page
      .getByRole('button', { name: /Preset/ })
      .first()
      .click()
    await page
      .getByRole('option', { name: new RegExp(`^${format}\\b`) })
      .first()
      .click()
  }
  await page.getByRole('button', { name: 'Read files' }).click()
  await page.waitForURL(/\/import\/\d+$/, { timeout: PATIENCE_MS })
  return settledImport(page, Number(/(\d+)$/.exec(new URL(page.url()).pathname)?.[1]))
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first()

async function throughThePage(page: Page, problems: string[], set: DataSet, serverPid: number): Promise<Row> {
  const folder = join(DATA, set.folder)
  const files = readdirSync(folder)
    .filter((name) => set.files.test(name))
    .map((name) => join(folder, name))
  const expected = await independentSums(set, files)
  files.push(...(set.places ?? []).map((name) => join(folder, name)))
  const client = `Check ${set.name}`
  const began = performance.now()
  const stopWatching = watchMemory(serverPid)
  const own: string[] = []
  const say = (line: string) => own.push(line)
  const picture = async (what: string) => {
    if (options.pictures !== undefined)
      await page.screenshot({ path: join(options.pictures, `${set.name}-${what}.png`), fullPage: true })
  }
  const load = async (now: Import): Promise<Import> => {
    await button(page, 'Import').click({ timeout: PATIENCE_MS })
    // The click is a call of its own: on a busy machine the import is still as it was.
    await page.getByRole('status').getByRole('button', { name: /^Undo/ }).waitFor({ timeout: PATIENCE_MS })
    const loaded = await settledImport(page, now.id)
    if (loaded.state !== 'loaded')
      say(`was not loaded: ${loaded.state} ${loaded.questions.map(({ code }) => code).join(', ')}`)
    return loaded
  }
  const compareSums = async (loaded: Import): Promise<string> => {
    const shown =
      loaded.client === null
        ? {}
        : await set.shown((path) => ask(page, path), loaded.client, { begin: loaded.begin!, end: loaded.end! })
    return Object.keys(expected)
      .map((name) => {
        const [is, should] = [shown[name] ?? Number.NaN, expected[name]!]
        const sum = loaded.report?.sums.find(({ atom }) => atom === name)
        const left = sum === undefined ? 0 : sum.apart + sum.outvoted
        if (is + left !== should)
          say(`${name}: the product shows ${is}, the files say ${should}, the report leaves ${left} out`)
        return (
          `${name} ${is.toLocaleString('en')} of ` +
          `${should.toLocaleString('en')}${left > 0 ? ` (${left.toLocaleString('en')} quarantined)` : ''}`
        )
      })
      .join(', ')
  }

  let now = await drop(page, files, client, null)
  const tries = [
    now.state === 'ready' ? 'found by itself' : `asked: ${now.questions.map(({ code }) => code).join(', ')}`,
  ]
  await picture('1-found')
  if (set.format !== null && (now.state !== 'ready' || set.needsPreset === true)) {
    await button(page, 'Cancel import').click()
    await settledImport(page, now.id)
    now = await drop(page, files, client, set.format)
    tries.push(
      now.state === 'ready'
        ? `preset ${set.format}`
        : `preset ${set.format}: ${now.questions.map(({ code }) => code).join(', ')}`,
    )
    await picture('2-preset')
  }
  let row: Row = {
    set: set.name,
    tries: tries.join(' → '),
    lines: now.report?.lines ?? 0,
    taken: 0,
    sums: '',
    seconds: 0,
    memoryMb: 0,
    problems: own,
  }
  if (now.state === 'ready') {
    const loaded = await load(now)
    const seconds = (performance.now() - began) / 1000
    const sums = await compareSums(loaded)
    await page.reload()
    await picture('3-loaded')
    const link = page.getByRole('status').getByRole('link').first()
    await link.waitFor().catch(() => undefined)
    if ((await link.count()) > 0) {
      await link.click()
      await page.waitForSelector('[data-widget]', { timeout: MOVE_MS })
      await page.waitForFunction(
        () =>
          document.querySelector('[data-busy]') === null &&
          [...document.querySelectorAll('[data-widget] [data-state]')].every(
            (frame) => !['queued', 'loading'].includes(frame.getAttribute('data-state') ?? ''),
          ),
        undefined,
        { timeout: PATIENCE_MS },
      )
      await picture('4-looked-at')
      const failed = await page.locator('[data-widget] [data-state="failed"]').count()
      if (failed > 0) say(`${failed} widgets failed where the page leads to`)
    } else say('the report leads nowhere')
    await page.goto(`${IMPORT}/${loaded.id}`)
    await page.getByRole('button', { name: /^Undo/ }).first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
    const undone = await settledImport(page, loaded.id, 'loaded')
    if (undone.state !== 'undone') say(`was not taken back: ${undone.state}`)
    const clients = await ask<{ name: string }[]>(page, '/clients')
    if (clients.some(({ name }) => name === client)) say('its client is still there after it was taken back')
    const second = await drop(page, files, client, tries.length > 1 ? set.format : null)
    if (second.state === 'ready') {
      const again = await load(second)
      const after = await compareSums(again)
      if (after !== sums) say(`the second time: ${after}`)
    } else say(`refused the second time: ${second.questions.map(({ code }) => code).join(', ')}`)
    row = { ...row, lines: loaded.report?.lines ?? 0, taken: loaded.report?.taken ?? 0, sums, seconds }
  } else say('was not ready to be loaded')
  return { ...row, memoryMb: stopWatching(), problems: [...own, ...problems.splice(0)] }
}

if (!existsSync(DATA)) {
  console.error(`${DATA} is not there; set AFORO_DATA to the folder of the development data.`)
  process.exit(1)
}
if (options.pictures !== undefined) mkdirSync(options.pictures, { recursive: true })
const demo = await startDemo()
const browser = await launchChromium()
let isRight = true
try {
  const context = await browser.newContext({
    baseURL: demo.address,
    viewport: { width: 1440, height: 1000 },
    acceptDownloads: true,
  })
  context.setDefaultTimeout(MOVE_MS)
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  const answer = await page.request.post('/api/oauth/token', {
    headers: { username: 'admin', password: PASSWORD, grant_type: 'password' },
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  await page.addInitScript((given) => {
    localStorage.setItem('access_token', given)
    localStorage.setItem('aforo.locale', 'en')
  }, token)
  // The dashboards of transport are behind a flag that an administrator does not bypass.
  const admin = (await (
    await page.request.get('/api/me', { headers: { authorization: `Bearer ${token}` } })
  ).json()) as { id: number }
  await page.request.post('/api/auth/user/confirm', {
    headers: { authorization: `Bearer ${token}` },
    data: { password: PASSWORD },
  })
  const { username, role, loginType, flags, properties, clients, groups, macs } = (await (
    await page.request.get(`/api/users/${admin.id}`, { headers: { authorization: `Bearer ${token}` } })
  ).json()) as Record<string, unknown> & { flags: string[] }
  const changed = await page.request.put(`/api/users/${admin.id}`, {
    headers: { authorization: `Bearer ${token}` },
    data: { username, role, loginType, flags: [...flags, 'hasRenfeDash'], properties, clients, groups, macs },
  })
  if (!changed.ok()) throw new Error(`The right could not be given: ${changed.status()} ${await changed.text()}`)
  console.log(
    '| set | how it was read | lines | taken | shown, of what the files say | s until loaded | most MB of the server |',
  )
  console.log('|---|---|---:|---:|---|---:|---:|')
  for (const set of DATA_SETS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    if (!existsSync(join(DATA, set.folder))) {
      console.log(`| ${set.name} | not there | | | | | |`)
      continue
    }
    const row = await throughThePage(page, problems, set, demo.pid).catch((cause: unknown): Row => ({
      set: set.name,
      tries: '',
      lines: 0,
      taken: 0,
      sums: '',
      seconds: 0,
      memoryMb: 0,
      problems: [cause instanceof Error ? cause.message : String(cause), ...problems.splice(0)],
    }))
    console.log(
      `| ${row.set} | ${row.tries} | ${row.lines.toLocaleString('en')} | ${row.taken.toLocaleString('en')} | ` +
        `${row.sums} | ${row.seconds.toFixed(1)} | ${row.memoryMb} |`,
    )
    for (const problem of row.problems) {
      isRight = false
      console.log(`  WRONG ${row.set}: ${problem}`)
    }
  }
} finally {
  await browser.close()
  await demo.stop()
}
process.exit(isRight ? 0 : 1)
