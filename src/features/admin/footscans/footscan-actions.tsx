/** Actions on a footscan of the list. */
import { confirmAndRun, IconButton, Menu, type MenuAction, toasts, useUi } from '#ui'
import { EditIcon, ChartLineIcon, LinkIcon, LockIcon, MoreIcon, RefreshIcon, TrashIcon } from '#ui/icons/index.tsx'
import { useState } from 'react'
import { useAdmin } from '../admin-frame.tsx'
import { useFleet } from '../hubble/fleet-frame.tsx'
import { useFleetRefresh } from '../hubble/fleet-queries.ts'
import { PingsDialog } from '../hubble/pings-dialog.tsx'
import { PATHS } from '../paths.ts'
import { type FootscanRow, nameOf } from './footscan-rows.ts'
import { draftOf, valuesOf } from './footscan-values.ts'

export function FootscanActions({ row }: { row: FootscanRow }) {
  const { t } = useUi()
  const { say } = useAdmin()
  const api = useFleet()
  const refresh = useFleetRefresh()
  const removing = useRemovingFootscan()
  const [hasPings, setPings] = useState(false)
  const name = nameOf(row)
  const label = t('admin:actionsOf', { name })
  const run = (work: Promise<unknown>, done: string) =>
    work
      .then(
        () => {
          toasts.success(done)
        },
        (cause: unknown) => {
          toasts.error(say(cause))
        },
      )
      .then(refresh)
  const plug = (plugged: boolean) =>
    run(api.plug(row.mac, plugged), t(plugged ? 'fleet:demo.plugged' : 'fleet:demo.unplugged', { name }))
  const enable = (enabled: boolean) =>
    run(
      api.saveFootscan(row.id, draftOf({ ...valuesOf(row), enabled })),
      t(enabled ? 'fleet:footscans.enabled' : 'fleet:footscans.disabled', { name }),
    )
  const actions: MenuAction[] = [
    { id: 'edit', label: t('admin:edit'), icon: <EditIcon />, href: PATHS.footscans.edit(row.id) },
    { id: 'pings', label: t('fleet:pings.open'), icon: <ChartLineIcon />, onAction: () => setPings(true) },
    ...(row.plugged === null
      ? []
      : [
          {
            id: 'plug',
            label: t(row.plugged ? 'fleet:demo.unplug' : 'fleet:demo.plug'),
            hint: t('fleet:demo.hint'),
            icon: <LinkIcon />,
            onAction: () => void plug(row.plugged !== true),
          },
        ]),
    {
      id: 'enabled',
      label: t(row.enabled ? 'fleet:footscans.disable' : 'fleet:footscans.enable'),
      icon: row.enabled ? <LockIcon /> : <RefreshIcon />,
      onAction: () => void enable(!row.enabled),
    },
    { id: 'remove', label: t('admin:remove'), icon: <TrashIcon />, isDanger: true, onAction: () => void removing(row) },
  ]
  return (
    <>
      <Menu
        label={label}
        placement="bottom end"
        trigger={<IconButton plain size="small" label={label} icon={<MoreIcon />} />}
        actions={actions}
      />
      {hasPings && <PingsDialog mac={row.mac} onClose={() => setPings(false)} />}
    </>
  )
}

/**
 * Removes a footscan after the question of the specification; one that has counted is refused with the reason. `leave`
 * runs once it is gone.
 */
export function useRemovingFootscan(): (
  footscan: { readonly id: number; readonly name: string; readonly mac: string },
  leave?: () => void,
) => Promise<void> {
  const { t } = useUi()
  const { say } = useAdmin()
  const api = useFleet()
  const refresh = useFleetRefresh()
  return async (footscan, leave) => {
    const answer = await confirmAndRun({
      question: t('fleet:footscans.removeQuestion', { name: nameOf(footscan) }),
      isDanger: true,
      confirmLabel: t('admin:remove'),
      errorText: say,
      run: () => api.removeFootscan(footscan.id),
    })
    if (answer !== 'done') return
    leave?.()
    await refresh()
  }
}
