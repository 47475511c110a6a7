/**
 * The product's server on 500 stores with 168 days of counts, 12 hours a day; says its address and a token of a person
 * who may upload.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../server/lib/config.ts'
import { createBatch } from '../../server/facts/batch.ts'
import { expectedLocals } from '../../server/modules/opening-hours/expected-locals.ts'
import { hashPassword } from '../../server/modules/session/password-hash.ts'
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { start } from '../../server/start.ts'
import { openStores } from '../../server/stores.ts'
import { BENCH, codeOf, FIRST_DAY, HOURS } from './data.ts'

const folder = mkdtempSync(join(tmpdir(), 'aforo-bench-uploads-'))
const config = readConfig(
  {
    DATA_DIR: folder,
    PORT: '0',
    SECRET_KEY: 'Xq7-q0r8JwZ1mXk4T7vNc2bYh6LdPs9FgAeUi',
    LOG_LEVEL: 'error',
    NOTICE_MAIL: 'off',
  },
  'production',
)
const stores = await openStores(config)
const passwordHash = await hashPassword(BENCH.password)
await stores.catalog.transaction(async ({ clients, locals, areas, openingHours, users }) => {
  const { id: client } = await clients.insert(SYSTEM_SCOPE, { name: 'Bench', type: 'basic' })
  for (let n = 0; n < BENCH.stores; n += 1) {
    const { id: local } = await locals.insert(SYSTEM_SCOPE, {
      client,
      name: `Store ${n}`,
      code: codeOf(n),
      type: 'store',
      timeZone: 'UTC',
      openedOn: new Date(FIRST_DAY * 86_400_000).toISOString().slice(0, 10),
    })
    await areas.insert(SYSTEM_SCOPE, { local, name: 'Door' })
    await openingHours.insertMany(
      SYSTEM_SCOPE,
      [1, 2, 3, 4, 5, 6, 7].map((weekDay) => ({ local, weekDay, opening: '10:00', closing: '21:59' })),
    )
  }
  await users.insert(
    SYSTEM_SCOPE,
    {
      username: BENCH.user,
      passwordHash,
      role: 'basic',
      flags: ['canUpload', 'canDownload'],
      clients: [client],
      properties: {},
    },
    Date.now(),
  )
})
const locals = await expectedLocals(stores.catalog)
for (let from = 0; from < BENCH.days; from += 14) {
  const batch = createBatch(locals.length * 14 * HOURS.length)
  for (let day = FIRST_DAY + from; day < FIRST_DAY + Math.min(BENCH.days, from + 14); day += 1) {
    for (const { client, local, areas } of locals) {
      for (const hour of HOURS) {
        const at = batch.length++
        const ins = 20 + ((local * 37 + day * 11 + hour * 5) % 60)
        for (const [column, value] of Object.entries({
          client,
          local,
          area: areas[0] ?? 0,
          day,
          hour,
          fold: 0,
          instant: day * 86_400 + hour * 3600,
          ins,
          visits: ins,
        }))
          batch[column as 'ins'][at] = value
      }
    }
  }
  const { quarantined } = await stores.facts.upsertBatch(batch, 'bench')
  if (quarantined > 0) throw new Error(`${quarantined} made rows were quarantined; all were expected to be good.`)
}
await stores.facts.checkpoint()
await stores.close()
const running = await start({ config })
console.log(`ready ${running.address}`)
process.once('SIGTERM', () => {
  void running.close().then(() => {
    rmSync(folder, { recursive: true, force: true })
    process.exit(0)
  })
})
