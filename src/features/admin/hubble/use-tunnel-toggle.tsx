import { toasts, useUi } from '#ui'
import { useFleet } from './fleet-frame.tsx'
import { useFleetRefresh } from './fleet-queries.ts'

/**
 * Switches a tunnel. Sent once: when the answer is lost or says something else than was wanted, the list tells how it
 * is.
 */
export function useTunnelToggle(): (mac: string, wanted: boolean) => Promise<void> {
  const { t } = useUi()
  const api = useFleet()
  const refresh = useFleetRefresh()
  return async (mac, wanted) => {
    try {
      const { tunnelEnabled } = await api.toggleTunnel(mac)
      if (tunnelEnabled === wanted) toasts.success(t(wanted ? 'fleet:tunnel.on' : 'fleet:tunnel.off', { mac }))
      else toasts.warn(t(tunnelEnabled ? 'fleet:tunnel.wasOn' : 'fleet:tunnel.wasOff', { mac }))
    } finally {
      await refresh()
    }
  }
}
