/** Locals as forms of the administration choose them: of one client, by name, with their code. */
import type { Local } from '#schemas/generated/entities/local.ts'
import type { Entity } from '#ui'
import { useQuery } from '@tanstack/react-query'
import { useAdmin } from './admin-frame.tsx'

/** @param client whose; left out: all */
export function useLocals(client?: number) {
  const { api } = useAdmin()
  return useQuery({
    queryKey: ['admin', 'choice', 'locals', client ?? 'all'],
    queryFn: ({ signal }) => api.locals(client, signal),
    staleTime: 0,
  })
}

export const localItems = (locals: readonly Local[], of: number | null): Entity[] =>
  locals
    .flatMap(({ id, name, code, client }) =>
      client === of ? [{ id, name, ...(code !== null && { hint: code }) }] : [],
    )
    .toSorted((one, other) => one.name.localeCompare(other.name))
