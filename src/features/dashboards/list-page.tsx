/** The dashboards one makes, may copy or is shown. */
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import { Button, confirmAndRun, EmptyState, IconButton, LinkButton, Menu, type MenuAction, Page, type ResourceColumn, ResourceTable, Select, toasts, useUi } from '#ui'
import { ChartBarIcon, CopyIcon, ClockIcon, DownloadIcon, EditIcon, ExpandIcon, LinkIcon, MoreIcon, SettingsIcon, TrashIcon, UploadIcon } from '#ui/icons/index.tsx'
import { PeopleIcon } from '#ui/icons/areas.tsx'
import { useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { AudienceDialog, CopyDialog, ImportDialog } from './dialogs.tsx'
import { type Dashboards, pathsOf, readerPath, useDashboards } from './frame.tsx'
import { useClients, useDashboardList, useRefresh, useTableInAddress } from './use-dashboards.ts'
import css from './dashboards.module.css'

type Open = { readonly kind: 'copy' | 'customise' | 'audience'; readonly of: Dashboard } | { readonly kind: 'import' } | null

interface Row extends Dashboard { readonly states: readonly string[]; readonly forWhom: string; readonly needs: string }

const SHOWS = ['mine', 'shared', 'builtIn'] as const
const shows = (row: Dashboard, me: number): (typeof SHOWS)[number] => (row.builtIn ? 'builtIn' : row.owner === me ? 'mine' : 'shared')

export function ListPage() {
  const { t } = useUi()
  const frame = useDashboards()
  const { area, me, flagName } = frame
  const table = useTableInAddress()
  const [search, setSearch] = useSearchParams()
  const list = useDashboardList()
  const clients = useClients()
  const [open, setOpen] = useState<Open>(null)
  const navigate = useNavigate()
  const paths = pathsOf(area)
  const shown = SHOWS.find((one) => one === search.get('show')) ?? null

  const rows = useMemo(() => {
    const names = new Map(clients.data?.map(({ id, name }) => [id, name]))
    return list.data?.filter((row) => shown === null || shows(row, me.id) === shown).map((row): Row => ({
      ...row, forWhom: audienceWords(row, names, me.id, t), needs: row.flags.map((flag) => t(flagName(flag))).join(', '),
      states: [row.builtIn && 'builtIn', row.basedOn !== null && 'customised', !row.published && 'unpublished', row.draft && 'draft', !row.mayEdit && !row.builtIn && 'shared'].filter((one) => one !== false),
    }))
  }, [list.data, clients.data, shown, me, flagName, t])

  const columns: ResourceColumn<Row>[] = [
    { attr: 'name', label: t('dashboard:name'), width: '28%' },
    { attr: 'states', label: t('dashboard:column.state'), type: 'StringArray', isSearched: false, options: { names: Object.fromEntries(['builtIn', 'customised', 'unpublished', 'draft', 'shared'].map((id) => [id, t(`dashboard:state.${id}`)])), tones: { unpublished: 'warn', draft: 'accent', customised: 'info' } } },
    { attr: 'needs', label: t('dashboard:column.access') },
    { attr: 'forWhom', label: t('dashboard:column.audience') },
    ...(area === 'admin' ? [{ attr: 'ownerName', label: t('dashboard:column.owner') }] : []),
    { attr: 'updatedAt', label: t('dashboard:column.updated'), type: 'Date', isSearched: false, width: '10rem' },
  ]
  const toMade = (entry: Dashboard) => {
    setOpen(null)
    toasts.success(t('dashboard:copy.done', { name: entry.name }))
    void navigate(paths.edit(entry.id))
  }
  return (
    <Page title={t(`dashboard:${area}.title`)} note={t(`dashboard:${area}.note`)} {...(area === 'admin' && { back: { href: '/users/admin', label: t('admin:title') } })}>
      <ResourceTable
        label={t(`dashboard:${area}.title`)} columns={columns} rows={{ ...list, data: rows }} rowKey={({ id }) => id} linkTo={(row) => (row.mayEdit ? paths.edit(row.id) : paths.view(row.id))}
        addTo={paths.add} addLabel={t('dashboard:action.new')} state={table.state} onStateChange={table.onStateChange} errorText={frame.say}
        tools={<Button icon={<UploadIcon />} onPress={() => setOpen({ kind: 'import' })}>{t('dashboard:action.import')}</Button>}
        filters={(
          <div className={css.filter}>
            <Select
              label="" emptyLabel={t('dashboard:show.all')} value={shown} options={SHOWS.map((id) => ({ id, label: t(`dashboard:show.${id}`) }))}
              onChange={(value) => setSearch((now) => { const next = new URLSearchParams(now); next.delete('page'); if (value === null) next.delete('show'); else next.set('show', value); return next }, { replace: true })}
            />
          </div>
        )}
        rowActions={(row) => <RowMenu row={row} frame={frame} onOpen={setOpen} />}
        empty={<EmptyState icon={<ChartBarIcon size={20} />} title={t('dashboard:none')} action={<LinkButton kind="primary" size="small" href={paths.add}>{t('dashboard:action.new')}</LinkButton>}>{t('dashboard:noneText')}</EmptyState>}
      />
      {open?.kind === 'import' && <ImportDialog onClose={() => setOpen(null)} />}
      {open?.kind === 'audience' && <AudienceDialog of={open.of} onClose={() => setOpen(null)} />}
      {(open?.kind === 'copy' || open?.kind === 'customise') && <CopyDialog of={open.of} follow={open.kind === 'customise'} onClose={() => setOpen(null)} onMade={toMade} />}
    </Page>
  )
}

function audienceWords({ builtIn, audience: { to, ids }, owner, ownerName, mayEdit }: Dashboard, clients: ReadonlyMap<number, string>, me: number, t: (key: string, params?: Record<string, string | number>) => string): string {
  if (builtIn) return t('dashboard:audience.everyone')
  if (to === 'onlyMe') return owner === me || ownerName === null ? t('dashboard:audience.onlyMe') : t('dashboard:audience.onlyOne', { name: ownerName })
  if (!mayEdit || to === 'everyone') return t(`dashboard:audience.${to}`)
  const named = to === 'clients' ? ids.flatMap((id) => clients.get(id) ?? []) : []
  return named.length === 0 || named.length > 2 ? t(`dashboard:audience.many.${to}`, { count: ids.length }) : named.join(', ')
}

function RowMenu({ row, frame: { api, area, say, save }, onOpen }: { row: Row; frame: Dashboards; onOpen: (open: Open) => void }) {
  const { t } = useUi()
  const refresh = useRefresh()
  const paths = pathsOf(area)
  const { id, name, builtIn, mayEdit, published } = row
  const why = mayEdit ? {} : { isDisabled: true, hint: t(builtIn ? 'dashboard:why.builtIn' : 'dashboard:why.notMine') }
  const unpublished = published ? {} : { isDisabled: true, hint: t('dashboard:why.unpublished') }
  const share = async () => {
    await navigator.clipboard.writeText(`${location.origin}${readerPath(id)}`)
    toasts.success(t(row.audience.to === 'onlyMe' && !builtIn ? 'dashboard:link.onlyYou' : 'dashboard:link.copied'))
  }
  const exported = async () => {
    try {
      const { text } = await api.one(id)
      save(`${fileName(name)}.json`, new Blob([text], { type: 'application/json' }))
    } catch (cause) {
      toasts.error(say(cause))
    }
  }
  const remove = async () => {
    const answer = await confirmAndRun({ question: t('dashboard:removeQuestion', { name }), isDanger: true, confirmLabel: t('dashboard:action.remove'), errorText: say, run: () => api.remove(id) })
    if (answer === 'done') await refresh()
  }
  const actions: readonly MenuAction[] = [
    { id: 'view', label: t('dashboard:action.view'), icon: <ExpandIcon />, ...unpublished, ...(published && { href: paths.view(id) }) },
    { id: 'edit', label: t('dashboard:action.edit'), icon: <EditIcon />, ...why, ...(mayEdit && { href: paths.edit(id) }) },
    ...(builtIn ? [{ id: 'customise', label: t('dashboard:action.customise'), icon: <SettingsIcon />, hint: t('dashboard:copy.hint'), onAction: () => onOpen({ kind: 'customise', of: row }) }] : []),
    { id: 'copy', label: t('dashboard:action.duplicate'), icon: <CopyIcon />, onAction: () => onOpen({ kind: 'copy', of: row }) },
    { id: 'history', label: t('dashboard:action.history'), icon: <ClockIcon />, ...why, ...(mayEdit && { href: paths.history(id) }) },
    { id: 'audience', label: t('dashboard:action.audience'), icon: <PeopleIcon size={16} />, ...why, onAction: () => onOpen({ kind: 'audience', of: row }) },
    { id: 'share', label: t('dashboard:action.share'), icon: <LinkIcon />, ...unpublished, onAction: () => void share() },
    { id: 'export', label: t('dashboard:action.export'), icon: <DownloadIcon />, onAction: () => void exported() },
    { id: 'remove', label: t('dashboard:action.remove'), icon: <TrashIcon />, isDanger: true, ...why, onAction: () => void remove() },
  ]
  return <Menu label={t('dashboard:action.of', { name })} actions={actions} trigger={<IconButton plain size="small" label={t('dashboard:action.of', { name })} icon={<MoreIcon />} />} />
}

const fileName = (name: string) => name.normalize('NFKD').replace(/[^\p{L}\p{N}]+/gu, '_').replace(/^_+|_+$/g, '') || 'dashboard'
