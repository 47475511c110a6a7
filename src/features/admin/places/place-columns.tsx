import { tableDate } from '#domain/moment'
import type { Place } from '#schemas/generated/entities/place.ts'
import { type ResourceColumn, useUi } from '#ui'

export function useColumns(shown: Place['kind'], names: ReadonlyMap<number, string>): ResourceColumn<Place>[] {
  const { t } = useUi()
  const days: ResourceColumn<Place>[] = [
    { attr: 'hours', label: t('admin:places.has.hours'), type: 'Number' },
    { attr: 'firstDay', label: t('admin:places.from'), type: 'Date' },
    { attr: 'lastDay', label: t('admin:places.to'), type: 'Date' },
    { attr: 'footscans', label: t('admin:places.has.footscans'), type: 'Number' },
  ]
  if (shown === 'client') return [{ attr: 'name', label: t('admin:name') }, ...days]
  if (shown === 'area') {
    return [
      { attr: 'name', label: t('fleet:area') },
      { attr: 'local', label: t('fleet:local'), value: ({ local }) => names.get(local ?? 0) ?? '' },
      {
        attr: 'zone',
        label: t('admin:places.counts'),
        value: ({ zone }) => (zone === null ? '' : t(`fleet:zone.${zone}`)),
      },
      ...days,
    ]
  }
  return [
    { attr: 'name', label: t('fleet:local') },
    { attr: 'code', label: t('admin:places.code') },
    { attr: 'timeZone', label: t('admin:places.timeZone') },
    {
      attr: 'closedOn',
      label: t('admin:places.state'),
      value: ({ closedOn, closedBy }) =>
        closedOn === null
          ? t('admin:places.open')
          : t(closedBy === 'import' ? 'admin:places.closedByImport' : 'admin:places.closedOn', {
              day: tableDate(closedOn),
            }),
    },
    ...days,
  ]
}
