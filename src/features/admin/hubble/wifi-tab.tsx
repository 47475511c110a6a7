/** The Wi-Fi network of each node. */
import { DEFAULT_MAC } from '#domain/hubble'
import type { WifiConfig } from '#schemas/generated/entities/wifi-config.ts'
import { atMost, mandatory, type ResourceColumn, TextField, toasts, useForm, useUi } from '#ui'
import { useAdmin } from '../admin-frame.tsx'
import { atFields, EntryDialog, macRule } from './entry-dialog.tsx'
import { MacField } from './mac-field.tsx'
import { NO_PASSWORD, PasswordField, passwordOf } from './password-field.tsx'
import { useFleet } from './fleet-frame.tsx'
import { useFleetRefresh } from './fleet-queries.ts'
import { useHub } from './hub-queries.ts'
import { HubTable } from './hub-table.tsx'

export function WifiTab() {
  const { t } = useUi()
  const columns: ResourceColumn<WifiConfig>[] = [
    { attr: 'mac', label: t('fleet:mac') },
    { attr: 'ssid', label: t('fleet:ssid') },
    { attr: 'hasPassword', label: t('fleet:password'), type: 'BooleanCheck' },
    { attr: 'updatedAt', label: t('fleet:updatedAt'), type: 'Date' },
  ]
  return (
    <HubTable
      list="wifi"
      rows={useHub('wifi')}
      columns={columns}
      dialog={(entry, onClose) => <WifiDialog entry={entry} onClose={onClose} />}
    />
  )
}

export function WifiDialog({
  entry,
  mac,
  onClose,
}: {
  entry: WifiConfig | null
  /** Of a new one. */ mac?: string
  onClose: () => void
}) {
  const { t } = useUi()
  const { say } = useAdmin()
  const api = useFleet()
  const refresh = useFleetRefresh()
  const form = useForm({
    initial: { mac: entry?.mac ?? mac ?? DEFAULT_MAC, ssid: entry?.ssid ?? '', ...NO_PASSWORD },
    rules: { mac: [mandatory, macRule(t)], ssid: [mandatory, atMost(32)] },
    onSubmit: async (values) => {
      const content = { ssid: values.ssid.trim(), ...passwordOf(values) }
      const saved = await atFields(
        entry === null ? api.addWifi({ mac: values.mac, ...content }) : api.saveWifi(entry.mac, content),
        say,
      )
      toasts.success(t('admin:saved', { name: saved.mac }))
      onClose()
      await refresh()
    },
  })
  return (
    <EntryDialog
      title={t(entry === null ? 'fleet:hub.newTitle.wifi' : 'fleet:hub.editTitle.wifi')}
      form={form}
      onClose={onClose}
    >
      <MacField isFixed={entry !== null || mac !== undefined} {...form.field('mac')} />
      <TextField label={t('fleet:ssid')} isRequired maxLength={32} autoComplete="off" {...form.field('ssid')} />
      <PasswordField form={form} hasPassword={entry?.hasPassword ?? false} />
    </EntryDialog>
  )
}
