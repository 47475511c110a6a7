/** Data of the server, requested anew by every page: an alert is never an hour old. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AlertBackTestRequest } from '#schemas/generated/api/alert-back-test-request.ts'
import type { AlertSwitch } from '#schemas/generated/entities/alert-switch.ts'
import type { LocalAlert } from '#schemas/generated/entities/local-alert.ts'
import { type ListAddress, useListAddress } from '#ui'
import { useLocation, useSearchParams } from 'react-router'
import { useAlerts } from './alerts-frame.tsx'

const FRESH = { staleTime: 0 } as const
const LOCALS = ['alerts', 'locals'] as const
/** The list of open alerts refreshes while it is on show. */
const AGAIN_MS = 60_000

export function useAlertLocals() {
  const { api } = useAlerts()
  return useQuery({ queryKey: LOCALS, queryFn: ({ signal }) => api.locals(signal), ...FRESH })
}

export function useAlertClients() {
  const { api } = useAlerts()
  return useQuery({ queryKey: ['alerts', 'clients'], queryFn: ({ signal }) => api.clients(signal) })
}

export function useHistory() {
  const { api } = useAlerts()
  return useQuery({
    queryKey: ['alerts', 'history'],
    queryFn: ({ signal }) => api.history(signal),
    ...FRESH,
    refetchInterval: AGAIN_MS,
  })
}

export function useRules() {
  const { api } = useAlerts()
  return useQuery({ queryKey: ['alerts', 'rules'], queryFn: ({ signal }) => api.rules(signal), ...FRESH })
}

/** Forgotten with the page that shows it, so that a form never begins with what it was before. */
export function useRule(id: number) {
  const { api } = useAlerts()
  return useQuery({
    queryKey: ['alerts', 'rules', id],
    queryFn: ({ signal }) => api.rule(id, signal),
    ...FRESH,
    gcTime: 0,
  })
}

export function useRecipients(client: number | null) {
  const { api } = useAlerts()
  return useQuery({
    queryKey: ['alerts', 'recipients', client],
    queryFn: ({ signal }) => api.recipients(client ?? 0, signal),
    enabled: client !== null,
  })
}

export function useKinds(client: number | null) {
  const { api } = useAlerts()
  const queryFn = ({ signal }: { signal: AbortSignal }) => api.kinds(client ?? 0, signal)
  return useQuery({ queryKey: ['alerts', 'kinds', client], queryFn, enabled: client !== null, ...FRESH })
}

/** Null = there is nothing to try yet. The last answer stays on show while the next one is in flight. */
export function useBackTest(request: AlertBackTestRequest | null) {
  const { api } = useAlerts()
  return useQuery({
    queryKey: ['alerts', 'back-test', request],
    queryFn: ({ signal }) => api.backTest(request ?? { client: 0, kind: 'coverage' }, signal),
    enabled: request !== null,
    placeholderData: (before) => before,
    retry: false,
  })
}

export function useRefreshRules(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    await Promise.all(
      [
        ['alerts', 'rules'],
        ['alerts', 'history'],
      ].map((queryKey) => queries.invalidateQueries({ queryKey, exact: true })),
    )
  }
}

/** Puts the resulting state of a switch in its row, so that it never shows what it was. */
export function usePutSwitch(): (state: AlertSwitch) => void {
  const queries = useQueryClient()
  return ({ local, state, enabled }) => {
    queries.setQueryData<LocalAlert[]>(LOCALS, (rows) =>
      rows?.map((row) => (row.id === local ? { ...row, state, enabled, open: enabled ? row.open : 0 } : row)),
    )
    void queries.invalidateQueries({ queryKey: ['alerts', 'rules'], exact: true })
  }
}

/** The state of a list in its address; opened again, the list is as it was left. */
export function useList(): ListAddress {
  const params = useSearchParams()
  return useListAddress(params, `${useLocation().pathname}#${params[0].get('tab') ?? ''}`)
}
