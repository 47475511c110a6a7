/** The program itself: configuration, server, signals, and the messages at the start and at a failure. */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { claim, LEAVING_MS } from './claim.ts'
import { readConfig } from './lib/config.ts'
import { StartError } from './lib/errors.ts'
import { letComputingGiveWay } from './lib/give-way.ts'
import type { Running } from './start.ts'

/** When even what was cut off does not end. */
const LAST_MS = 10_000

async function run(): Promise<void> {
  // Everything this process writes is for the eyes of its user: hashes, counts, logs.
  process.umask(0o077)
  const {
    values: { demo = false },
  } = parseArgs({ options: { demo: { type: 'boolean' } } })
  const config = readConfig(process.env, demo ? 'demo' : 'production')
  const claimed = await claim(config, LEAVING_MS)
  // Read only now: a second server is refused before it has read all this.
  const { GRACE_MS, start } = await import('./start.ts')
  const running = await start({
    config,
    claimed,
    print: console.log,
    staticDir: resolve(import.meta.dirname, '../dist/app'),
    // Nothing may be written to the catalog any more. What is in the journal is counted after the next start.
    onTaken: (error) => {
      console.error(`${error.code}: ${error.message}`)
      process.exit(1)
    },
  })
  letComputingGiveWay()
  const longestMs = config.drainS * 1000 + GRACE_MS + LAST_MS
  process.once('SIGTERM', () => {
    stop(running, longestMs)
  })
  process.once('SIGINT', () => {
    stop(running, longestMs)
  })
  console.log(`Aforo listens on ${running.address}, for browsers at ${config.publicUrl}`)
  if (demo) await printLogins(config.publicUrl)
}

function stop(running: Running, longestMs: number): void {
  setTimeout(() => process.exit(1), longestMs).unref()
  running.close().then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
}

async function printLogins(publicUrl: string): Promise<void> {
  const { DEMO_PASSWORD, DEMO_USERS } = await import('./demo/index.ts')
  console.log(`\nDemo logins, all with the password ${DEMO_PASSWORD}`)
  for (const { name, about } of DEMO_USERS) console.log(`  ${name.padEnd(12)} ${about}`)
  console.log(`Mails of the demo: ${publicUrl}/api/demo/mailbox`)
}

/** Runs the server until it is stopped. An error at the start is printed, and the process ends with 1. */
export async function serve(): Promise<void> {
  try {
    await run()
  } catch (error) {
    // A known reason is printed in a line; anything else is a defect and keeps its stack.
    console.error(error instanceof StartError ? `${error.code}: ${error.message}` : error)
    process.exitCode = 1
  }
}

if (import.meta.main) await serve()
