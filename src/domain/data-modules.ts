/** Data modules: what kinds of data a client or a local has (spec 1, sections 3 and 7). */
import { SALES_ATOMS } from './metrics/atoms.ts'
import type { DataModule } from '#schemas/generated/entities/data-module.ts'
import type { ModuleMap } from '#schemas/generated/entities/modules-config.ts'

export type { DataModule, ModuleMap }

/** In the order of the specification: venues, then building traces. */
export const DATA_MODULES = [
  'traffic',
  'time',
  'repetitions',
  'tickets',
  'zones',
  'realtime',
  'portfolio',
  'transitions',
  'wt_portfolio',
  'wt_office',
  'wt_office_zones',
  'wt_people',
  'wt_visits_frequency',
] as const satisfies readonly DataModule[]

/** Defaults. The group of building traces has no default: it is off until it is granted. */
export const DEFAULT_MODULES = Object.freeze({
  traffic: true,
  time: true,
  repetitions: true,
  portfolio: true,
  zones: false,
  transitions: false,
  tickets: false,
  realtime: false,
}) satisfies Readonly<ModuleMap>

/** A client's map holds every module that has a default, so that a later change of the defaults changes no client. */
export const withDefaults = (modules: ModuleMap): ModuleMap => ({ ...DEFAULT_MODULES, ...modules })

/** Modules of a unit: its own setting, else that of its client, else the default. */
export const effectiveModules = (...from: readonly (ModuleMap | undefined)[]): ModuleMap =>
  Object.assign({ ...DEFAULT_MODULES }, ...from)

/** The modules that are on, in the order above. */
export const enabledModules = (modules: ModuleMap): DataModule[] =>
  DATA_MODULES.filter((module) => modules[module] === true)

const ranges = (name: string) => [0, 1, 2, 3].map((k) => `${name}${k}`)

/** The counts that each module brings; the other modules bring none of these yet. */
const MODULE_ATOMS: Readonly<Partial<Record<DataModule, readonly string[]>>> = {
  traffic: [
    'far',
    'fro',
    'ins',
    'bounces',
    'visits',
    'estimatedIns',
    'visitsWithTickets',
    'insWithTickets',
    'outs',
    'insWithOuts',
    'outsWithIns',
    'salesWithIns',
    'insWithSales',
    'salesWithVisits',
    'visitsWithSales',
  ],
  time: ['insTimeS', 'visitTimeS', ...ranges('insInRange')],
  repetitions: ['identifiedVisits', ...ranges('localRepRange'), ...ranges('clientRepRange')],
  tickets: ['tickets', 'visitsWithTickets', 'insWithTickets', ...SALES_ATOMS],
}

/**
 * Counts that a unit with these modules does not have: they are null in every answer, so that no figure is made of
 * them.
 */
export const mutedAtoms = (modules: ModuleMap): string[] => [
  ...new Set(DATA_MODULES.flatMap((module) => (modules[module] === true ? [] : (MODULE_ATOMS[module] ?? [])))),
]

/**
 * The modules of a client that is known by its counts alone: those that these counts need. Without the others no empty
 * figure is beside them.
 *
 * @param atoms the counts that it has
 */
export const modulesFor = (atoms: readonly string[]): ModuleMap => {
  const needed = modulesOf(atoms)
  return withDefaults(
    Object.fromEntries(
      DATA_MODULES.flatMap((module) =>
        MODULE_ATOMS[module] === undefined || module === 'traffic' ? [] : [[module, needed.includes(module)]],
      ),
    ),
  )
}

/** The modules without which these counts are not there, in the order above. */
export const modulesOf = (atoms: readonly string[]): DataModule[] =>
  DATA_MODULES.filter((module) => MODULE_ATOMS[module]?.some((atom) => atoms.includes(atom)) === true)
