/**
 * `node scripts/docs-pictures.ts [DATA]`: the pictures of README.md and docs/real-counts.md, made by the product
 * itself. DATA is the folder of the public counts (AFORO_DATA or ../shared/data by default); without it only the
 * README's picture is made.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser } from 'playwright-core'
import { launchChromium } from './chromium.ts'
import { type DemoServer, startDemo } from './demo-server.ts'

const root = resolve(import.meta.dirname, '..')
const out = join(root, 'docs/pictures')
const data = process.argv[2] ?? process.env.AFORO_DATA ?? resolve(root, '../shared/data')
const USER = 'analyst@aforo.test'
const DEMO_PASSWORD = 'Demo-2026-aforo!'

interface Picture {
  name: string
  client?: string
  periods?: { comparing: [string, string]; reference: [string, string] }
  theme?: 'light' | 'dark'
  height: number
}

const SETS = [
  { folder: 'melbourne-pedestrian', client: 'City of Melbourne', format: 'melbourne' },
  { folder: 'dublin-footfall-2023', client: 'Dublin City', format: 'dublin' },
]

const REAL: readonly Picture[] = [
  {
    name: 'melbourne-decembers',
    client: 'City of Melbourne',
    periods: { comparing: ['2013-12-01', '2013-12-31'], reference: ['2012-12-01', '2012-12-31'] },
    height: 1650,
  },
  {
    name: 'dublin-summer',
    client: 'Dublin City',
    periods: { comparing: ['2023-07-01', '2023-07-31'], reference: ['2023-06-01', '2023-06-30'] },
    height: 1650,
  },
]

function importSet({ folder, client, format }: (typeof SETS)[number], dataDir: string): void {
  const from = join(data, folder)
  const { status } = spawnSync(
    process.execPath,
    [
      'server/cli/import.ts',
      join(from, 'counts_hourly.csv.gz'),
      '--client',
      client,
      '--format',
      format,
      '--sensors',
      join(from, 'sensors.csv'),
      '--grant',
      USER,
      '--data-dir',
      dataDir,
    ],
    { cwd: root, stdio: 'inherit' },
  )
  if (status !== 0) throw new Error(`The import of ${folder} ended with ${status}.`)
}

async function shoot(browser: Browser, { address }: DemoServer, picture: Picture): Promise<void> {
  const answer = await fetch(`${address}/api/oauth/token`, {
    method: 'POST',
    headers: { username: USER, password: DEMO_PASSWORD, grant_type: 'password' },
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  const ask = async <T>(path: string) =>
    (await fetch(`${address}${path}`, { headers: { access_token: token } })).json() as Promise<T>
  const me = await ask<{ id: number }>('/api/me')
  const clients = await ask<{ id: number; name: string }[]>('/api/clients')
  const client = clients.find(({ name }) => name === picture.client)
  const periods =
    picture.periods &&
    (([a, b], [c, d]) => ({
      option: {
        type: 'default',
        key: 'customPeriods',
        name: 'customPeriods',
        values: { comparing: { begin: a, end: b }, reference: { begin: c, end: d } },
      },
      comparing: { begin: a, end: b, name: 'custom' },
      reference: { begin: c, end: d, name: 'customReference' },
    }))(picture.periods.comparing, picture.periods.reference)

  const page = await browser.newPage({
    viewport: { width: 1440, height: picture.height },
    colorScheme: picture.theme ?? 'light',
  })
  await page.addInitScript(
    ([key, value, stored]) => {
      localStorage.setItem('access_token', key)
      localStorage.setItem('aforo.locale', 'en')
      if (stored !== null) localStorage.setItem(value, stored)
    },
    [
      token,
      `aforo.filter/${me.id}/foot-compare/periods`,
      periods === undefined ? null : JSON.stringify(periods),
    ] as const,
  )
  await page.goto(
    `${address}/users/foot/dashboards/view/foot-compare${client === undefined ? '' : `?client=${client.id}`}`,
  )
  await page.waitForSelector('[data-widget]')
  await page.waitForFunction(() => document.querySelector('[data-state="queued"],[data-state="loading"]') === null)
  await page.waitForTimeout(1200)
  await page.screenshot({ path: join(out, `${picture.name}.png`) })
  console.log(`docs/pictures/${picture.name}.png`)
  await page.close()
}

await mkdir(out, { recursive: true })
const dataDir = await mkdtemp(join(tmpdir(), 'aforo-docs-'))
const browser = await launchChromium()
try {
  let server = await startDemo({ dataDir })
  await shoot(browser, server, { name: 'compare', height: 1000 })
  await shoot(browser, server, { name: 'compare-dark', height: 1000, theme: 'dark' })
  await server.stop()
  if (existsSync(data)) {
    for (const set of SETS) importSet(set, dataDir)
    server = await startDemo({ dataDir })
    for (const picture of REAL) await shoot(browser, server, picture)
    await server.stop()
  }
} finally {
  await browser.close()
  await rm(dataDir, { recursive: true, force: true })
}
