/** The dashboards one makes, may copy or is shown. */
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import {
  Button,
  confirmAndRun,
  EmptyState,
  IconButton,
  LinkButton,
  Menu,
  type MenuAction,
  Page,
  QueryState,
  type ResourceColumn,
  ResourceTable,
  SegmentedControl,
  Select,
  toasts,
  useUi,
} from '#ui'
import {
  ChartBarIcon,
  CopyIcon,
  ClockIcon,
  DownloadIcon,
  EditIcon,
  ExpandIcon,
  FolderIcon,
  GridIcon,
  LinkIcon,
  MoreIcon,
  SettingsIcon,
  TableIcon,
  TrashIcon,
  UploadIcon,
} from '#ui/icons/index.tsx'
import { PeopleIcon } from '#ui/icons/areas.tsx'
import { SearchBox } from '#ui/resource-table/search-box.tsx'
import { useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { AudienceDialog, CopyDialog, ImportDialog, PlaceDialog } from './dialogs.tsx'
import { Gallery, GalleryWaiting } from './gallery.tsx'
import { type Dashboards, pathsOf, readerPath, useDashboards } from './frame.tsx'
import { useClients, useDashboardList, useRefresh, useList } from './use-dashboards.ts'
import css from './dashboards.module.css'

type Open =
  | { readonly kind: 'copy' | 'customise' | 'audience' | 'place'; readonly of: Dashboard }
  | { readonly kind: 'import' }
  | null

interface Row extends Dashboard {
  readonly states: readonly string[]
  readonly forWhom: string
  readonly needs: string
}

const SHOWS = ['starred', 'recent', 'mine', 'shared', 'builtIn'] as const
type Show = (typeof SHOWS)[number]
const isShown = (row: Dashboard, show: Show, me: number): boolean =>
  show === 'starred'
    ? row.starred
    : show === 'recent'
      ? row.openedAt !== null
      : show === (row.builtIn ? 'builtIn' : row.owner === me ? 'mine' : 'shared')
const VIEWS = ['cards', 'table'] as const

/** Every word somewhere in the name, the folder or the tags. */
function isFound({ name, folder, tags }: Dashboard, search: string): boolean {
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const whole = plain([name, folder ?? '', ...tags.map((tag) => `#${tag}`)].join(' '))
  return plain(search)
    .split(/\s+/)
    .every((word) => whole.includes(word))
}

export function ListPage() {
  const { t } = useUi()
  const frame = useDashboards()
  const { area, me, flagName } = frame
  const table = useList()
  const [search, setSearch] = useSearchParams()
  const list = useDashboardList()
  const clients = useClients()
  const [open, setOpen] = useState<Open>(null)
  const navigate = useNavigate()
  const paths = pathsOf(area)
  const view = VIEWS.find((one) => one === search.get('view')) ?? (area === 'admin' ? 'table' : 'cards')
  const text = search.get('text') ?? ''
  const refresh = useRefresh()
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
  const star = (row: Row) =>
    void frame.api.star(row.id, !row.starred).then(refresh, (cause: unknown) => {
      toasts.error(frame.say(cause))
    })
  const shown = SHOWS.find((one) => one === search.get('show')) ?? null

  const rows = useMemo(() => {
    const names = new Map(clients.data?.map(({ id, name }) => [id, name]))
    return list.data
      ?.filter((row) => shown === null || isShown(row, shown, me.id))
      .toSorted((a, b) => (shown === 'recent' ? (b.openedAt ?? 0) - (a.openedAt ?? 0) : 0))
      .map((row): Row => ({
        ...row,
        forWhom: audienceWords(row, names, me.id, t),
        needs: row.flags.map((flag) => t(flagName(flag))).join(', '),
        states: [
          row.builtIn && 'builtIn',
          row.basedOn !== null && 'customised',
          !row.published && 'unpublished',
          row.draft && 'draft',
          !row.mayEdit && !row.builtIn && 'shared',
        ].filter((one) => one !== false),
      }))
  }, [list.data, clients.data, shown, me, flagName, t])

  const columns: ResourceColumn<Row>[] = [
    { attr: 'name', label: t('dashboard:name'), width: '28%' },
    {
      attr: 'states',
      label: t('dashboard:column.state'),
      type: 'StringArray',
      isSearched: false,
      options: {
        names: Object.fromEntries(
          ['builtIn', 'customised', 'unpublished', 'draft', 'shared'].map((id) => [id, t(`dashboard:state.${id}`)]),
        ),
        tones: { unpublished: 'warn', draft: 'accent', customised: 'info' },
      },
    },
    { attr: 'folder', label: t('dashboard:folder.label') },
    { attr: 'tags', label: t('dashboard:tags.label'), type: 'StringArray' },
    { attr: 'needs', label: t('dashboard:column.access'), isLong: true },
    { attr: 'forWhom', label: t('dashboard:column.audience') },
    ...(area === 'admin' ? [{ attr: 'ownerName', label: t('dashboard:column.owner') }] : []),
    { attr: 'updatedAt', label: t('dashboard:column.updated'), type: 'Date', isSearched: false, width: '10rem' },
  ]
  const toMade = (entry: Dashboard) => {
    setOpen(null)
    toasts.success(t('dashboard:copy.done', { name: entry.name }))
    void navigate(paths.edit(entry.id))
  }
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
          rowActions={(row) => <RowMenu row={row} frame={frame} onOpen={setOpen} />}
          empty={empty}
        />
      ) : (
        <>
          <div className={css.bar}>
            <div className={css.search}>
              <SearchBox label={t('ui.table.search')} value={text} onChange={(value) => keep('text', value)} />
            </div>
            {filter}
            <span className={css.tools}>
              {tools}
              <LinkButton kind="primary" href={paths.add}>
                {t('dashboard:action.new')}
              </LinkButton>
            </span>
          </div>
          <QueryState
            of={{ ...list, data: rows }}
            errorText={frame.say}
            waiting={<GalleryWaiting />}
            isEmpty={(all) => all.length === 0 && shown === null}
            empty={empty}
          >
            {(all) => {
              const found = all.filter((row) => isFound(row, text))
              if (found.length === 0) return <EmptyState title={t('dashboard:noneFound')} />
              return (
                <Gallery
                  rows={found}
                  hrefOf={(row) => (row.published ? paths.view(row.id) : paths.edit(row.id))}
                  onStar={star}
                  onTag={(tag) => keep('text', `#${tag}`)}
                  menuOf={(row) => <RowMenu row={row} frame={frame} onOpen={setOpen} />}
                />
              )
            }}
          </QueryState>
        </>
      )}
      {open?.kind === 'import' && <ImportDialog onClose={() => setOpen(null)} />}
      {open?.kind === 'place' && (
        <PlaceDialog
          of={open.of}
          folders={[...new Set(list.data?.flatMap(({ folder }) => folder ?? []))]}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.kind === 'audience' && <AudienceDialog of={open.of} onClose={() => setOpen(null)} />}
      {(open?.kind === 'copy' || open?.kind === 'customise') && (
        <CopyDialog of={open.of} follow={open.kind === 'customise'} onClose={() => setOpen(null)} onMade={toMade} />
      )}
    </Page>
  )
}

