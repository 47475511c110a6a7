/** A Chromium for tests, pictures and benches, wherever this runs. `node scripts/chromium.ts` prints which. */
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'
import { browserEnvironment, type FoundChromium, findChromium as find } from '../server/lib/chromium.ts'

/** Nothing is opened but our own pages, often as root, where Chromium has no sandbox. */
const OWN_PAGES = '--no-sandbox'

export async function findChromium(): Promise<FoundChromium> {
  const found = await find(process.env.CHROMIUM || null)
  return { ...found, args: [OWN_PAGES, ...found.args] }
}

/** Options for playwright, also for the provider of vitest's browser mode. */
export async function launchOptions(extra: LaunchOptions = {}): Promise<LaunchOptions> {
  const { executablePath, args, env } = await findChromium()
  return {
    headless: true,
    ...extra,
    executablePath,
    args: [...args, ...(extra.args ?? [])],
    env: { ...browserEnvironment({ env }), ...extra.env },
  }
}

/** Starts a browser; prints which one. Close it yourself. */
export async function launchChromium(extra: LaunchOptions = {}): Promise<Browser> {
  const { from, executablePath } = await findChromium()
  console.error(`chromium: ${executablePath} (${from})`)
  return chromium.launch(await launchOptions(extra))
}

if (import.meta.main) {
  const { executablePath, from } = await findChromium()
  const browser = await launchChromium()
  console.log(`${executablePath} (${from}), version ${browser.version()}`)
  await browser.close()
}
