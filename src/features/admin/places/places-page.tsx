/** Clients, their locals and areas: with what each has, and everything that puts one right. */
import type { Place } from '#schemas/generated/entities/place.ts'
import {
  confirmAndRun,
  cx,
  EmptyState,
  EntitySelector,
  IconButton,
  Menu,
  type MenuAction,
  NoClients,
  Page,
  ResourceTable,
  SegmentedControl,
  useUi,
} from '#ui'
import {
  CheckIcon,
  ClockIcon,
  EditIcon,
  GlobeIcon,
  LinkIcon,
  MoreIcon,
  StoreIcon,
  TrashIcon,
} from '#ui/icons/index.tsx'
import { type ComponentType, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useAdmin } from '../admin-frame.tsx'
import { PATHS } from '../paths.ts'
import { useList } from '../use-list.ts'
import { MergeDialog } from './merge-dialog.tsx'
import { CloseDialog } from './close-dialog.tsx'
import type { PlaceDialogProps } from './place-frame.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { TimeZoneDialog } from './time-zone-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { useFieldMap, useFieldMapChanged } from './use-places.ts'
import admin from '../admin.module.css'
import own from './places.module.css'
import { useColumns } from './place-columns.tsx'

type Act = 'rename' | 'timeZone' | 'close' | 'merge' | 'remove'

const DIALOGS: Readonly<Record<Exclude<Act, 'merge' | 'remove'>, ComponentType<PlaceDialogProps>>> = {
  rename: RenameDialog,
  timeZone: TimeZoneDialog,
  close: CloseDialog,
}

export function PlacesPage() {
  const { t, locale } = useUi()
  const [search] = useSearchParams()
  const list = useList()
  const client = Number(search.get('client')) || null
  const shown = client === null ? 'client' : search.get('show') === 'area' ? 'area' : 'local'
  const clients = useFieldMap(null)
  const places = useFieldMap(client)
  const [act, setAct] = useState<{ readonly act: Act; readonly place: Place } | null>(null)
  const all = useMemo(() => places.data ?? [], [places.data])
  // By the order of the language: the store knows none, and puts Óptica behind Zara.
  const rows = useMemo(() => {
    const { compare } = new Intl.Collator(locale)
    const own = places.data?.filter(({ kind }) => kind === shown)
    return { ...places, data: own?.toSorted((a, b) => compare(a.name, b.name)) }
  }, [places, shown, locale])
  const names = useMemo(
    () => new Map(all.flatMap(({ kind, id, name }) => (kind === 'local' ? [[id, name] as const] : []))),
    [all],
  )
  const current = clients.data?.find(({ id }) => id === client)
  const others =
    act === null
      ? []
      : (act.place.kind === 'client' ? (clients.data ?? []) : all).filter(
          ({ kind, id, local }) =>
            kind === act.place.kind && id !== act.place.id && (kind !== 'area' || local === act.place.local),
        )
  const close = () => setAct(null)
  /** Of a client that is gone there is nothing to show: all of them are, or the one that it is part of. */
  const leave = (into: number | null) => {
    if (act?.place.kind === 'client' && act.place.id === client)
      list.setFilters({ client: into === null ? null : String(into), show: null })
  }
  const DialogOf = act === null || act.act === 'merge' || act.act === 'remove' ? null : DIALOGS[act.act]
  return (
    <Page
      title={t('admin:places.title')}
      note={t('admin:places.note')}
      back={{ href: PATHS.home, label: t('admin:title') }}
    >
      <ResourceTable
        label={t('admin:places.title')}
        columns={useColumns(shown, names)}
        rows={rows}
        rowKey={({ kind, id }) => `${kind} ${id}`}
        state={list.state}
        onStateChange={list.onStateChange}
        linkTo={({ kind, id, local }) =>
          kind === 'client'
            ? `${PATHS.places}?client=${id}`
            : kind === 'local'
              ? `${PATHS.places}?client=${client}&show=area&text=${encodeURIComponent(names.get(local ?? 0) ?? '')}`
              : undefined
        }
        filters={
          <>
            <div className={cx(admin.filter, own.picker)}>
              <EntitySelector
                label=""
                placeholder={t('admin:places.allClients')}
                items={(clients.data ?? []).map(({ id, name }) => ({ id, name }))}
                value={client}
                onChange={(id) => list.setFilters({ client: id === null ? null : String(id), show: null })}
              />
            </div>
            {client !== null && (
              <SegmentedControl
                label={t('admin:places.show')}
                segments={(['local', 'area'] as const).map((id) => ({ id, label: t(`admin:places.kind.${id}`) }))}
                value={shown === 'area' ? 'area' : 'local'}
                onChange={(next) => list.setFilters({ show: next === 'local' ? null : next })}
              />
            )}
            {current !== undefined && (
              <Actions
                place={current}
                label={t('admin:actionsOf', { name: current.name })}
                onAct={(next) => setAct({ act: next, place: current })}
              />
            )}
          </>
        }
        rowActions={(place) => (
          <Actions
            place={place}
            label={t('admin:actionsOf', { name: place.name })}
            onAct={(next) => setAct({ act: next, place })}
          />
        )}
        empty={
          client === null ? (
            <NoClients />
          ) : (
            <EmptyState icon={<StoreIcon size={20} />} title={t('admin:places.none')}>
              {t('admin:places.noneText')}
            </EmptyState>
          )
        }
      />
      {act !== null && DialogOf !== null && (
        <DialogOf key={`${act.act} ${act.place.kind} ${act.place.id}`} place={act.place} onClose={close} />
      )}
      {act?.act === 'remove' && <RemoveDialog place={act.place} onClose={close} onRemoved={() => leave(null)} />}
      {act?.act === 'merge' && (
        <MergeDialog
          key={`${act.place.kind} ${act.place.id}`}
          place={act.place}
          others={others}
          onClose={close}
          onMerged={leave}
        />
      )}
    </Page>
  )
}

