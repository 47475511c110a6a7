import type { Translate } from '#ui'

/** Arguments with a name in `editor-panels:arg.*`. */
export const NAMED_ARGS: ReadonlySet<string> = new Set([
  'client',
  'locals',
  'workday',
  'begin',
  'end',
  'date',
  'versus',
  'days',
  'p1Start',
  'p1End',
  'p2Start',
  'p2End',
  'stores',
  'traffic',
  'year',
  'measures',
  'types',
  'groups',
  'estimates',
  'by',
  'kind',
  'local',
  'months',
  'from',
  'to',
  'place',
])

export const argName = (t: Translate, name: string): string =>
  NAMED_ARGS.has(name) ? t(`editor-panels:arg.${name}`) : name
