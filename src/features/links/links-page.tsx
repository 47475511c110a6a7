/** Every public link of the reader; for administrators those of all accounts. */
import type { PublicLink } from '#schemas/generated/entities/public-link.ts'
import { Button, EmptyState, LinkButton, Page, type ResourceColumn, ResourceTable, useListAddress, useUi } from '#ui'
import { GlobeIcon } from '#ui/icons/index.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'react-router'
import { isOpen, TONES, useRevoke } from './link-list.tsx'
import { useLinks } from './links-frame.tsx'

interface Row extends PublicLink {
  readonly shownAs: string
}

const KEY = ['public-links']

export function LinksPage() {
  const { t } = useUi()
  const ports = useLinks()
  const { api } = ports
  const list = useListAddress(useSearchParams(), useLocation().pathname)
  const queries = useQueryClient()
  const links = useQuery({ queryKey: KEY, queryFn: ({ signal }) => api.list(signal) })
  const revoke = useRevoke({ ports, onRevoked: () => queries.invalidateQueries({ queryKey: KEY }) })
  const rows = links.data?.map((link): Row => ({ ...link, shownAs: link.dashboardName ?? link.dashboard }))
  const columns: ResourceColumn<Row>[] = [
    { attr: 'name', label: t('links:column.name') },
    { attr: 'shownAs', label: t('links:column.dashboard') },
    {
      attr: 'periods',
      label: t('links:column.days'),
      options: {
        names: Object.fromEntries(['rolling', 'frozen', 'snapshot'].map((id) => [id, t(`links:periods.${id}`)])),
      },
    },
    { attr: 'endsAt', label: t('links:column.ends'), type: 'Date' },
    { attr: 'openedAt', label: t('links:column.opened'), type: 'Date' },
    { attr: 'openings', label: t('links:column.openings'), type: 'Number' },
    { attr: 'owner', label: t('links:column.owner') },
    {
      attr: 'state',
      label: t('links:column.state'),
      options: {
        names: Object.fromEntries(Object.keys(TONES).map((state) => [state, t(`links:state.${state}`)])),
        tones: { active: 'good', maker: 'warn', rights: 'warn' },
      },
    },
  ]
  return (
    <Page title={t('links:page.listTitle')} note={t('links:page.listNote')}>
      <ResourceTable
        label={t('links:page.listTitle')}
        columns={columns}
        rows={{ ...links, data: rows }}
        rowKey={({ id }) => id}
        state={list.state}
        onStateChange={list.onStateChange}
        rowActions={(row) =>
          isOpen(row) && (
            <Button
              size="small"
              kind="quiet"
              aria-label={t('links:revokeOf', { name: row.name })}
              onPress={() => revoke(row)}
            >
              {t('links:revoke')}
            </Button>
          )
        }
        empty={
          <EmptyState
            icon={<GlobeIcon size={20} />}
            title={t('links:page.none')}
            action={
              <LinkButton kind="primary" size="small" href="/users/dashboards/custom">
                {t('home:menu.dashboards')}
              </LinkButton>
            }
          >
            {t('links:page.noneText')}
          </EmptyState>
        }
      />
    </Page>
  )
}
