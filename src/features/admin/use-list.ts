import { listAddress, type ListAddress } from '#ui'
import { useSearchParams } from 'react-router'

/** The state of a list, kept in its address. */
export const useList = (): ListAddress => listAddress(useSearchParams())
