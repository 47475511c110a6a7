/** Kinds of traffic: what an area counts. They are beside each other, and are only added when that is asked for. */
import type { TrafficKind } from '#schemas/generated/entities/traffic-kind.ts'

export type { TrafficKind }

/** In the order in which they are offered, and in which one represents a client without people. */
export const TRAFFIC_KINDS = ['people', 'bicycle', 'car', 'other'] as const satisfies readonly TrafficKind[]

/** What may be asked for: a kind, or all of them added up. */
export type TrafficChoice = TrafficKind | 'all'

/** What a question may name: `main` is what a client shows where nothing was chosen. */
export const TRAFFIC_CHOICES = ['main', ...TRAFFIC_KINDS, 'all'] as const

/** What an answer is of, where a client counts more than people. */
export interface Traffic {
  readonly shown: TrafficChoice
  /** The kinds that the client has, in their order. */
  readonly of: readonly TrafficKind[]
}

/** The kind of a client where none was chosen: people, or the first of what it has. */
export const mainKind = (kinds: readonly TrafficKind[]): TrafficKind =>
  TRAFFIC_KINDS.find((kind) => kinds.includes(kind)) ?? 'people'