function Actions({ place, label, onAct }: { place: Place; label: string; onAct: (act: Act) => void }) {
  const { t } = useUi()
  const reopen = useReopening()
  const isLocal = place.kind === 'local'
  const actions: MenuAction[] = [
    { id: 'rename', label: t('admin:places.rename'), icon: <EditIcon />, onAction: () => onAct('rename') },
    ...(isLocal
      ? [{ id: 'timeZone', label: t('admin:places.zone'), icon: <GlobeIcon />, onAction: () => onAct('timeZone') }]
      : []),
    ...(isLocal && place.closedOn === null
      ? [{ id: 'close', label: t('admin:places.close'), icon: <ClockIcon />, onAction: () => onAct('close') }]
      : []),
    ...(isLocal && place.closedOn !== null
      ? [{ id: 'reopen', label: t('admin:places.reopen'), icon: <CheckIcon />, onAction: () => void reopen(place) }]
      : []),
    { id: 'merge', label: t('admin:places.mergeAction'), icon: <LinkIcon />, onAction: () => onAct('merge') },
    { id: 'remove', label: t('admin:remove'), icon: <TrashIcon />, isDanger: true, onAction: () => onAct('remove') },
  ]
  return (
    <Menu
      label={label}
      placement="bottom end"
      trigger={<IconButton plain size="small" label={label} icon={<MoreIcon />} />}
      actions={actions}
    />
  )
}

function useReopening(): (place: Place) => Promise<void> {
  const { t } = useUi()
  const { api, say } = useAdmin()
  const changed = useFieldMapChanged()
  return async ({ id, name }) => {
    const answer = await confirmAndRun({
      question: t('admin:places.reopenQuestion', { name }),
      confirmLabel: t('admin:places.reopen'),
      doneText: t('admin:saved', { name }),
      errorText: say,
      run: async () => {
        await api.places.setClosing(id, null)
      },
    })
    if (answer === 'done') await changed()
  }
}
