import { hasAccess, isAdmin } from '#domain/access'
import { useMemo } from 'react'
import { importsApi } from '../../api/imports.ts'
import { uploadsApi } from '../../api/uploads.ts'
import type { FrameProps } from '../lib/feature.ts'
import { type Imports, ImportsFrame } from './imports/imports-frame.tsx'
import { UploadsFrame } from './uploads-frame.tsx'

export function Frame({ ports: { client, me, say, save, onStored }, children }: FrameProps) {
  const uploads = useMemo(() => ({ api: uploadsApi(client), say, isAdmin: isAdmin(me) }), [client, me, say])
  const imports = useMemo(
    (): Imports => ({
      api: importsApi(client),
      say,
      isAdmin: isAdmin(me),
      mayCompare: hasAccess(me, 'footCompare'),
      maySee: (meaning) => hasAccess(me, meaning === 'monthly' ? 'hasAutomotiveTendency' : 'hasRenfeDash'),
      mayOccupancy: hasAccess(me, 'occupancyDashboard'),
      save,
      onStored,
    }),
    [client, me, say, save, onStored],
  )
  return (
    <UploadsFrame ports={uploads}>
      <ImportsFrame ports={imports}>{children}</ImportsFrame>
    </UploadsFrame>
  )
}
