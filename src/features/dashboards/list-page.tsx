/** The dashboards one makes, may copy or is shown. */
import { Button, EmptyState, LinkButton, Page, ResourceTable, SegmentedControl, Select, useUi } from '#ui'
import { ChartBarIcon, FolderIcon, GridIcon, TableIcon, UploadIcon } from '#ui/icons/index.tsx'
import type { DashboardFolder } from '#schemas/generated/entities/dashboard-folder.ts'
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { pathsOf, useDashboards } from './frame.tsx'
import { ListCards } from './list-cards.tsx'
import { ListDialogs, type Open } from './list-dialogs.tsx'
import { type Row, SHOWS, useColumns, useRows } from './list-rows.ts'
import { ProvisionedNotice } from './provisioned-notice.tsx'
import { RowMenu } from './row-menu.tsx'
import { useDashboardList, useFolders, useList } from './use-dashboards.ts'
import css from './dashboards.module.css'

const VIEWS = ['cards', 'table'] as const

export function ListPage() {
  const { t } = useUi()
  const frame = useDashboards()
  const { area } = frame
  const table = useList()
  const [search, setSearch] = useSearchParams()
  const list = useDashboardList()
  const [open, setOpen] = useState<Open>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string | number>>(new Set())
  const shared = useFolders().data
  const paths = pathsOf(area)
  const view = VIEWS.find((one) => one === search.get('view')) ?? (area === 'admin' ? 'table' : 'cards')
  const keep = (key: string, value: string | null) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        next.delete('page')
        if (value === null || value === '') next.delete(key)
        else next.set(key, value)
        return next
      },
      { replace: true },
    )
  const shown = SHOWS.find((one) => one === search.get('show')) ?? null

  const rows = useRows(list, shown)
  const columns = useColumns()
  const menuOf = (row: Row) => <RowMenu row={row} frame={frame} onOpen={setOpen} />

  const filter = (
    <div className={css.filter}>
      <Select
        label=""
        emptyLabel={t('dashboard:show.all')}
        value={shown}
        options={SHOWS.map((id) => ({ id, label: t(`dashboard:show.${id}`) }))}
        onChange={(value) => keep('show', value)}
      />
    </div>
  )
  const tools = (
    <>
      <SegmentedControl
        label={t('dashboard:view.label')}
        size="small"
        value={view}
        onChange={(value) => keep('view', value)}
        segments={[
          { id: 'cards', label: t('dashboard:view.cards'), icon: <GridIcon />, iconOnly: true },
          { id: 'table', label: t('dashboard:view.table'), icon: <TableIcon />, iconOnly: true },
        ]}
      />
      <Button icon={<UploadIcon />} onPress={() => setOpen({ kind: 'import' })}>
        {t('dashboard:action.import')}
      </Button>
    </>
  )
  const empty = (
    <EmptyState
      icon={<ChartBarIcon size={20} />}
      title={t('dashboard:none')}
      action={
        <LinkButton kind="primary" size="small" href={paths.add}>
          {t('dashboard:action.new')}
        </LinkButton>
      }
    >
      {t('dashboard:noneText')}
    </EmptyState>
  )
  return (
    <Page
      title={t(`dashboard:${area}.title`)}
      note={t(`dashboard:${area}.note`)}
      {...(area === 'admin' && { back: { href: '/users/admin', label: t('admin:title') } })}
    >
      {area === 'admin' && <ProvisionedNotice />}
      {view === 'table' ? (
        <ResourceTable
          label={t(`dashboard:${area}.title`)}
          columns={columns}
          rows={{ ...list, data: rows }}
          rowKey={({ id }) => id}
          linkTo={(row) => (row.mayEdit ? paths.edit(row.id) : paths.view(row.id))}
          addTo={paths.add}
          addLabel={t('dashboard:action.new')}
          state={table.state}
          onStateChange={table.onStateChange}
          errorText={frame.say}
          tools={tools}
          filters={filter}
          rowActions={menuOf}
          empty={empty}
          selected={chosen}
          onSelectedChange={setChosen}
          bulkActions={<MoveMany of={rows?.filter(({ id }) => chosen.has(id)) ?? []} onOpen={setOpen} />}
        />
      ) : (
        <ListCards
          list={{ ...list, data: rows }}
          text={search.get('text') ?? ''}
          onText={(value) => keep('text', value)}
          isFiltered={shown !== null}
          filter={filter}
          tools={tools}
          empty={empty}
          menuOf={menuOf}
        />
      )}
      <ListDialogs
        open={open}
        folders={folderNames(list.data, shared)}
        onMoved={() => setChosen(new Set())}
        onClose={() => setOpen(null)}
      />
    </Page>
  )
}

function MoveMany({ of, onOpen }: { of: readonly Row[]; onOpen: (open: Open) => void }) {
  const { t } = useUi()
  return (
    <Button icon={<FolderIcon />} onPress={() => onOpen({ kind: 'move', of })}>
      {t('dashboard:move.action')}
    </Button>
  )
}

/** Shared ones first, which others may see, then those that dashboards are filed in. */
const folderNames = (
  all: readonly Dashboard[] | undefined,
  shared: readonly DashboardFolder[] | undefined,
): readonly string[] => [
  ...new Set([
    ...(shared?.filter(({ mayEdit }) => mayEdit).map(({ name }) => name) ?? []),
    ...(all?.flatMap(({ folder }) => folder ?? []) ?? []),
  ]),
]
