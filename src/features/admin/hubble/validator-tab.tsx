/**
 * MAC addresses that wait to be seen: a list is pasted, each line gets its verdict, and the table says what has come
 * since.
 */
import type { MacValidation } from '#schemas/generated/entities/mac-validation.ts'
import { EmptyState, IconButton, type ResourceColumn, ResourceTable, useUi } from '#ui'
import { ChartLineIcon, CheckIcon, TrashIcon } from '#ui/icons/index.tsx'
import { useState } from 'react'
import { PATHS } from '../paths.ts'
import { useList } from '../use-list.ts'
import { useHub } from './hub-queries.ts'
import { useRemovingEntry } from './hub-table.tsx'
import { PingsDialog } from './pings-dialog.tsx'
import css from './hubble.module.css'
import { Paste } from './validator-paste.tsx'

const STATES = { heard: 'up', knocked: 'warn', waiting: 'closed' } as const

export function ValidatorTab() {
  const { t } = useUi()
  const rows = useHub('validator')
  const list = useList()
  const removing = useRemovingEntry()
  const [pinged, setPinged] = useState<string | null>(null)
  const columns: ResourceColumn<MacValidation>[] = [
    { attr: 'mac', label: t('fleet:mac') },
    {
      attr: 'state',
      label: t('fleet:validator.state'),
      type: 'FootState',
      value: ({ state }) => STATES[state],
      options: {
        names: {
          up: t('fleet:validator.heard'),
          warn: t('fleet:validator.knocked'),
          closed: t('fleet:validator.waiting'),
        },
      },
    },
    { attr: 'lastAt', label: t('fleet:lastAt'), type: 'Date' },
    {
      attr: 'maker',
      label: t('fleet:maker.label'),
      options: {
        names: {
          brickstream: t('fleet:maker.brickstream'),
          openmesh: t('fleet:maker.openmesh'),
          teltonika: t('fleet:maker.teltonika'),
        },
      },
    },
    {
      attr: 'footscan',
      label: t('fleet:footscan'),
      type: 'Link',
      value: ({ footscan }) => t(footscan === null ? 'fleet:footscans.add' : 'fleet:validator.known'),
      options: {
        href: ({ footscan, mac }) =>
          footscan === null ? `${PATHS.footscans.add}?mac=${mac}` : PATHS.footscans.edit(footscan),
      },
    },
    { attr: 'addedAt', label: t('fleet:validator.addedAt'), type: 'Date' },
  ]
  return (
    <div className={css.tab}>
      <p className={css.lead}>{t('fleet:hub.lead.validator')}</p>
      <Paste known={rows.data ?? []} />
      <ResourceTable
        label={t('fleet:hub.tab.validator')}
        columns={columns}
        rows={rows}
        rowKey={({ mac }) => mac}
        state={list.state}
        onStateChange={list.onStateChange}
        rowActions={({ mac }) => (
          <span className={css.rowActions}>
            <IconButton
              plain
              size="small"
              label={t('fleet:pings.label', { mac })}
              icon={<ChartLineIcon />}
              onPress={() => setPinged(mac)}
            />
            <IconButton
              plain
              size="small"
              label={t('admin:removeName', { name: mac })}
              icon={<TrashIcon />}
              onPress={() => void removing('validator', mac)}
            />
          </span>
        )}
        empty={
          <EmptyState icon={<CheckIcon size={20} />} title={t('fleet:hub.none.validator')}>
            {t('fleet:hub.noneValidatorText')}
          </EmptyState>
        }
      />
      {pinged !== null && <PingsDialog mac={pinged} onClose={() => setPinged(null)} />}
    </div>
  )
}
