import type { FleetNode } from '#schemas/generated/entities/fleet-node.ts'

export const NODE_FILTERS = ['connection', 'proxied', 'direct', 'tunnel'] as const
export type NodeFilter = (typeof NODE_FILTERS)[number]

const CLAIMS: Readonly<Record<NodeFilter, (connection: NonNullable<FleetNode['connection']>) => boolean>> = {
  connection: ({ port }) => port !== null,
  proxied: ({ proxyMobile }) => proxyMobile,
  direct: ({ proxyMobile }) => !proxyMobile,
  tunnel: ({ tunnelEnabled }) => tunnelEnabled,
}

/**
 * The nodes a filter keeps: with an SSH port, through a mobile proxy, with SSH and no proxy, with a tunnel. Null =
 * clear: all of them.
 */
export function filterNodes(nodes: readonly FleetNode[], filter: NodeFilter | null): readonly FleetNode[] {
  return filter === null ? nodes : nodes.filter(({ connection }) => connection !== null && CLAIMS[filter](connection))
}

export const isNodeFilter = (value: unknown): value is NodeFilter => NODE_FILTERS.includes(value as NodeFilter)
