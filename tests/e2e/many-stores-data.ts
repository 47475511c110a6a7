/**
 * A brand of 300 stores with two years of daily counts, written as real counts are: a catalog, the checks of an upsert,
 * the rows of missing hours. Each store counts in one hour of the day, so there is one row a day and store; a second
 * brand has a few stores.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { readConfig } from '../../server/lib/config.ts'
import type { Repositories } from '../../server/catalog.ts'
import { createBatch, type TrafficBatch } from '../../server/facts/batch.ts'
import { expectedLocals } from '../../server/modules/opening-hours/expected-locals.ts'
import { type ExpectedLocal } from '../../server/facts/expected.ts'
import { hashPassword } from '../../server/modules/session/password-hash.ts'
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { start } from '../../server/start.ts'
import { openStores } from '../../server/stores.ts'
import { settled } from './browser.ts'

export const STORES = 300
export const DAYS = 730
export const OTHER_STORES = 20
/** UTC, so that the hour of a day is its instant. */
const HOUR = 12
const USER = 'chain'
const DAY_MS = 86_400_000

export interface ManyStores {
  readonly address: string
  readonly user: string
  readonly password: string
  /** Last day with counts, days since 1970-01-01. */
  readonly lastDay: number
  /** Rows that are stored, one per store and day. */
  readonly rows: number
  /** One line per answer, as the server writes them. */
  readonly log: string[]
  stop(): Promise<void>
}

/** Makes the data in a folder of their own and starts a server on them, in this process, with the built page. */
export async function startManyStores(): Promise<ManyStores> {
  const dataDir = await mkdtemp(join(tmpdir(), 'aforo-many-stores-'))
  const password = randomBytes(12).toString('base64')
  const config = readConfig(
    { DATA_DIR: dataDir, PORT: '0', SECRET_KEY: randomBytes(48).toString('base64'), NOTICE_MAIL: 'off' },
    'production',
  )
  const log: string[] = []
  const lastDay = Math.floor(Date.now() / DAY_MS) - 1
  try {
    const rows = await fill(config, password, lastDay)
    const running = await start({
      config,
      staticDir: resolve(import.meta.dirname, '../../dist/app'),
      logStream: {
        write: (line) => {
          log.push(line)
        },
      },
    })
    return {
      address: running.address,
      user: USER,
      password,
      lastDay,
      rows,
      log,
      async stop() {
        await running.close()
        await rm(dataDir, { recursive: true, force: true })
      },
    }
  } catch (cause) {
    await rm(dataDir, { recursive: true, force: true })
    throw cause
  }
}

