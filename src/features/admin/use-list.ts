import { type ListAddress, useListAddress } from '#ui'
import { useLocation, useSearchParams } from 'react-router'

/** The state of a list in its address; opened again, the list is as it was left. */
export function useList(): ListAddress {
  const params = useSearchParams()
  return useListAddress(params, `${useLocation().pathname}#${params[0].get('tab') ?? ''}`)
}
