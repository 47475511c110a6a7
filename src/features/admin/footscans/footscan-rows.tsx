import { useMemo } from 'react'
import { useFleetList, useStates } from '../hubble/fleet-queries.ts'
import { footscanRows } from './footscan-rows.ts'

export function useRows() {
  const footscans = useFleetList('footscans')
  const clients = useFleetList('clients')
  const locals = useFleetList('locals')
  // Neither is needed to show the list: it says "unknown" then.
  const states = useStates(
    useMemo(
      () => [...new Set((footscans.data ?? []).map(({ client }) => client))].toSorted((a, b) => a - b),
      [footscans.data],
    ),
  ).data
  const simulated = useFleetList('simulated').data
  const [list, owners, places] = [footscans.data, clients.data, locals.data]
  const data = useMemo(
    () =>
      list === undefined || owners === undefined || places === undefined
        ? undefined
        : footscanRows(list, { clients: owners, locals: places, states: states ?? [], simulated: simulated ?? null }),
    [list, owners, places, states, simulated],
  )
  const parts = [footscans, clients, locals]
  return {
    data,
    clients: owners ?? [],
    error: parts.find(({ error }) => error !== null)?.error ?? null,
    isPending: parts.some(({ isPending }) => isPending),
    refetch: () => {
      for (const part of parts) void part.refetch()
    },
  }
}
