/** The command that changes the key, killed again and again over 10,000 secrets while a server runs with both keys. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../server/lib/config.ts'
import { createCatalog } from '../../server/open-catalog.ts'
import type { Catalog } from '../../server/catalog.ts'
import { sealedPlace } from '../../server/db/sealed.ts'
import { admitKey } from '../../server/key-check.ts'
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { secretsOf } from '../../server/lib/secrets.ts'
import { start } from '../../server/start.ts'

const ROWS = 10_000
const KILLS = 4
/** Between two kills. */
const LEAST = 1500
const [OLD, NEXT] = ['Old-q0r8JwZ1mXk4T7vNc2bYh6LdPs9FgAeUiOx3Rt5W', 'Next-q0r8JwZ1mXk4T7vNc2bYh6LdPs9FgAeUiOx3Rt5W']
const both = { SECRET_KEY: NEXT, SECRET_KEY_OLD: OLD }
const clock = { now: () => Date.now() }
const hex = (value: number) => value.toString(16).padStart(2, '0').toUpperCase()
const macOf = (row: number) => `02:00:00:00:${hex(row >> 8)}:${hex(row & 255)}`

let folder: string
let catalog: Catalog
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'aforo-rotate-'))
  catalog = await createCatalog({ catalogUrl: `sqlite:${folder}/catalog.sqlite` })
  await catalog.transaction(async ({ hubble }) => {
    for (let row = 0; row < ROWS; row += 1) {
      const [mac, ssid] = [macOf(row), 'net']
      const password = secretsOf(OLD).seal(`Marker ${mac}`, sealedPlace('hubble_wifi.password', mac))
      await hubble.addWifi(SYSTEM_SCOPE, { mac, ssid, password, updated_at: 0 })
    }
  })
  await admitKey(catalog, secretsOf(OLD), clock)
}, 60_000)
afterAll(async () => {
  await catalog.close()
  rmSync(folder, { recursive: true, force: true })
})

const rows = () => catalog.hubble.wifi(SYSTEM_SCOPE)
const changed = async () => {
  const mark = `v1.${secretsOf(NEXT).keyIds[0]}.`
  return (await rows()).filter(({ password }) => password?.startsWith(mark)).length
}
const allReadable = async (key: string, old: readonly string[] = []) => {
  const secrets = secretsOf(key, old)
  return (await rows()).every(
    ({ mac, password }) => secrets.open(password!, sealedPlace('hubble_wifi.password', mac)) === `Marker ${mac}`,
  )
}
function rotate() {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/cli/user.ts', 'rotate-key'], {
    env: { PATH: process.env.PATH, DATA_DIR: folder, ...both },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  return { child, ended: once(child, 'close').then(([code]) => ({ code: code as number | null, said })) }
}

test('10,000 secrets are sealed anew over kills, are read with both keys at every moment, and in the end without the old one', async () => {
  const running = await start({
    config: readConfig({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent', DRAIN_S: '0', ...both }, 'production'),
  })
  const reached: number[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = await changed()
    const { child, ended } = rotate()
    // Some way further than the one before.
    while ((await changed()) < before + LEAST && child.exitCode === null) await pause(50 + Math.random() * 50)
    child.kill('SIGKILL')
    await ended
    reached.push(await changed())
    expect(await allReadable(NEXT, [OLD])).toBe(true)
    expect((await fetch(`${running.address}/api/health/ready`)).status).toBe(200)
  }
  expect(reached.toSorted((a, b) => a - b)).toEqual(reached)
  const [first = 0] = reached
  const last = reached.at(-1) ?? 0
  expect([first > 0, last < ROWS]).toEqual([true, true])
  expect(await rotate().ended).toEqual({
    code: 0,
    said:
      `${ROWS - last} secrets are sealed with SECRET_KEY now; SECRET_KEY_OLD is not needed any more once the ` +
      `server has started with both.\n`,
  })
  await running.close()
  expect(await allReadable(NEXT)).toBe(true)
  expect(await admitKey(catalog, secretsOf(NEXT), clock)).toEqual({ isRotating: false })
  console.info(`key rotated over kills at ${reached.join(', ')} of ${ROWS}`)
}, 120_000)
