/** Opens both stores of a configuration, or none. */
import type { StoreConfig } from './lib/config.ts'
import type { Damages } from './lib/damages.ts'
import { catalogDamage } from './db/catalog-check.ts'
import { withoutPassword } from './db/catalog-lock.ts'
import { createCatalog, refuseNewerCatalog } from './open-catalog.ts'
import type { Catalog } from './catalog.ts'
import type { ServerOptions } from './open-catalog.ts'
import { StartError } from './lib/errors.ts'
import { createDuckDbFactStore } from './facts/duckdb/store.ts'
import type { Resources } from './facts/duckdb/open-file.ts'
import { FactsError } from './facts/errors.ts'
import type { SqlFactStore } from './facts/duckdb/sql-store.ts'

export interface Stores {
  readonly catalog: Catalog
  readonly facts: SqlFactStore
  close(): Promise<void>
}

/**
 * Throws StartError with what to do about it. @param resources what the facts may use of the machine; server see
 * `createCatalog`
 */
export async function openStores(
  config: StoreConfig,
  { resources, damages, server }: { resources?: Resources; damages?: Damages; server?: ServerOptions } = {},
): Promise<Stores> {
  // Neither store is brought up to date before both are known to be of this release or an earlier one.
  await reached(config, () => refuseNewerCatalog(config))
  const facts = await createDuckDbFactStore({
    path: config.factsUrl.slice('duckdb:'.length),
    ...(resources && { resources }),
    ...(damages && { damages }),
  }).catch((error: unknown) => {
    throw error instanceof FactsError ? new StartError(error.code, error.message, { cause: error }) : error
  })
  try {
    const onDamage = damages && catalogDamage({ catalogUrl: config.catalogUrl, damages, clock: Date.now })
    const catalog = await openCatalog(config, server && { ...server, ...(onDamage && { onDamage }) })
    return {
      catalog,
      facts,
      close: async () => {
        await facts.close()
        await catalog.close()
      },
    }
  } catch (error) {
    await facts.close()
    throw error
  }
}

/** The catalog alone: several processes of the command line may have it open, and one server. */
export const openCatalog = (config: Pick<StoreConfig, 'catalogUrl'>, server?: ServerOptions): Promise<Catalog> =>
  reached(config, () => createCatalog(config, server))

async function reached<T>(config: Pick<StoreConfig, 'catalogUrl'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StartError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(
      'CATALOG_UNREACHABLE',
      `The catalog at ${withoutPassword(config.catalogUrl)} could not be opened: ${reason}.`,
      { cause: error },
    )
  }
}