function audienceWords(
  { builtIn, audience: { to, ids }, owner, ownerName, mayEdit }: Dashboard,
  clients: ReadonlyMap<number, string>,
  me: number,
  t: (key: string, params?: Record<string, string | number>) => string,
): string {
  if (builtIn) return t('dashboard:audience.everyone')
  if (to === 'onlyMe')
    return owner === me || ownerName === null
      ? t('dashboard:audience.onlyMe')
      : t('dashboard:audience.onlyOne', { name: ownerName })
  if (!mayEdit || to === 'everyone') return t(`dashboard:audience.${to}`)
  const named = to === 'clients' ? ids.flatMap((id) => clients.get(id) ?? []) : []
  return named.length === 0 || named.length > 2
    ? t(`dashboard:audience.many.${to}`, { count: ids.length })
    : named.join(', ')
}

function RowMenu({
  row,
  frame: { api, area, say, save },
  onOpen,
}: {
  row: Row
  frame: Dashboards
  onOpen: (open: Open) => void
}) {
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
    const answer = await confirmAndRun({
      question: t('dashboard:removeQuestion', { name }),
      isDanger: true,
      confirmLabel: t('dashboard:action.remove'),
      errorText: say,
      run: () => api.remove(id),
    })
    if (answer === 'done') await refresh()
  }
  const actions: readonly MenuAction[] = [
    {
      id: 'view',
      label: t('dashboard:action.view'),
      icon: <ExpandIcon />,
      ...unpublished,
      ...(published && { href: paths.view(id) }),
    },
    {
      id: 'edit',
      label: t('dashboard:action.edit'),
      icon: <EditIcon />,
      ...why,
      ...(mayEdit && { href: paths.edit(id) }),
    },
    ...(builtIn
      ? [
          {
            id: 'customise',
            label: t('dashboard:action.customise'),
            icon: <SettingsIcon />,
            hint: t('dashboard:copy.hint'),
            onAction: () => onOpen({ kind: 'customise', of: row }),
          },
        ]
      : []),
    {
      id: 'copy',
      label: t('dashboard:action.duplicate'),
      icon: <CopyIcon />,
      onAction: () => onOpen({ kind: 'copy', of: row }),
    },
    {
      id: 'history',
      label: t('dashboard:action.history'),
      icon: <ClockIcon />,
      ...why,
      ...(mayEdit && { href: paths.history(id) }),
    },
    {
      id: 'place',
      label: t('dashboard:action.place'),
      icon: <FolderIcon />,
      ...why,
      onAction: () => onOpen({ kind: 'place', of: row }),
    },
    {
      id: 'audience',
      label: t('dashboard:action.audience'),
      icon: <PeopleIcon size={16} />,
      ...why,
      onAction: () => onOpen({ kind: 'audience', of: row }),
    },
    {
      id: 'share',
      label: t('dashboard:action.share'),
      icon: <LinkIcon />,
      ...unpublished,
      onAction: () => void share(),
    },
    { id: 'export', label: t('dashboard:action.export'), icon: <DownloadIcon />, onAction: () => void exported() },
    {
      id: 'remove',
      label: t('dashboard:action.remove'),
      icon: <TrashIcon />,
      isDanger: true,
      ...why,
      onAction: () => void remove(),
    },
  ]
  return (
    <Menu
      label={t('dashboard:action.of', { name })}
      actions={actions}
      trigger={<IconButton plain size="small" label={t('dashboard:action.of', { name })} icon={<MoreIcon />} />}
    />
  )
}

const fileName = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '') || 'dashboard'
