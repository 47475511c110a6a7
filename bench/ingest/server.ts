/** One of the two servers of the bench: `plain` reads and validates the same body and answers; `ours` is the ingest. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { buildApp } from '../../server/app.ts'
import { SYSTEM_CLOCK } from '../../server/lib/clock.ts'
import { readConfig } from '../../server/lib/config.ts'
import { ref, sharedSchemas } from '../../server/plugins/schemas.ts'
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { hashOf, newToken } from '../../server/lib/secrets.ts'
import { openStores } from '../../server/stores.ts'

const [, , kind = 'plain'] = process.argv

if (kind === 'plain') {
  const app = fastify({ bodyLimit: 2 * 1024 * 1024, ajv: { customOptions: { allowUnionTypes: true } } })
  for (const schema of sharedSchemas()) app.addSchema(schema)
  app.post<{ Body: { readings?: unknown[] } }>(
    '/api/ingest/readings',
    {
      schema: {
        body: ref('api/ingest-readings'),
        response: {
          202: { type: 'object', properties: { received: { type: 'integer' }, refused: { type: 'array' } } },
        },
      },
    },
    async (request, reply) => reply.code(202).send({ received: request.body.readings?.length ?? 0, refused: [] }),
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  console.log(`ready ${typeof address === 'object' && address !== null ? address.port : 0} none`)
  process.once('SIGTERM', () => process.exit(0))
} else {
  const folder = mkdtempSync(join(tmpdir(), 'aforo-bench-ingest-'))
  const config = readConfig(
    { DATA_DIR: folder, PORT: '0', SECRET_KEY: 'Xq7-q0r8JwZ1mXk4T7vNc2bYh6LdPs9FgAeUi', LOG_LEVEL: 'error' },
    'production',
  )
  const stores = await openStores(config)
  const { catalog } = stores
  const { id: client } = await catalog.clients.insert(SYSTEM_SCOPE, { name: 'Bench', type: 'basic' })
  const local = await catalog.locals.insert(SYSTEM_SCOPE, {
    client,
    name: 'Shop',
    code: 'S',
    type: 'store',
    timeZone: 'Europe/Madrid',
  })
  for (let device = 0; device <= 60; device += 1) {
    const area = await catalog.areas.insert(SYSTEM_SCOPE, { local: local.id, name: `Door ${device}` })
    await catalog.footscans.insert(SYSTEM_SCOPE, {
      area: area.id,
      mac: `02:00:00:00:00:${device.toString(16).padStart(2, '0').toUpperCase()}`,
    })
  }
  const key = newToken()
  await catalog.deviceKeys.insert(SYSTEM_SCOPE, { client, footscan: null, name: 'bench', keyHash: hashOf(key), at: 0 })
  // One key represents many: the quota of a key is not what is measured.
  const app = await buildApp({
    config,
    ...stores,
    clock: SYSTEM_CLOCK,
    quotas: { device: { perS: 1e6, burst: 1e6 }, client: { perS: 1e6, burst: 1e6 } },
  })
  const { ingest } = app
  process.on('message', () => {
    void ingest.applied().then(() => process.send?.('applied'))
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  console.log(`ready ${typeof address === 'object' && address !== null ? address.port : 0} ${key}`)
  process.once('SIGTERM', () => {
    void app
      .close()
      .then(() => stores.close())
      .then(() => {
        rmSync(folder, { recursive: true, force: true })
        process.exit(0)
      })
  })
}
