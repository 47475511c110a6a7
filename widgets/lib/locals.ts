import type { ProjectionContext } from '#engine/types'

/** Name of a local as the dashboard knows it; its number where it does not. */
export const localLabel = ({ labels }: ProjectionContext, local: number): string =>
  labels.local?.get(local) ?? `#${local}`
