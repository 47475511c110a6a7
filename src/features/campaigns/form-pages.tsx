/** A new campaign, and changing or deleting one. */
import type { CampaignDraft } from '#schemas/generated/api/campaign-draft.ts'
import { Button, confirmAndRun, NoClients, Page, QueryState, toasts, useUi } from '#ui'
import { TrashIcon } from '#ui/icons/index.tsx'
import { useNavigate, useParams } from 'react-router'
import { CampaignForm, NEW_CAMPAIGN } from './campaign-form.tsx'
import { PATHS, useCampaigns } from './campaigns-frame.tsx'
import { useCampaign, useCampaignClients, useRefreshCampaigns } from './use-campaign-data.ts'

function useSaving(id?: number): (draft: CampaignDraft) => Promise<void> {
  const { t } = useUi()
  const { api, say } = useCampaigns()
  const refresh = useRefreshCampaigns()
  const navigate = useNavigate()
  return async (draft) => {
    await (id === undefined ? api.add(draft) : api.save(id, draft)).catch((cause: unknown) => {
      throw new Error(say(cause), { cause })
    })
    toasts.success(t('campaigns:saved'))
    void navigate(PATHS.list)
    void refresh()
  }
}

export function NewCampaignPage() {
  const { t } = useUi()
  const clients = useCampaignClients()
  const save = useSaving()
  return (
    <Page title={t('campaigns:newTitle')} width="narrow" back={{ href: PATHS.list, label: t('campaigns:title') }}>
      <QueryState of={clients} skeleton="form" empty={<NoClients />}>
        {(list) => <CampaignForm isNew initial={NEW_CAMPAIGN} clients={list} save={save} />}
      </QueryState>
    </Page>
  )
}

export function EditCampaignPage() {
  const { t } = useUi()
  const id = Number(useParams().id)
  const [campaign, clients] = [useCampaign(id), useCampaignClients()]
  const save = useSaving(id)
  const both = {
    ...campaign,
    data:
      campaign.data !== undefined && clients.data !== undefined
        ? { campaign: campaign.data, clients: clients.data }
        : undefined,
    error: campaign.error ?? clients.error,
    isPending: campaign.isPending || clients.isPending,
  }
  return (
    <Page
      title={campaign.data?.name ?? t('campaigns:one')}
      width="narrow"
      back={{ href: PATHS.list, label: t('campaigns:title') }}
    >
      <QueryState key={id} of={both} skeleton="form">
        {({ campaign: { name, client, begin, end, description }, clients: list }) => (
          <CampaignForm isNew={false} initial={{ name, client, begin, end, description }} clients={list} save={save}>
            <Removing id={id} name={name} />
          </CampaignForm>
        )}
      </QueryState>
    </Page>
  )
}

/** Asks, deletes, and says how it went in the words of the specification (2, section 8). */
function Removing({ id, name }: { id: number; name: string }) {
  const { t } = useUi()
  const { api, say } = useCampaigns()
  const refresh = useRefreshCampaigns()
  const navigate = useNavigate()
  const remove = async () => {
    const answer = await confirmAndRun({
      question: t('campaigns:removeQuestion', { name }),
      isDanger: true,
      confirmLabel: t('campaigns:remove'),
      doneText: t('campaigns:removed'),
      errorText: (cause) => `${t('campaigns:removeFailed')}. ${say(cause)}`,
      run: () => api.remove(id),
    })
    if (answer !== 'done') return
    void navigate(PATHS.list)
    await refresh()
  }
  return (
    <Button kind="quiet" icon={<TrashIcon />} onPress={() => void remove()}>
      {t('campaigns:remove')}
    </Button>
  )
}
