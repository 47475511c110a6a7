import { DATA_MODULES, effectiveModules, enabledModules, withDefaults } from '#domain/data-modules'
import type { DataModule, ModuleMap } from '#domain/data-modules'
import type { UnitParams } from '#schemas/generated/api/unit-params.ts'
import type { ModulesConfig } from '#schemas/generated/entities/modules-config.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog, Repositories } from '../../catalog.ts'
import type { Scope } from '../../lib/scope.ts'
import type { ClientService } from '../clients/service.ts'
import type { LocalService } from '../locals/service.ts'

interface Parts {
  catalog: Pick<Catalog, 'modules' | 'transaction'>
  clients: ClientService
  locals: LocalService
  clock: Clock
}

/** Which data modules a client or a local has. A local without a word of its own has those of its client. */
export function moduleService({ catalog, clients, locals, clock }: Parts) {
  /** Throws CLIENT_NOT_FOUND or LOCAL_NOT_FOUND for what the caller may not see. */
  async function config(scope: Scope, { type, unit }: UnitParams): Promise<ModulesConfig> {
    if (type === 'client') {
      await clients.find(scope, unit)
      return { modules: effectiveModules(await catalog.modules.ofClient(scope, unit)) }
    }
    const { client } = await locals.find(scope, unit)
    return {
      modules: effectiveModules(
        await catalog.modules.ofClient(scope, client),
        await catalog.modules.ofLocal(scope, unit),
      ),
    }
  }

  /** The modules of each of these locals of a client. */
  async function heldBy(repo: Repositories['modules'], scope: Scope, client: number, ids: readonly number[]) {
    const [ofClient, ofLocals] = [await repo.ofClient(scope, client), await repo.ofLocals(scope, client)]
    return new Map(ids.map((id) => [id, effectiveModules(ofClient, ofLocals.get(id))]))
  }

  return {
    config,

    /** The modules that are on. Throws as `config`. */
    async list(scope: Scope, unit: UnitParams): Promise<DataModule[]> {
      return enabledModules((await config(scope, unit)).modules)
    },

    /**
     * Replaces the map. Of a client, missing modules that have a default are filled in with it. Gives what holds now.
     * Throws as `config`.
     */
    async save(scope: Scope, unit: UnitParams, modules: ModuleMap): Promise<ModulesConfig> {
      await config(scope, unit)
      const client = unit.type === 'client' ? unit.unit : (await locals.find(scope, unit.unit)).client
      const ids = unit.type === 'client' ? await locals.idsOfClient(scope, client) : [unit.unit]
      await catalog.transaction(async ({ modules: repo, audit }) => {
        const before = await heldBy(repo, scope, client, ids)
        const saved = unit.type === 'client' ? withDefaults(modules) : modules
        await (unit.type === 'client'
          ? repo.saveClient(scope, unit.unit, saved)
          : repo.saveLocal(scope, unit.unit, saved))
        // Alerts do not judge the days without a module: they ask when it came back.
        for (const [local, now] of await heldBy(repo, scope, client, ids)) {
          const back = DATA_MODULES.filter((module) => now[module] === true && before.get(local)?.[module] !== true)
          for (const module of back) await repo.saveReturn(scope, local, module, clock.now())
        }
        await audit.append(scope, {
          action: 'modules.change',
          target: `${unit.type} ${unit.unit}`,
          details: { modules: saved },
          at: clock.now(),
        })
      })
      return config(scope, unit)
    },
  }
}

export type ModuleService = ReturnType<typeof moduleService>
