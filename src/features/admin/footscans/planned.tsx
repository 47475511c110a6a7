/** Suggestions from the pre-setups of a local: its devices and its areas. */
import type { Presetup } from '#schemas/generated/entities/presetup.ts'
import { Button, useUi } from '#ui'
import { useQuery } from '@tanstack/react-query'
import { useAdmin } from '../admin-frame.tsx'
import { listKey } from '../resource/list-hooks.tsx'
import css from './footscans.module.css'

export interface PlannedDevice {
  readonly id: string
  readonly position: string
}

/** @param local null = none is chosen: nothing is asked */
export function usePlanned(local: number | null): {
  readonly devices: readonly PlannedDevice[]
  readonly areas: readonly string[]
} {
  const { api } = useAdmin()
  const { data = [] } = useQuery({
    queryKey: listKey('presetups'),
    queryFn: ({ signal }) => api.entries<Presetup, object>('presetup', 'presetup/list').list(signal),
    enabled: local !== null,
  })
  const own = local === null ? [] : data.filter((setup) => setup.local === local)
  return { devices: own.flatMap(({ footscans }) => footscans), areas: own.flatMap(({ areas }) => areas) }
}

interface PlannedDevicesProps {
  devices: readonly PlannedDevice[]
  chosen: string
  onChoose: (device: PlannedDevice) => void
}

export function PlannedDevices({ devices, chosen, onChoose }: PlannedDevicesProps) {
  const { t } = useUi()
  const others = devices.filter(({ id }) => id !== chosen)
  if (others.length === 0) return null
  return (
    <div className={css.planned} role="group" aria-label={t('fleet:planned')}>
      <span>{t('fleet:planned')}</span>
      {others.map((device) => (
        <Button key={device.id} size="small" onPress={() => onChoose(device)}>
          {[device.id, device.position].filter((one) => one !== '').join(' · ')}
        </Button>
      ))}
    </div>
  )
}
