/** Imports of files of any kind, with their history. */
import type { ServerModule } from '../../module.ts'
import { importRepo } from './repo.ts'
import { importPresetRepo } from './preset-repo.ts'
import type { ImportPresetsTable, ImportsTable } from './tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    imports: ImportsTable
    import_presets: ImportPresetsTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly imports: ReturnType<typeof importRepo>
    readonly importPresets: ReturnType<typeof importPresetRepo>
  }
}

export const importModule: ServerModule = {
  name: 'imports',
  repositories: { imports: importRepo, importPresets: importPresetRepo },
  start: () => import('./start.ts'),
}
