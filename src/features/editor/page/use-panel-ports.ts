import { useMemo } from 'react'
import type { Live } from '../canvas/live.ts'
import type { PanelPorts } from '../panels/ports.tsx'
import type { EditPageProps } from '../ports.ts'

/** The panels' part of the page's ports, and the filters of the canvas. */
export function usePanelPorts(ports: EditPageProps['ports'], live: Live): PanelPorts {
  const {
    services,
    live: { text: appText },
  } = ports
  return useMemo(
    (): PanelPorts => ({
      widgetText: services.widgetText,
      issueText: services.issueText,
      optionSchemas: ports.optionSchemas,
      compute: ports.compute,
      usual: ports.usual,
      appText,
      flagName: ports.flagName,
      errorText: ports.errorText,
      values: (param) => live.face.store.getState().params[param]?.value,
    }),
    [services, ports, live, appText],
  )
}
