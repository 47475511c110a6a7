/** How each node is reached over SSH, and its tunnel. */
import type { SshConfig } from '#schemas/generated/entities/ssh-config.ts'
import { type ResourceColumn, useUi } from '#ui'
import { useHub } from './hub-queries.ts'
import { HubTable } from './hub-table.tsx'
import { useTunnelToggle } from './use-tunnel-toggle.tsx'
import { SshDialog } from './ssh-dialog.tsx'

export function SshTab() {
  const { t } = useUi()
  const toggle = useTunnelToggle()
  const columns: ResourceColumn<SshConfig>[] = [
    { attr: 'mac', label: t('fleet:mac') },
    { attr: 'ip', label: t('fleet:ip') },
    { attr: 'port', label: t('fleet:port') },
    { attr: 'user', label: t('fleet:user') },
    { attr: 'hasPassword', label: t('fleet:password'), type: 'BooleanCheck' },
    { attr: 'proxyMobile', label: t('fleet:proxyMobile'), type: 'BooleanCheck' },
    {
      attr: 'tunnelEnabled',
      label: t('fleet:tunnel.label'),
      type: 'Boolean',
      toggle:
        ({ mac }) =>
        (on) =>
          toggle(mac, on),
    },
    { attr: 'updatedAt', label: t('fleet:updatedAt'), type: 'Date' },
  ]
  return (
    <HubTable
      list="ssh"
      rows={useHub('ssh')}
      columns={columns}
      dialog={(entry, onClose) => <SshDialog entry={entry} onClose={onClose} />}
    />
  )
}
