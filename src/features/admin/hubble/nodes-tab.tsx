/** All that is known of each MAC address, in one row. */
import { filterNodes, isNodeFilter, NODE_FILTERS } from '#domain/hubble-filters'
import type { FleetNode } from '#schemas/generated/entities/fleet-node.ts'
import {
  EmptyState,
  IconButton,
  LinkButton,
  Menu,
  type MenuAction,
  type ResourceColumn,
  ResourceTable,
  SegmentedControl,
  useUi,
} from '#ui'
import { ChartLineIcon, EditIcon, LinkIcon, MoreIcon, SettingsIcon, StatusIcon } from '#ui/icons/index.tsx'
import { useMemo, useState } from 'react'
import { PATHS } from '../paths.ts'
import { useList } from '../use-list.ts'
import { useFleetList } from './fleet-queries.ts'
import { useHub } from './hub-queries.ts'
import { PingsDialog } from './pings-dialog.tsx'
import { SettingsDialog, type SettingsList } from './settings-tab.tsx'
import { SshDialog } from './ssh-dialog.tsx'
import { useTunnelToggle } from './use-tunnel-toggle.tsx'
import { WifiDialog } from './wifi-tab.tsx'
import css from './hubble.module.css'

const ALL = 'clear'
type Shown = 'ssh' | 'wifi' | 'config' | 'factory' | 'pings'

export function NodesTab() {
  const { t, format } = useUi()
  const nodes = useHub('nodes')
  const locals = useFleetList('locals').data
  const names = useMemo(() => new Map((locals ?? []).map(({ id, name }) => [id, name])), [locals])
  const list = useList()
  const toggle = useTunnelToggle()
  const [open, setOpen] = useState<{ readonly node: FleetNode; readonly shown: Shown } | null>(null)
  const wanted = list.filter('show')
  const filter = isNodeFilter(wanted) ? wanted : null
  const { data } = nodes
  const shown = useMemo(
    () => ({ ...nodes, data: data === undefined ? undefined : filterNodes(data, filter) }),
    [nodes, data, filter],
  )
  const columns: ResourceColumn<FleetNode>[] = [
    { attr: 'mac', label: t('fleet:mac') },
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
      value: ({ footscan }) =>
        footscan === null
          ? null
          : [names.get(footscan.local), footscan.name || t('fleet:unnamed')].filter(Boolean).join(' · '),
      options: { href: ({ footscan }) => (footscan === null ? undefined : PATHS.footscans.edit(footscan.id)) },
    },
    {
      attr: 'connection',
      label: t('fleet:hub.tab.ssh'),
      value: ({ connection }) =>
        connection === null
          ? null
          : `${connection.user}@${connection.ip}${connection.port === null ? '' : `:${connection.port}`}`,
    },
    {
      attr: 'proxy',
      label: t('fleet:proxyMobile'),
      type: 'BooleanCheck',
      value: ({ connection }) => connection?.proxyMobile ?? false,
    },
    {
      attr: 'tunnel',
      label: t('fleet:tunnel.label'),
      type: 'Boolean',
      value: ({ connection }) => connection?.tunnelEnabled ?? null,
      toggle: ({ mac, connection }) => (connection === null ? null : (on) => toggle(mac, on)),
    },
    { attr: 'wifi', label: t('fleet:hub.tab.wifi'), value: ({ wifi }) => wifi?.ssid ?? null },
    { attr: 'config', label: t('fleet:hub.short.config'), type: 'BooleanCheck' },
    { attr: 'factory', label: t('fleet:hub.short.factory'), type: 'BooleanCheck' },
  ]
  const segments = [
    { id: ALL, label: t('fleet:filter.clear') },
    ...NODE_FILTERS.map((id) => ({ id, label: t(`fleet:filter.${id}`) })),
  ].map(({ id, label }) => ({
    id,
    label:
      data === undefined
        ? label
        : t('fleet:filter.counted', {
            name: label,
            many: format.exact(filterNodes(data, isNodeFilter(id) ? id : null).length, 'count'),
          }),
  }))
  return (
    <div className={css.tab}>
      <p className={css.lead}>{t('fleet:hub.lead.nodes')}</p>
      <div className={css.segments}>
        <SegmentedControl
          label={t('fleet:filter.label')}
          size="small"
          segments={segments}
          value={filter ?? ALL}
          onChange={(id) => list.setFilters({ show: id === ALL ? null : id })}
        />
      </div>
      <ResourceTable
        label={t('fleet:hub.tab.nodes')}
        columns={columns}
        rows={shown}
        rowKey={({ mac }) => mac}
        state={list.state}
        onStateChange={list.onStateChange}
        rowActions={(node) => <NodeActions node={node} onOpen={(what) => setOpen({ node, shown: what })} />}
        empty={
          filter === null ? (
            <EmptyState
              icon={<LinkIcon size={20} />}
              title={t('fleet:hub.none.nodes')}
              action={
                <LinkButton kind="primary" size="small" href={PATHS.footscans.add}>
                  {t('fleet:footscans.add')}
                </LinkButton>
              }
            >
              {t('fleet:hub.noneNodesText')}
            </EmptyState>
          ) : (
            <EmptyState icon={<LinkIcon size={20} />} title={t('fleet:filter.none')}>
              {t('fleet:filter.noneText')}
            </EmptyState>
          )
        }
      />
      {open !== null && <NodeDialog {...open} onClose={() => setOpen(null)} />}
    </div>
  )
}

