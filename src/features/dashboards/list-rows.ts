/** Dashboards as their list has them: which are shown, for whom, and what is to be said of each. */
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import { type ResourceColumn, useUi } from '#ui'
import { useMemo } from 'react'
import { useDashboards } from './frame.tsx'
import { useClients, type useDashboardList } from './use-dashboards.ts'

export interface Row extends Dashboard {
  readonly states: readonly string[]
  readonly forWhom: string
  readonly needs: string
}

/** Why the reader does not change it, as the key of a text. */
export const whyReadOnly = ({ builtIn, provisioned }: Dashboard): string =>
  `dashboard:why.${provisioned ? 'provisioned' : builtIn ? 'builtIn' : 'notMine'}`

export const SHOWS = ['starred', 'recent', 'mine', 'shared', 'builtIn'] as const
export type Show = (typeof SHOWS)[number]
const isShown = (row: Dashboard, show: Show, me: number): boolean =>
  show === 'starred'
    ? row.starred
    : show === 'recent'
      ? row.openedAt !== null
      : show === (row.builtIn ? 'builtIn' : row.owner === me ? 'mine' : 'shared')
export function useRows(list: ReturnType<typeof useDashboardList>, shown: Show | null): Row[] | undefined {
  const { t } = useUi()
  const { me, flagName } = useDashboards()
  const clients = useClients()
  return useMemo(() => {
    const names = new Map(clients.data?.map(({ id, name }) => [id, name]))
    return list.data
      ?.filter((row) => shown === null || isShown(row, shown, me.id))
      .toSorted((a, b) => (shown === 'recent' ? (b.openedAt ?? 0) - (a.openedAt ?? 0) : 0))
      .map((row): Row => ({
        ...row,
        forWhom: audienceWords(row, names, me.id, t),
        needs: row.flags.map((flag) => t(flagName(flag))).join(', '),
        states: [
          row.builtIn && (row.provisioned ? 'provisioned' : 'builtIn'),
          row.basedOn !== null && 'customised',
          !row.published && 'unpublished',
          row.draft && 'draft',
          !row.mayEdit && !row.builtIn && 'shared',
        ].filter((one) => one !== false),
      }))
  }, [list.data, clients.data, shown, me, flagName, t])
}

export function useColumns(): ResourceColumn<Row>[] {
  const { t } = useUi()
  const { area } = useDashboards()
  return [
    { attr: 'name', label: t('dashboard:name'), width: '28%' },
    {
      attr: 'states',
      label: t('dashboard:column.state'),
      type: 'StringArray',
      isSearched: false,
      options: {
        names: Object.fromEntries(
          ['builtIn', 'provisioned', 'customised', 'unpublished', 'draft', 'shared'].map((id) => [
            id,
            t(`dashboard:state.${id}`),
          ]),
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
}

function audienceWords(
  { builtIn, inSharedFolder, audience: { to, ids }, owner, ownerName, mayEdit }: Dashboard,
  clients: ReadonlyMap<number, string>,
  me: number,
  t: (key: string, params?: Record<string, string | number>) => string,
): string {
  if (builtIn) return t('dashboard:audience.everyone')
  if (to === 'onlyMe' && inSharedFolder) return t('dashboard:audience.folder')
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
