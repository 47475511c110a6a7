/** Data of campaigns from the server. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCampaigns } from './campaigns-frame.tsx'

const LIST = ['campaigns', 'list'] as const

export function useCampaignList() {
  const { api } = useCampaigns()
  return useQuery({ queryKey: LIST, queryFn: ({ signal }) => api.list(signal), staleTime: 0 })
}

/** Forgotten with the page that shows it, so that a form never begins with what it was before. */
export function useCampaign(id: number) {
  const { api } = useCampaigns()
  return useQuery({
    queryKey: ['campaigns', id],
    queryFn: ({ signal }) => api.find(id, signal),
    staleTime: 0,
    gcTime: 0,
  })
}

export function useCampaignClients() {
  const { api } = useCampaigns()
  return useQuery({ queryKey: ['campaigns', 'clients'], queryFn: ({ signal }) => api.clients(signal) })
}

export function useRefreshCampaigns(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: LIST })
}
