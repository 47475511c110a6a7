import type { QuarantinedReading } from '#schemas/generated/entities/quarantined-reading.ts'
import { type ResourceColumn, useUi } from '#ui'
import { useMemo } from 'react'
import { useFleetList } from '../hubble/fleet-queries.ts'
import { reasonText } from '../hubble/reason-text.ts'
import { countsOf, whenOf } from './quarantine-rows.ts'

export function useColumns(withReleased: boolean): ResourceColumn<QuarantinedReading>[] {
  const { t, format } = useUi()
  const clients = useFleetList('clients').data
  const names = useMemo(() => new Map((clients ?? []).map(({ id, name }) => [id, name])), [clients])
  return [
    { attr: 'learntAt', label: t('fleet:quarantine.at'), type: 'Date' },
    { attr: 'device', label: t('fleet:quarantine.device') },
    { attr: 'reason', label: t('fleet:quarantine.reason'), value: (row) => reasonText(row.reason, t) },
    { attr: 'when', label: t('fleet:quarantine.when'), value: whenOf },
    {
      attr: 'counts',
      label: t('fleet:quarantine.counts'),
      value: (row) =>
        countsOf(row)
          .map(({ name, count }) => t(`fleet:quarantine.${name}`, { many: format.exact(count, 'count') }))
          .join(', '),
    },
    { attr: 'client', label: t('fleet:client'), value: ({ client }) => names.get(client) ?? `#${client}` },
    { attr: 'adapter', label: t('fleet:kind.label') },
    ...(withReleased ? [{ attr: 'releasedAt', label: t('fleet:quarantine.releasedAt'), type: 'Date' as const }] : []),
  ]
}