/** Signs in, and opens Compare on all stores, the last 365 days against the 365 before. The page speaks English. */
export async function openTwoYears(page: Page, { address, user, password, lastDay }: ManyStores): Promise<void> {
  await page.goto(`${address}/login`)
  await page.locator('input[name="username"]').fill(user)
  await page.locator('input[name="password"]').fill(password)
  await page.locator('button[type="submit"]').click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  // A new account reads the terms first.
  await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.goto(`${address}/users/foot/dashboards/view/foot-compare`)
  await settled(page)
  await page.locator('[data-param="periods"] button').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Custom periods' }).click()
  const parts = dialog.getByRole('spinbutton')
  for (const [field, fromDay] of [
    [0, lastDay - 364],
    [6, lastDay - 729],
  ] as const) {
    await parts.nth(field).focus()
    for (const day of [fromDay, fromDay + 364]) await page.keyboard.type(typed(day))
  }
  await dialog.getByRole('button', { name: 'Apply' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
}

/** DDMMYYYY, as it is typed into an English date. */
function typed(day: number): string {
  const [year, month, date] = new Date(day * DAY_MS).toISOString().slice(0, 10).split('-') as [string, string, string]
  return `${date}${month}${year}`
}

async function fill(config: Parameters<typeof openStores>[0], password: string, lastDay: number): Promise<number> {
  const { catalog, facts, close } = await openStores(config)
  try {
    const passwordHash = await hashPassword(password)
    await catalog.transaction(async (repositories) => {
      const chain = await brand(repositories, 'Cadena', STORES, lastDay)
      const other = await brand(repositories, 'Otra', OTHER_STORES, lastDay)
      await repositories.users.insert(
        SYSTEM_SCOPE,
        {
          username: `${USER}@${config.loginDomain}`,
          passwordHash,
          role: 'basic',
          flags: ['footCompare'],
          clients: [chain, other],
          properties: { lang: 'en' },
        },
        Date.now(),
      )
    })
    const locals = await expectedLocals(catalog)
    const batch = createBatch(locals.length * DAYS)
    for (let day = lastDay - DAYS + 1; day <= lastDay; day++) for (const local of locals) append(batch, local, day)
    const { accepted, quarantined } = await facts.upsertBatch(batch, 'many stores')
    if (quarantined > 0)
      throw new Error(`${quarantined} of ${batch.length} made rows were quarantined; all were expected to be good.`)
    await facts.rollForward({ nowMs: Date.now(), locals })
    await facts.checkpoint()
    return accepted
  } finally {
    await close()
  }
}

/** A client and its stores, open for one hour a day. */
async function brand(
  { clients, locals, areas, openingHours }: Repositories,
  name: string,
  stores: number,
  lastDay: number,
): Promise<number> {
  const { id: client } = await clients.insert(SYSTEM_SCOPE, { name, type: 'basic' })
  for (let n = 1; n <= stores; n++) {
    const { id: local } = await locals.insert(SYSTEM_SCOPE, {
      client,
      name: `${name} ${String(n).padStart(3, '0')}`,
      code: `${name}-${n}`,
      type: 'store',
      timeZone: 'UTC',
      openedOn: new Date((lastDay - DAYS + 1) * DAY_MS).toISOString().slice(0, 10),
    })
    await areas.insert(SYSTEM_SCOPE, { local, name: 'Entrada' })
    await openingHours.insertMany(
      SYSTEM_SCOPE,
      [1, 2, 3, 4, 5, 6, 7].map((weekDay) => ({ local, weekDay, opening: `${HOUR}:00`, closing: `${HOUR}:59` })),
    )
  }
  return client
}

/** Counts that agree with each other and differ by store, weekday and season. */
function append(batch: TrafficBatch, { client, local, areas, timeZone }: ExpectedLocal, day: number): void {
  if (timeZone !== 'UTC') throw new Error(`The stores are in ${timeZone}; UTC was expected.`)
  const i = batch.length++
  const ins =
    200 + ((local * 37 + day * 11) % 97) + 60 * (day % 7) + Math.round(80 * Math.sin((day * 2 * Math.PI) / 365))
  const bounces = Math.floor(ins / 5)
  const visits = ins - bounces
  const [short, middle, long] = [Math.floor(ins * 0.4), Math.floor(ins * 0.3), Math.floor(ins * 0.2)]
  const known = Math.floor(visits * 0.5)
  const part = (share: number) => Math.floor(known * share)
  const row = {
    client,
    local,
    area: areas[0] ?? 0,
    day,
    hour: HOUR,
    fold: 0,
    instant: day * 86_400 + HOUR * 3600,
    far: ins * 8,
    fro: ins * 3,
    ins,
    bounces,
    visits,
    tickets: Math.floor(visits / 4),
    insTimeS: ins * 480,
    visitTimeS: visits * 600,
    insInRange0: short,
    insInRange1: middle,
    insInRange2: long,
    insInRange3: ins - short - middle - long,
    identifiedVisits: known,
    localRepRange0: part(0.1),
    localRepRange1: part(0.08),
    localRepRange2: part(0.06),
    localRepRange3: part(0.04),
    clientRepRange0: part(0.12),
    clientRepRange1: part(0.1),
    clientRepRange2: part(0.08),
    clientRepRange3: part(0.06),
  }
  for (const [column, value] of Object.entries(row)) batch[column as keyof typeof row][i] = value
}
