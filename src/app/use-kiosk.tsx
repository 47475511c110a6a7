import { type Kiosk, nextInTurn, readKiosk, withKiosk } from '#domain/kiosk'
import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * On a wall: `?kiosk=1`. The filters are in the address already, so the way in, from one to the next, and out keeps
 * them.
 */
export function useKiosk(id: string): {
  readonly kiosk: Kiosk | null
  readonly setKiosk: (kiosk: Kiosk | null) => void
  readonly turn: () => void
} {
  const { search } = useLocation()
  const navigate = useNavigate()
  const kiosk = useMemo(() => readKiosk(search), [search])
  return {
    kiosk,
    setKiosk: (next) => void navigate({ search: withKiosk(window.location.search, next) }, { replace: true }),
    turn: () => {
      const next = kiosk === null ? null : nextInTurn(kiosk, id)
      if (next !== null) void navigate(`/users/dashboards/view/${next}${window.location.search}`, { replace: true })
    },
  }
}
