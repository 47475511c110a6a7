/** An ingest on real throw-away stores, with one local that has a door and a street. For tests only. */
import type { Catalog } from '../../catalog.ts'
import { memoryCatalog } from '../../testing/catalog.ts'
import { createDuckDbFactStore } from '../../facts/duckdb/store.ts'
import type { SqlFactStore } from '../../facts/duckdb/sql-store.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { createIngest } from './ingest.ts'
import type { Ingest } from './ingest.ts'
import type { IngestOptions } from './options.ts'
import type { DeviceMessage, Reading } from './reading.ts'

export const NOW = Date.UTC(2026, 10, 20, 12)
export const MACS = ['00:00:00:00:00:01', '00:00:00:00:00:02', '00:00:00:00:00:03'] as const
export const FOREIGN = '00:00:00:00:00:99'

export interface TestIngest {
  readonly catalog: Catalog
  readonly facts: SqlFactStore
  readonly ingest: Ingest
  readonly clock: { time: number; now(): number }
  readonly client: number
  readonly local: number
  readonly errors: string[]
  /** Takes messages of the client, as `=`: they are read already. */
  send(messages: readonly DeviceMessage[], receivedAt?: number): ReturnType<Ingest['accept']>
  /** Rows of a statement, bigint as number. */
  rows(sql: string): Promise<unknown[][]>
  close(): Promise<void>
}

export const message = (
  device: string,
  readings: readonly Reading[],
  more: Partial<DeviceMessage> = {},
): DeviceMessage => ({ device, readings, unread: [], ...more })

export const minute = (
  start: number,
  ins: number | null,
  out: number | null,
  more: Partial<Extract<Reading, { kind: 'count' }>> = {},
): Reading => ({ kind: 'count', line: '', start, end: start + 60_000, in: ins, out, ...more })

/** Two devices at the door, one on the street, one of another client. */
export async function testIngest({
  timeZone = 'Europe/Madrid',
  path = ':memory:',
  catalog: given,
  ...options
}: Partial<IngestOptions> & { timeZone?: string; path?: string; catalog?: Catalog } = {}): Promise<TestIngest> {
  const clock = {
    time: NOW,
    now() {
      return this.time
    },
  }
  const catalog = given ?? (await memoryCatalog())
  const facts = await createDuckDbFactStore({ path, clock: () => clock.now() })
  if ((await catalog.clients.list(SYSTEM_SCOPE)).length === 0) await fill(catalog, timeZone)
  const [uno] = await catalog.clients.list(SYSTEM_SCOPE)
  const [shop] = await catalog.locals.list(SYSTEM_SCOPE, { client: uno?.id ?? 0 })
  const errors: string[] = []
  const note = (fields: object, text: string) => {
    errors.push(`${text} ${(fields as { err?: Error }).err?.message ?? ''}`)
  }
  const ingest = await createIngest({
    facts,
    devices: catalog.devices,
    clock,
    dataDir: null,
    secrets: { mac: (_use, text) => text },
    log: { warn: note, error: note },
    hasRoom: async () => true,
    ...options,
  })
  const client = uno?.id ?? 0
  return {
    catalog,
    facts,
    ingest,
    clock,
    client,
    local: shop?.id ?? 0,
    errors,
    send: (messages, receivedAt = clock.now()) =>
      ingest.accept({
        sender: { client, footscan: 0 },
        adapter: '=test',
        type: 'application/json',
        body: Buffer.from(JSON.stringify(messages)),
        messages,
        receivedAt,
      }),
    rows: async (sql) =>
      (await facts.read(sql)).map((row) => row.map((value) => (typeof value === 'bigint' ? Number(value) : value))),
    async close() {
      await ingest.close()
      await facts.close()
      if (given === undefined) await catalog.close()
    },
  }
}

async function fill({ clients, locals, areas, footscans }: Catalog, timeZone: string): Promise<void> {
  const { id: uno } = await clients.insert(SYSTEM_SCOPE, { name: 'Uno', type: 'basic' })
  const { id: dos } = await clients.insert(SYSTEM_SCOPE, { name: 'Dos', type: 'basic' })
  const shop = await locals.insert(SYSTEM_SCOPE, { type: 'store', timeZone, client: uno, name: 'Shop', code: 'S1' })
  const other = await locals.insert(SYSTEM_SCOPE, { type: 'store', timeZone, client: dos, name: 'Other', code: 'O1' })
  const door = await areas.insert(SYSTEM_SCOPE, { local: shop.id, name: 'Door' })
  const street = await areas.insert(SYSTEM_SCOPE, { local: shop.id, name: 'Street', zone: 'outside' })
  const foreign = await areas.insert(SYSTEM_SCOPE, { local: other.id, name: 'Door' })
  for (const [mac, area] of [
    [MACS[0], door.id],
    [MACS[1], door.id],
    [MACS[2], street.id],
    [FOREIGN, foreign.id],
  ] as const)
    await footscans.insert(SYSTEM_SCOPE, { area, mac })
}
