/** Settings that nodes run with, and those of the factory. Secrets inside are named, never shown. */
import { DEFAULT_MAC } from '#domain/hubble'
import { isSecretName } from '#domain/hubble-settings'
import type { NodeSettings } from '#schemas/generated/entities/node-settings.ts'
import { Badge, Checkbox, CheckboxGroup, mandatory, type ResourceColumn, TextField, toasts, useForm, useUi } from '#ui'
import { LockIcon } from '#ui/icons/index.tsx'
import { useAdmin } from '../admin-frame.tsx'
import { atFields, EntryDialog, macRule } from './entry-dialog.tsx'
import { MacField } from './mac-field.tsx'
import { useFleet } from './fleet-frame.tsx'
import { useFleetRefresh } from './fleet-queries.ts'
import { useHub } from './hub-queries.ts'
import { HubTable } from './hub-table.tsx'
import { readLines, settingsToSend, writeLines } from './setting-lines.ts'
import css from './hubble.module.css'

export type SettingsList = 'config' | 'factory'

function useColumns(): ResourceColumn<NodeSettings>[] {
  const { t } = useUi()
  return [
    { attr: 'mac', label: t('fleet:mac') },
    {
      attr: 'settings',
      label: t('fleet:settings.label'),
      type: 'StringArray',
      options: { most: 3 },
      value: ({ settings }) => Object.entries(settings).map(([name, value]) => `${name} = ${value}`),
    },
    { attr: 'hidden', label: t('fleet:settings.secrets'), type: 'StringArray', options: { most: 2 } },
    { attr: 'updatedAt', label: t('fleet:updatedAt'), type: 'Date' },
  ]
}

export function NodeConfigTab() {
  return (
    <HubTable
      list="config"
      rows={useHub('config')}
      columns={useColumns()}
      dialog={(entry, onClose) => <SettingsDialog list="config" entry={entry} onClose={onClose} />}
    />
  )
}

export function FactoryTab() {
  return (
    <HubTable
      list="factory"
      rows={useHub('factory')}
      columns={useColumns()}
      dialog={(entry, onClose) => <SettingsDialog list="factory" entry={entry} onClose={onClose} />}
    />
  )
}

export function SettingsDialog({
  list,
  entry,
  mac,
  onClose,
}: {
  list: SettingsList
  entry: NodeSettings | null
  /** Of a new one. */ mac?: string
  onClose: () => void
}) {
  const { t } = useUi()
  const { say } = useAdmin()
  const api = useFleet()
  const refresh = useFleetRefresh()
  const hidden = entry?.hidden ?? []
  const form = useForm({
    initial: {
      mac: entry?.mac ?? mac ?? DEFAULT_MAC,
      lines: writeLines(entry?.settings ?? {}),
      kept: [...hidden],
      overwrite: false,
    },
    rules: {
      mac: [mandatory, macRule(t)],
      lines: (text) => {
        const read = readLines(text)
        return 'wrong' in read ? t('fleet:settings.wrong', { line: read.wrong.slice(0, 60) }) : null
      },
    },
    onSubmit: async (values) => {
      const read = readLines(values.lines)
      if ('wrong' in read) return
      const settings = settingsToSend(read.settings, values.kept)
      const work =
        list === 'config'
          ? api.saveConfig(values.mac.trim(), { settings })
          : api.saveFactory({ config: { mac: values.mac, settings }, overwrite: entry !== null || values.overwrite })
      const saved = await atFields(work, say)
      toasts.success(t('admin:saved', { name: saved.mac }))
      onClose()
      await refresh()
    },
  })
  const read = readLines(form.values.lines)
  const secrets = 'wrong' in read ? [] : Object.keys(read.settings).filter(isSecretName)
  return (
    <EntryDialog
      title={t(`fleet:hub.${entry === null ? 'newTitle' : 'editTitle'}.${list}`)}
      form={form}
      onClose={onClose}
    >
      <MacField isFixed={entry !== null || mac !== undefined} {...form.field('mac')} />
      <div className={css.lines}>
        <TextField
          label={t('fleet:settings.label')}
          rows={8}
          help={t('fleet:settings.help')}
          {...form.field('lines')}
        />
      </div>
      {secrets.length > 0 && (
        <div className={css.badges}>
          <span>{t('fleet:settings.willHide')}</span>
          {secrets.map((name) => (
            <Badge key={name} tone="warn" icon={<LockIcon size={12} />}>
              {name}
            </Badge>
          ))}
        </div>
      )}
      {hidden.length > 0 && (
        <CheckboxGroup
          label={t('fleet:settings.keep')}
          help={t('fleet:settings.keepHelp')}
          options={hidden.map((name) => ({ id: name, label: name }))}
          value={form.values.kept}
          onChange={(kept) => form.set('kept', kept)}
          error={null}
        />
      )}
      {list === 'factory' && entry === null && (
        <Checkbox isSelected={form.values.overwrite} onChange={(on) => form.set('overwrite', on)}>
          {t('fleet:settings.overwrite')}
        </Checkbox>
      )}
    </EntryDialog>
  )
}