function NodeActions({ node: { mac, footscan }, onOpen }: { node: FleetNode; onOpen: (shown: Shown) => void }) {
  const { t } = useUi()
  const label = t('admin:actionsOf', { name: mac })
  const actions: MenuAction[] = [
    { id: 'pings', label: t('fleet:pings.open'), icon: <ChartLineIcon />, onAction: () => onOpen('pings') },
    { id: 'ssh', label: t('fleet:hub.tab.ssh'), icon: <LinkIcon />, onAction: () => onOpen('ssh') },
    { id: 'wifi', label: t('fleet:hub.tab.wifi'), icon: <EditIcon />, onAction: () => onOpen('wifi') },
    { id: 'config', label: t('fleet:hub.tab.config'), icon: <SettingsIcon />, onAction: () => onOpen('config') },
    { id: 'factory', label: t('fleet:hub.tab.factory'), icon: <SettingsIcon />, onAction: () => onOpen('factory') },
    footscan === null
      ? {
          id: 'footscan',
          label: t('fleet:footscans.add'),
          icon: <StatusIcon />,
          href: `${PATHS.footscans.add}?mac=${mac}`,
        }
      : { id: 'footscan', label: t('fleet:footscan'), icon: <StatusIcon />, href: PATHS.footscans.edit(footscan.id) },
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

function NodeDialog({
  node: { mac, connection },
  shown,
  onClose,
}: {
  node: FleetNode
  shown: Shown
  onClose: () => void
}) {
  switch (shown) {
    case 'pings':
      return <PingsDialog mac={mac} onClose={onClose} />
    case 'ssh':
      return <SshDialog entry={connection === null ? null : { mac, ...connection }} mac={mac} onClose={onClose} />
    case 'wifi':
      return <NodeWifi mac={mac} onClose={onClose} />
    case 'config':
      return <NodeSettings list="config" mac={mac} onClose={onClose} />
    case 'factory':
      return <NodeSettings list="factory" mac={mac} onClose={onClose} />
  }
}

/** A form begins with the entry as it is, so it waits for the list. */
function NodeWifi({ mac, onClose }: { mac: string; onClose: () => void }) {
  const { data, isFetching } = useHub('wifi')
  return data === undefined || isFetching ? null : (
    <WifiDialog entry={data.find((one) => one.mac === mac) ?? null} mac={mac} onClose={onClose} />
  )
}

function NodeSettings({ list, mac, onClose }: { list: SettingsList; mac: string; onClose: () => void }) {
  const { data, isFetching } = useHub(list)
  return data === undefined || isFetching ? null : (
    <SettingsDialog list={list} entry={data.find((one) => one.mac === mac) ?? null} mac={mac} onClose={onClose} />
  )
}
