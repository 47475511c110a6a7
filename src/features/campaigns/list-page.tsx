/** The campaigns of the account. One whose client is not known to it is not shown (spec 2, section 2). */
import type { Campaign } from '#schemas/generated/entities/campaign.ts'
import { EmptyState, LinkButton, Page, type ResourceColumn, ResourceTable, useListAddress, useUi } from '#ui'
import { AREA_ICONS } from '#ui/icons/areas.tsx'
import { useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { PATHS } from './campaigns-frame.tsx'
import { useCampaignClients, useCampaignList } from './use-campaign-data.ts'

const CampaignIcon = AREA_ICONS.campaigns

interface Row extends Campaign {
  readonly clientName: string
}

export function CampaignsPage() {
  const { t } = useUi()
  const list = useListAddress(useSearchParams(), useLocation().pathname)
  const [campaigns, clients] = [useCampaignList(), useCampaignClients()]
  const rows = useMemo(() => {
    if (clients.data === undefined) return undefined
    const names = new Map(clients.data.map(({ id, name }) => [id, name]))
    return campaigns.data?.flatMap((campaign): Row[] => {
      const clientName = names.get(campaign.client)
      return clientName === undefined ? [] : [{ ...campaign, clientName }]
    })
  }, [campaigns.data, clients.data])
  const columns: ResourceColumn<Row>[] = [
    { attr: 'name', label: t('campaigns:name') },
    { attr: 'clientName', label: t('campaigns:client') },
    { attr: 'begin', label: t('campaigns:begin'), type: 'Date', width: '9rem' },
    { attr: 'end', label: t('campaigns:end'), type: 'Date', width: '9rem' },
  ]
  return (
    <Page title={t('campaigns:title')} note={t('campaigns:note')}>
      <ResourceTable
        label={t('campaigns:title')}
        columns={columns}
        rows={{
          ...campaigns,
          data: rows,
          error: campaigns.error ?? clients.error,
          isPending: campaigns.isPending || clients.isPending,
        }}
        rowKey={({ id }) => id}
        linkTo={({ id }) => PATHS.edit(id)}
        addTo={PATHS.add}
        addLabel={t('campaigns:add')}
        state={list.state}
        onStateChange={list.onStateChange}
        empty={
          <EmptyState
            icon={CampaignIcon && <CampaignIcon size={20} />}
            title={t('campaigns:none')}
            action={
              <LinkButton kind="primary" size="small" href={PATHS.add}>
                {t('campaigns:add')}
              </LinkButton>
            }
          >
            {t('campaigns:noneText')}
          </EmptyState>
        }
      />
    </Page>
  )
}
