/** Dealerships of the automotive brands of the demo: two each, with every second local. */
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Repositories } from '../catalog.ts'
import { dealerships } from '../modules/dealerships/index.ts'
import type { AllClients } from '../lib/scope.ts'

const KINDS = [
  { name: 'Concesión Norte', zone: 'Norte' },
  { name: 'Concesión Sur', zone: 'Sur' },
] as const

export async function insertDemoDealerships(
  { resources, locals, localRecords }: Repositories,
  scope: AllClients,
  clients: readonly Client[],
  now: number,
): Promise<void> {
  for (const { id: client, name: brand, type } of clients) {
    if (type !== 'automotive') continue
    const own: number[] = []
    for (const [at, { name, zone }] of KINDS.entries()) {
      const draft = {
        name,
        client,
        code: `C-${at + 1}`,
        dealer: `${brand} ${zone}, S.L.`,
        region: 'España',
        zone,
        comment: '',
      }
      own.push(await resources.insert(dealerships.resource, scope, draft, now))
    }
    for (const [at, local] of (await locals.list(scope, { client })).entries())
      await localRecords.update(scope, local, { dealership_id: own[at % own.length] ?? null }, now)
  }
}
