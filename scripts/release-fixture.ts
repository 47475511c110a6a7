/**
 * `node scripts/release-fixture.ts`: makes the data folder of a release with the code of this checkout, packed into
 * `tests/releases/VERSION`, from which `tests/releases/upgrade.test.ts` upgrades. Run it once for each release, with
 * the release's own code, and commit what it makes.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import about from '../package.json' with { type: 'json' }
import { SYSTEM_CLOCK } from '../server/lib/clock.ts'
import { importCommand } from '../server/cli/import.ts'
import { readConfig } from '../server/lib/config.ts'
import { hashPassword } from '../server/modules/session/password-hash.ts'
import { SYSTEM_SCOPE } from '../server/lib/scope.ts'
import { hashOf, newToken, secretsOf } from '../server/lib/secrets.ts'
import { sealedPlace } from '../server/db/sealed.ts'
import { start } from '../server/start.ts'
import { openStores } from '../server/stores.ts'

/** Only for these folders: nothing else is sealed with it. */
const KEY = 'Rel0-fixture-Xq7q0r8JwZ1mXk4T7vNc2bYh6LdPs9'
const PASSWORD = 'Release-Fixture-2026!'
const HOUR_MS = 3_600_000
const FIRST = Date.UTC(2026, 9, 28)
const DAYS = 8

const out = resolve(import.meta.dirname, '../tests/releases', about.version)
const folder = mkdtempSync(join(tmpdir(), 'aforo-release-'))
try {
  const config = readConfig(
    { DATA_DIR: folder, PORT: '0', SECRET_KEY: KEY, LOG_LEVEL: 'error', DRAIN_S: '0', NOTICE_MAIL: 'off' },
    'production',
  )
  const key = newToken()
  const stores = await openStores(config)
  const { catalog } = stores
  const { id: client } = await catalog.clients.insert(SYSTEM_SCOPE, { name: 'Release', type: 'basic' })
  const shops: string[] = []
  for (const [code, timeZone] of [
    ['R1', 'Europe/Madrid'],
    ['R2', 'America/Bogota'],
  ] as const) {
    const local = await catalog.locals.insert(SYSTEM_SCOPE, {
      client,
      name: `Shop ${code}`,
      code,
      type: 'store',
      timeZone,
    })
    const area = await catalog.areas.insert(SYSTEM_SCOPE, { local: local.id, name: 'Door' })
    const mac = `02:00:00:00:00:0${shops.length + 1}`
    await catalog.footscans.insert(SYSTEM_SCOPE, { area: area.id, mac })
    shops.push(mac)
  }
  await catalog.deviceKeys.insert(SYSTEM_SCOPE, {
    client,
    footscan: null,
    name: 'all',
    keyHash: hashOf(key),
    at: FIRST,
  })
  await catalog.users.insert(
    SYSTEM_SCOPE,
    {
      username: 'release@aforo.test',
      passwordHash: await hashPassword(PASSWORD),
      role: 'admin',
      flags: [],
      clients: [],
      properties: { demo: false },
    },
    FIRST,
  )
  await catalog.mails.add(FIRST, (id) => secretsOf(KEY).seal('{}', sealedPlace('mails.sealed', id)))
  const file = join(folder, 'counts.csv')
  const stage = join(folder, 'imports')
  mkdirSync(stage)
  writeFileSync(
    file,
    [
      'timestamp,door,ins',
      ...Array.from(
        { length: 48 },
        (_, i) => `${new Date(FIRST + i * HOUR_MS).toISOString().slice(0, 16).replace('T', ' ')},North,${i + 1}`,
      ),
    ].join('\n'),
  )
  await importCommand(
    [file, '--client', 'Imported', '--time-zone', 'Europe/Madrid', '--map', 'ts=timestamp,sensor=door,ins=ins'],
    {
      open: async () => ({ ...stores, now: SYSTEM_CLOCK.now(), loginDomain: config.loginDomain }),
      print: () => undefined,
      stages: () => stage,
    },
  )
  rmSync(file)

  const running = await start({ config })
  for (const mac of shops) {
    const readings = Array.from({ length: DAYS * 24 }, (_, i) => ({
      kind: 'count',
      start: FIRST + i * HOUR_MS,
      end: FIRST + (i + 1) * HOUR_MS,
      in: (i * 7) % 41,
      out: (i * 5) % 37,
    }))
    const reply = await fetch(`${running.address}/api/ingest/readings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-device-key': key },
      body: JSON.stringify({ mac, sequence: 1, readings }),
    })
    if (reply.status !== 202) throw new Error(`The server answered ${reply.status} ${await reply.text()}.`)
  }
  await running.app.ingest.applied()
  await running.close()

  const again = await openStores(config)
  const sums = await again.facts.read(
    'SELECT client, local, area, day, CAST(count(ins) AS DOUBLE), CAST(sum(ins) AS DOUBLE), CAST(sum(outs) AS ' +
      'DOUBLE) FROM traffic WHERE ins IS NOT NULL GROUP BY ALL ORDER BY ALL',
  )
  await again.facts.checkpoint()
  await again.close()

  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  let bytes = 0
  for (const name of readdirSync(folder).filter((one) => /^(catalog\.sqlite|facts\.duckdb)(-wal|\.wal)?$/.test(one))) {
    const packed = brotliCompressSync(readFileSync(join(folder, name)), {
      params: { [constants.BROTLI_PARAM_LGWIN]: 24 },
    })
    writeFileSync(join(out, `${name}.br`), packed)
    bytes += packed.length
  }
  const login = { key: KEY, username: 'release@aforo.test', password: PASSWORD }
  writeFileSync(
    join(out, 'expected.json'),
    `${JSON.stringify({ ...login, deviceKey: key, macs: shops, sums }, null, 1)}\n`,
  )
  console.log(`${out}: ${bytes} bytes, ${sums.length} sums`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
