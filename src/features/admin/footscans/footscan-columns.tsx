import { FOOTSCAN_KINDS } from '#domain/hubble'
import { type ResourceColumn, useUi } from '#ui'
import { DOTS, type FootscanRow, nameOf } from './footscan-rows.ts'

export function useColumns(): ResourceColumn<FootscanRow>[] {
  const { t } = useUi()
  return [
    { attr: 'name', label: t('admin:name'), value: nameOf },
    { attr: 'mac', label: t('fleet:mac') },
    { attr: 'localName', label: t('fleet:local'), isLong: true },
    { attr: 'clientName', label: t('fleet:client'), isLong: true },
    {
      attr: 'state',
      label: t('fleet:status.label'),
      type: 'FootState',
      value: ({ enabled, state }) => (state === null ? (enabled ? 'unknown' : 'disabled') : DOTS[state.status]),
      options: {
        names: {
          up: t('fleet:status.UP'),
          down: t('fleet:status.DOWN'),
          closed: t('fleet:status.CLOSED'),
          disabled: t('admin:enabled.no'),
          unknown: t('fleet:status.unknown'),
        },
      },
    },
    {
      attr: 'reason',
      label: t('fleet:status.reason'),
      isLong: true,
      value: ({ state }) => (state?.reason == null ? null : t(`fleet:health.${state.reason}`)),
    },
    { attr: 'lastAt', label: t('fleet:lastAt'), type: 'Date' },
    {
      attr: 'kind',
      label: t('fleet:kind.label'),
      isLong: true,
      options: { names: Object.fromEntries(FOOTSCAN_KINDS.map((one) => [one, t(`fleet:kind.${one}`)])) },
    },
    { attr: 'hasKey', label: t('fleet:key.has'), type: 'BooleanCheck' },
    { attr: 'enabled', label: t('fleet:enabled'), type: 'BooleanCheck' },
  ]
}
