/** Settings of nodes, and their factory configuration. Secrets in it are sealed. */
import { splitSettings } from '#domain/hubble-settings'
import type { SplitSettings } from '#domain/hubble-settings'
import type { FactoryConfigDraft } from '#schemas/generated/api/factory-config-draft.ts'
import type { NodeConfigDraft } from '#schemas/generated/api/node-config-draft.ts'
import type { NodeSettings } from '#schemas/generated/entities/node-settings.ts'
import type { Catalog, Repositories } from '../../catalog.ts'
import { sealedPlace } from '../../db/sealed.ts'
import type { Row } from '../../db/tables.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { byMac } from './by-mac.ts'
import { entryTaken, removal, type Recorder } from './entry.ts'
import { requireMac } from './mac-param.ts'
import type { SettingsKind } from './repo.ts'

interface SettingsParts {
  readonly catalog: Pick<Catalog, 'hubble'>
  readonly secrets: Pick<Secrets, 'seal' | 'open'>
  readonly record: Recorder
}

const toSettings = ({ mac, settings, hidden, updated_at: updatedAt }: Row<'hubble_settings'>): NodeSettings => ({
  mac,
  settings: JSON.parse(settings) as Record<string, string>,
  hidden: JSON.parse(hidden) as string[],
  updatedAt,
})

export function settingsService({ catalog, secrets, record }: SettingsParts) {
  const placeOf = (kind: SettingsKind, mac: string) => sealedPlace('hubble_settings.sealed', kind, mac)

  function storedOf(row: Row<'hubble_settings'> | undefined): SplitSettings {
    if (row === undefined) return { open: {}, secret: {} }
    return {
      open: toSettings(row).settings,
      secret:
        row.sealed === null
          ? {}
          : (JSON.parse(secrets.open(row.sealed, placeOf(row.kind as SettingsKind, row.mac))) as Record<
              string,
              string
            >),
    }
  }

  const putSettings =
    (
      scope: Scope,
      kind: SettingsKind,
      mac: string,
      settings: Readonly<Record<string, string | null>>,
      overwrite: boolean,
    ) =>
    async (
      { hubble }: Repositories,
      at: number,
    ): Promise<{ answer: NodeSettings; details: Record<string, unknown> }> => {
      const before = await hubble.settingsOf(scope, kind, mac)
      if (before !== undefined && !overwrite) throw entryTaken(kind, mac)
      const { open, secret } = splitSettings(settings, storedOf(before))
      const hidden = Object.keys(secret).toSorted()
      const sealedText = hidden.length === 0 ? null : secrets.seal(JSON.stringify(secret), placeOf(kind, mac))
      await hubble.putSettings(scope, {
        kind,
        mac,
        settings: JSON.stringify(open),
        hidden: JSON.stringify(hidden),
        sealed: sealedText,
        updated_at: at,
      })
      return {
        answer: { mac, settings: open, hidden, updatedAt: at },
        details: { settings: Object.keys(open).toSorted(), hidden },
      }
    }

  return {
    nodeConfigs: async (scope: Scope) => byMac((await catalog.hubble.settings(scope, 'node')).map(toSettings)),
    factoryConfigs: async (scope: Scope) => byMac((await catalog.hubble.settings(scope, 'factory')).map(toSettings)),

    /** Throws MAC_INVALID. */
    putNodeConfig(scope: Scope, text: string, { settings }: NodeConfigDraft): Promise<NodeSettings> {
      const mac = requireMac(text)
      return record(scope, 'nodeConfig.save', mac, putSettings(scope, 'node', mac, settings, true))
    },

    removeNodeConfig(scope: Scope, text: string): Promise<void> {
      const mac = requireMac(text)
      return record(
        scope,
        'nodeConfig.remove',
        mac,
        removal('node', mac, (hubble) => hubble.removeSettings(scope, 'node', mac)),
      )
    },

    /** Throws MAC_INVALID, and NODE_ENTRY_TAKEN without `overwrite`. */
    putFactoryConfig(
      scope: Scope,
      { config: { mac: text, settings }, overwrite = false }: FactoryConfigDraft,
    ): Promise<NodeSettings> {
      const mac = requireMac(text)
      return record(scope, 'factoryConfig.save', mac, putSettings(scope, 'factory', mac, settings, overwrite))
    },

    removeFactoryConfig(scope: Scope, text: string): Promise<void> {
      const mac = requireMac(text)
      return record(
        scope,
        'factoryConfig.remove',
        mac,
        removal('factory', mac, (hubble) => hubble.removeSettings(scope, 'factory', mac)),
      )
    },
  }
}
