/** Opens both stores of a configuration, or none. */
import type { StoreConfig } from './config.ts'
import { createCatalog, refuseNewerCatalog } from './db/catalog.ts'
import type { Catalog } from './db/catalog.ts'
import { StartError } from './errors.ts'
import { createDuckDbFactStore } from './facts/duckdb-store.ts'
import { FactsError } from './facts/errors.ts'
import type { FactStore } from './facts/store.ts'

export interface Stores { readonly catalog: Catalog; readonly facts: FactStore; close(): Promise<void> }

/** Throws StartError with what to do about it. @param memory what the facts may hold, see `openConnections` */
export async function openStores(config: StoreConfig, { memory }: { memory?: string } = {}): Promise<Stores> {
  // Neither store is brought up to date before both are known to be of this release or an earlier one.
  await reachCatalog(config, refuseNewerCatalog)
  const facts = await createDuckDbFactStore({ path: config.factsUrl.slice('duckdb:'.length), ...(memory !== undefined && { memory }) })
    .catch((error: unknown) => { throw error instanceof FactsError ? new StartError(error.code, error.message, { cause: error }) : error })
  try {
    const catalog = await openCatalog(config)
    return { catalog, facts, close: async () => { await facts.close(); await catalog.close() } }
  } catch (error) {
    await facts.close()
    throw error
  }
}

/** The catalog alone, for the command line: several processes may have it open. */
export const openCatalog = (config: Pick<StoreConfig, 'catalogUrl'>): Promise<Catalog> => reachCatalog(config, createCatalog)

async function reachCatalog<T>(config: Pick<StoreConfig, 'catalogUrl'>, work: (config: Pick<StoreConfig, 'catalogUrl'>) => Promise<T>): Promise<T> {
  try {
    return await work(config)
  } catch (error) {
    if (error instanceof StartError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError('CATALOG_UNREACHABLE', `The catalog at ${withoutPassword(config.catalogUrl)} could not be opened: ${reason}.`, { cause: error })
  }
}

const withoutPassword = (url: string) => url.replace(/\/\/[^@/]*@/, '//')
