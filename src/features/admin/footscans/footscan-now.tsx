import { tableMoment } from '#domain/moment'
import type { FleetFootscan } from '#schemas/generated/entities/fleet-footscan.ts'
import { Button, Card, StatusDot, useUi } from '#ui'
import { ChartLineIcon } from '#ui/icons/index.tsx'
import { useState } from 'react'
import { useStates } from '../hubble/fleet-queries.ts'
import { PingsDialog } from '../hubble/pings-dialog.tsx'
import { DOTS } from './footscan-rows.ts'
import css from '../admin.module.css'

export function Now({ footscan: { id, client, mac, lastAt, createdAt, enabled } }: { footscan: FleetFootscan }) {
  const { t } = useUi()
  const state = useStates([client]).data?.find((one) => one.footscan === id)
  const [hasPings, setPings] = useState(false)
  const word = !enabled ? t('admin:enabled.no') : t(`fleet:status.${state?.status ?? 'unknown'}`)
  return (
    <Card title={t('fleet:now')}>
      <dl className={css.facts}>
        <dt>{t('fleet:status.label')}</dt>
        <dd>
          <StatusDot status={enabled && state !== undefined ? DOTS[state.status] : 'unknown'}>{word}</StatusDot>
        </dd>
        {enabled && state?.reason != null && (
          <>
            <dt>{t('fleet:status.reason')}</dt>
            <dd>{t(`fleet:health.${state.reason}`)}</dd>
          </>
        )}
        <dt>{t('fleet:lastAt')}</dt>
        <dd>{lastAt === null ? t('admin:never') : tableMoment(lastAt)}</dd>
        {createdAt !== null && (
          <>
            <dt>{t('fleet:createdAt')}</dt>
            <dd>{tableMoment(createdAt)}</dd>
          </>
        )}
      </dl>
      <div className={css.acts}>
        <Button icon={<ChartLineIcon />} onPress={() => setPings(true)}>
          {t('fleet:pings.open')}
        </Button>
      </div>
      {hasPings && <PingsDialog mac={mac} onClose={() => setPings(false)} />}
    </Card>
  )
}
