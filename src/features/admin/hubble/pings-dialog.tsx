/** The last messages of a MAC address: its last hours, and messages that no footscan could be found for. */
import { tableMoment } from '#domain/moment'
import type { MacPings } from '#schemas/generated/entities/mac-pings.ts'
import { Button, DataTable, Dialog, EmptyState, QueryState, SparkLine, type TableColumn, useUi } from '#ui'
import { ClockIcon } from '#ui/icons/index.tsx'
import { usePings } from './fleet-queries.ts'
import { reasonText } from './reason-text.ts'
import css from './hubble.module.css'

export function PingsDialog({ mac, onClose }: { mac: string; onClose: () => void }) {
  const { t } = useUi()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('fleet:pings.title', { mac })}
      actions={
        <Button kind="primary" onPress={onClose}>
          {t('fleet:close')}
        </Button>
      }
    >
      <QueryState of={usePings(mac)}>{(pings) => <Pings pings={pings} />}</QueryState>
    </Dialog>
  )
}

type Hour = MacPings['hours'][number]
type Knock = MacPings['knocks'][number]

function Pings({ pings: { lastAt, firstAt, messages, firmware, battery, hours, knocks, maker } }: { pings: MacPings }) {
  const { t, format } = useUi()
  const hourColumns: TableColumn<Hour>[] = [
    { id: 'at', label: t('fleet:pings.hour'), value: ({ at }) => tableMoment(at).slice(0, 16), isRowHeader: true },
    { id: 'pings', label: t('fleet:pings.pings'), value: (hour) => hour.pings, format: 'count' },
    { id: 'in', label: t('fleet:pings.in'), value: (hour) => hour.in, format: 'count' },
    { id: 'out', label: t('fleet:pings.out'), value: (hour) => hour.out, format: 'count' },
  ]
  const knockColumns: TableColumn<Knock>[] = [
    { id: 'at', label: t('fleet:pings.at'), value: ({ at }) => tableMoment(at), isRowHeader: true },
    { id: 'reason', label: t('fleet:quarantine.reason'), value: ({ reason }) => reasonText(reason, t) },
    { id: 'adapter', label: t('fleet:kind.label'), value: ({ adapter }) => adapter },
  ]
  if (lastAt === null && knocks.length === 0)
    return (
      <EmptyState icon={<ClockIcon size={20} />} title={t('fleet:pings.none')}>
        {t('fleet:pings.noneText')}
      </EmptyState>
    )
  const oldestFirst = hours.toReversed()
  return (
    <div className={css.stack}>
      <dl className={css.facts}>
        {maker !== null && (
          <>
            <dt>{t('fleet:maker.label')}</dt>
            <dd>{t(`fleet:maker.${maker}`)}</dd>
          </>
        )}
        <dt>{t('fleet:lastAt')}</dt>
        <dd>{lastAt === null ? t('admin:never') : tableMoment(lastAt)}</dd>
        {firstAt !== null && (
          <>
            <dt>{t('fleet:pings.firstAt')}</dt>
            <dd>{tableMoment(firstAt)}</dd>
          </>
        )}
        {lastAt !== null && (
          <>
            <dt>{t('fleet:pings.messages')}</dt>
            <dd>{format.exact(messages, 'count')}</dd>
          </>
        )}
        {firmware !== null && (
          <>
            <dt>{t('fleet:pings.firmware')}</dt>
            <dd>{firmware}</dd>
          </>
        )}
        {battery !== null && (
          <>
            <dt>{t('fleet:pings.battery')}</dt>
            <dd>{format.exact(battery / 100, 'percent')}</dd>
          </>
        )}
      </dl>
      {hours.length > 0 && (
        <div className={css.stack}>
          <h3 className={css.head}>{t('fleet:pings.hours')}</h3>
          {hours.length > 2 && (
            <div className={css.spark}>
              <SparkLine
                label={t('fleet:pings.hours')}
                values={oldestFirst.map((hour) => hour.pings)}
                width={436}
                height={48}
              />
            </div>
          )}
          <DataTable
            label={t('fleet:pings.hours')}
            columns={hourColumns}
            rows={hours}
            rowKey={({ at }) => at}
            maxHeight={240}
          />
        </div>
      )}
      {knocks.length > 0 && (
        <div className={css.stack}>
          <h3 className={css.head}>{t('fleet:pings.knocks')}</h3>
          <DataTable
            label={t('fleet:pings.knocks')}
            columns={knockColumns}
            rows={knocks}
            rowKey={({ at, reason }) => `${at}${reason}`}
            maxHeight={240}
          />
        </div>
      )}
    </div>
  )
}
