/** The alerts of the locals: open ones first, each with its figure and the link to the dashboard. */
import { Button, EmptyState, IconButton, LinkButton, Popover, type ResourceColumn, ResourceTable, useUi } from '#ui'
import { useState } from 'react'
import { BellIcon, ChartBarIcon, InfoIcon } from '#ui/icons/index.tsx'
import { useAlerts } from './alerts-frame.tsx'
import { AcknowledgeDialog, FollowUpMenu } from './follow-up.tsx'
import { FigurePanel } from './figure-panel.tsx'
import { FILTERS, HistoryFilters } from './history-filters.tsx'
import { useHistory, useList } from './use-alert-data.ts'
import { type Row, useHistoryRows } from './use-history-rows.ts'
import css from './alerts.module.css'

export function HistoryTab() {
  const { t } = useUi()
  const list = useList()
  const history = useHistory()
  const rows = useHistoryRows(history.data, list)
  const columns: ResourceColumn<Row>[] = [
    {
      attr: 'shownState',
      label: t('alerts:column.state'),
      type: 'FootState',
      options: {
        names: { down: t('alerts:state.open'), up: t('alerts:state.solved'), closed: t('alerts:state.switchedOff') },
      },
    },
    { attr: 'openedAt', label: t('alerts:column.opened'), type: 'Date' },
    { attr: 'localName', label: t('alerts:column.local') },
    { attr: 'what', label: t('alerts:column.what'), isLong: true },
    ...(rows?.some(({ mark }) => mark !== '') === true
      ? [{ attr: 'mark', label: t('alerts:column.mark'), isLong: true } as const]
      : []),
  ]
  const [chosen, setChosen] = useState<ReadonlySet<string | number>>(new Set())
  const [isTaking, setTaking] = useState(false)
  const open = rows?.filter((row) => chosen.has(row.id) && isUntaken(row)).map(({ id }) => id) ?? []
  const isFiltered = FILTERS.some((name) => list.filter(name) !== null)
  return (
    <>
      <ResourceTable
        label={t('alerts:tab.history')}
        columns={columns}
        rows={{ ...history, data: rows }}
        rowKey={({ id }) => id}
        state={list.state}
        onStateChange={list.onStateChange}
        filters={<HistoryFilters list={list} />}
        rowActions={(row) => <RowActions row={row} />}
        selected={chosen}
        onSelectedChange={setChosen}
        bulkActions={
          <Button size="small" isDisabled={open.length === 0} onPress={() => setTaking(true)}>
            {t('alerts:act.acknowledge')}
          </Button>
        }
        empty={
          isFiltered ? (
            <EmptyState
              icon={<BellIcon size={20} />}
              title={t('alerts:history.noneLeft')}
              action={
                <Button
                  size="small"
                  onPress={() => list.setFilters(Object.fromEntries(FILTERS.map((name) => [name, null])))}
                >
                  {t('alerts:history.clear')}
                </Button>
              }
            />
          ) : (
            <EmptyState icon={<BellIcon size={20} />} title={t('alerts:history.none')}>
              {t('alerts:history.noneText')}
            </EmptyState>
          )
        }
      />
      {isTaking && (
        <AcknowledgeDialog
          ids={open}
          onClose={() => {
            setTaking(false)
            setChosen(new Set())
          }}
        />
      )}
    </>
  )
}

const isUntaken = ({ state, acknowledged }: Row) => state === 'open' && acknowledged === null

/** The figure that an alert rests on, and the way to the dashboard that shows it. */
function RowActions({ row }: { row: Row }) {
  const { t } = useUi()
  const { dashboardOf } = useAlerts()
  const href = dashboardOf(row)
  const name = [row.localName, row.kindName].filter((part) => part !== '').join(', ')
  return (
    <span className={css.actions}>
      {isUntaken(row) && <FollowUpMenu alert={row} name={name} />}
      <Popover
        placement="bottom end"
        label={t('alerts:history.figure', { name })}
        trigger={<IconButton plain size="small" label={t('alerts:history.figure', { name })} icon={<InfoIcon />} />}
      >
        <FigurePanel alert={row} title={row.kindName} store={row.localName} />
      </Popover>
      {href !== undefined && (
        <LinkButton
          kind="quiet"
          size="small"
          href={href}
          icon={<ChartBarIcon />}
          aria-label={t('alerts:history.dashboard', { name: row.localName })}
        >
          {''}
        </LinkButton>
      )}
    </span>
  )
}
