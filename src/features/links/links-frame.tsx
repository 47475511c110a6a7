/** Ports of the page of public links. */
import { featureFrame } from '#ui/page/feature-frame.tsx'
import { useMemo } from 'react'
import { publicLinksApi } from '../../api/public-links.ts'
import type { FrameProps } from '../lib/feature.ts'
import type { LinkPorts } from './ports.ts'

export const [LinksFrame, useLinks] = featureFrame<Pick<LinkPorts, 'api' | 'say'>>('LinksFrame')

export function Frame({ ports: { client, say }, children }: FrameProps) {
  const ports = useMemo(() => ({ api: publicLinksApi(client), say }), [client, say])
  return <LinksFrame ports={ports}>{children}</LinksFrame>
}
