import { DEFAULT_MAC } from '#domain/hubble'
import type { SshConfig } from '#schemas/generated/entities/ssh-config.ts'
import { atMost, Checkbox, mandatory, matches, NumberField, TextField, toasts, useForm, useUi } from '#ui'
import { useAdmin } from '../admin-frame.tsx'
import { atFields, EntryDialog, macRule } from './entry-dialog.tsx'
import { MacField } from './mac-field.tsx'
import { NO_PASSWORD, PasswordField, passwordOf } from './password-field.tsx'
import { useFleet } from './fleet-frame.tsx'
import { useFleetRefresh } from './fleet-queries.ts'
import css from './hubble.module.css'

const ADDRESS = /^[0-9A-Za-z][0-9A-Za-z.:-]*$/

type Known = Pick<SshConfig, 'mac' | 'ip' | 'port' | 'user' | 'hasPassword' | 'tunnelEnabled' | 'proxyMobile'>

export function SshDialog({
  entry,
  mac,
  onClose,
}: {
  entry: Known | null
  /** Of a new one. */ mac?: string
  onClose: () => void
}) {
  const { t } = useUi()
  const { say } = useAdmin()
  const api = useFleet()
  const refresh = useFleetRefresh()
  const form = useForm({
    initial: {
      mac: entry?.mac ?? mac ?? DEFAULT_MAC,
      ip: entry?.ip ?? '',
      port: entry === null ? 22 : entry.port,
      user: entry?.user ?? '',
      tunnelEnabled: entry?.tunnelEnabled ?? false,
      proxyMobile: entry?.proxyMobile ?? false,
      ...NO_PASSWORD,
    },
    rules: {
      mac: [mandatory, macRule(t)],
      ip: [mandatory, matches(ADDRESS, t('fleet:ip'))],
      user: [mandatory, atMost(64)],
    },
    onSubmit: async (values) => {
      const { ip, port, user, tunnelEnabled, proxyMobile } = values
      const content = { ip: ip.trim(), port, user: user.trim(), tunnelEnabled, proxyMobile, ...passwordOf(values) }
      const saved = await atFields(
        entry === null ? api.addSsh({ mac: values.mac, ...content }) : api.saveSsh(entry.mac, content),
        say,
      )
      toasts.success(t('admin:saved', { name: saved.mac }))
      onClose()
      await refresh()
    },
  })
  return (
    <EntryDialog
      title={t(entry === null ? 'fleet:hub.newTitle.ssh' : 'fleet:hub.editTitle.ssh')}
      form={form}
      onClose={onClose}
    >
      <MacField isFixed={entry !== null || mac !== undefined} {...form.field('mac')} />
      <div className={css.pair}>
        <TextField
          label={t('fleet:ip')}
          isRequired
          maxLength={253}
          autoComplete="off"
          help={t('fleet:ipHelp')}
          {...form.field('ip')}
        />
        <NumberField
          label={t('fleet:port')}
          min={1}
          max={65_535}
          step={1}
          format={{ useGrouping: false }}
          {...form.field('port')}
        />
      </div>
      <TextField label={t('fleet:user')} isRequired maxLength={64} autoComplete="off" {...form.field('user')} />
      <PasswordField form={form} hasPassword={entry?.hasPassword ?? false} />
      <Checkbox isSelected={form.values.tunnelEnabled} onChange={(on) => form.set('tunnelEnabled', on)}>
        {t('fleet:tunnel.wanted')}
      </Checkbox>
      <Checkbox isSelected={form.values.proxyMobile} onChange={(on) => form.set('proxyMobile', on)}>
        {t('fleet:proxyMobileHelp')}
      </Checkbox>
    </EntryDialog>
  )
}
