/** Data modules: which figures a client or a local has. */
import type { ServerModule } from '../../module.ts'
import { moduleRepo } from './repo.ts'

interface ClientModulesTable {
  client_id: number
  modules: string
}

interface LocalModulesTable {
  local_id: number
  modules: string
}

interface ModuleReturnsTable {
  local_id: number
  module: string
  /** Epoch ms. */
  at: number
}

declare module '../../db/tables.ts' {
  interface Tables {
    client_modules: ClientModulesTable
    local_modules: LocalModulesTable
    module_returns: ModuleReturnsTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly modules: ReturnType<typeof moduleRepo>
  }
}

export const dataModules: ServerModule = {
  name: 'modules',
  repositories: { modules: moduleRepo },
  start: () => import('./start.ts'),
}
