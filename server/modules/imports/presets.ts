/** Formats by name: ours, and settings that were saved as one. */
import type { ImportPreset } from '#schemas/generated/entities/import-preset.ts'
import type { ImportPresetDraft } from '#schemas/generated/api/import-preset-draft.ts'
import type { ImportSettings } from '#schemas/generated/entities/import-settings.ts'
import type { Catalog } from '../../catalog.ts'
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { SYSTEM_SCOPE, type Scope } from '../../lib/scope.ts'
import type { ClientService } from '../clients/service.ts'
import { FIGURE_FORMATS } from './reading/figures/formats.ts'
import { MINUTE_FORMATS } from './reading/minute-formats.ts'
import { PRESETS } from './reading/preset.ts'
import type { StoredImport } from './repo.ts'

interface Parts {
  readonly catalog: Catalog
  readonly clients: ClientService
  readonly clock: Clock
}

/** A built-in format has its name, with any lines. */
const isOurs = (format: string) => PRESETS.has(format) || FIGURE_FORMATS.has(format) || MINUTE_FORMATS.has(format)

/** @returns the settings of an import, with those of the saved format it names beneath them */
export async function withPreset(
  catalog: Catalog,
  { settings, client }: Pick<StoredImport, 'settings' | 'client'>,
): Promise<ImportSettings> {
  if (settings.format == null || isOurs(settings.format)) return settings
  const saved = (await catalog.importPresets.list(SYSTEM_SCOPE))
    .filter(({ name, client: of }) => name === settings.format && (of === null || of === client))
    .toSorted((a) => (a.client === null ? 1 : -1))
  if (saved[0] === undefined) return settings
  const said = Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  )
  return { ...saved[0].settings, ...said, format: saved[0].settings.format ?? null }
}

export function importPresets({ catalog, clients, clock }: Parts) {
  return {
    /** Ours, then those that were saved, as the caller may see them. */
    async presets(scope: Scope): Promise<ImportPreset[]> {
      const ours = [...PRESETS.values(), ...MINUTE_FORMATS.values(), ...FIGURE_FORMATS.values()].map(
        ({ name, about }): ImportPreset => ({ id: null, name, about, client: null, settings: { format: name } }),
      )
      return [...ours, ...(await catalog.importPresets.list(scope))]
    },

    /** Throws ADMIN_REQUIRED, CLIENT_NOT_FOUND, NAME_TAKEN. */
    async savePreset(scope: Scope, { name, client, settings }: ImportPresetDraft): Promise<ImportPreset> {
      if (client === null && scope.role !== 'admin')
        throw new AppError('ADMIN_REQUIRED', 'Only an administrator may save a format for every client.')
      if (client !== null) await clients.find(scope, client)
      if (isOurs(name.trim()))
        throw new AppError('NAME_TAKEN', `There is a built-in format named ${name.trim()}; choose another name.`)
      const { client: _client, newClient: _new, ...kept } = settings
      return catalog.transaction(async ({ locks, importPresets, audit }) => {
        await locks.hold('importPresets', client ?? 0)
        const saved = await importPresets.save(
          scope,
          { name: name.trim(), client, settings: { ...kept, format: isOurs(kept.format ?? '') ? kept.format! : null } },
          clock.now(),
        )
        await audit.append(scope, {
          action: 'importPreset.save',
          target: `import preset ${saved.id}`,
          details: { name: saved.name, client },
          at: clock.now(),
        })
        return saved
      })
    },

    /** Throws IMPORT_PRESET_NOT_FOUND. */
    async removePreset(scope: Scope, id: number): Promise<void> {
      await catalog.transaction(async ({ importPresets, audit }) => {
        if (!(await importPresets.remove(scope, id)))
          throw new AppError(
            'IMPORT_PRESET_NOT_FOUND',
            `There is no saved format ${id} among those this account may change.`,
            { preset: id },
          )
        await audit.append(scope, {
          action: 'importPreset.remove',
          target: `import preset ${id}`,
          details: {},
          at: clock.now(),
        })
      })
    },
  }
}
