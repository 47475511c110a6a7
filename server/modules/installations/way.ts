/** How far installations are: what the catalog and the facts know of each, put together by the domain's rule. */
import { DAY_MS } from '#domain/days'
import { wayOf } from '#domain/installation-way'
import type { Evidence, InstallationFacts } from '#domain/installation-way'
import type { InstallationStage } from '#schemas/generated/entities/installation-stage.ts'
import type { InstallationWay } from '#schemas/generated/entities/installation-way.ts'
import type { Installation } from '#schemas/generated/entities/installation.ts'
import { AppError } from '../../lib/errors.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Parts } from '../../module.ts'
import type { InstallationRow } from './repo.ts'

/** Installations closed or cancelled longer ago are in the list, and not on the board. */
const ON_BOARD_DAYS = 60

type Known<State extends string> = Evidence<State> | null

export function installationWays({ catalog, facts, clock }: Pick<Parts, 'catalog' | 'facts' | 'clock'>) {
  const { installations, resources } = catalog

  async function known(scope: Scope, rows: readonly InstallationRow[]): Promise<InstallationFacts[]> {
    const ids = rows.map(({ id }) => id)
    const locals = [...new Set(rows.map(({ local }) => local))]
    const [installed, verified, presetups, preseals, seals] = await Promise.all([
      installations.cameInto(scope, 'installed', ids),
      installations.cameInto(scope, 'verified', ids),
      resources.latestAt(scope, 'presetups', locals),
      resources.latestAt(scope, 'preseals', locals),
      resources.latestAt(scope, 'seals', locals),
    ])
    const whole = rows.map((row) => factsOf(row, { installed, verified, presetups, preseals, seals }))
    const requests = whole.flatMap(({ installation: { installedAt } }, at) =>
      installedAt === null ? [] : [{ at, local: rows[at]?.local ?? 0, from: installedAt }],
    )
    const counts = await facts.places.firstCounts(requests)
    const first = new Map(requests.map(({ at }, place) => [at, counts[place] ?? null]))
    return whole.map((one, at) => ({ ...one, firstCounts: first.get(at) ?? null }))
  }

  async function stages(scope: Scope, rows: readonly InstallationRow[]) {
    const all = await known(scope, rows)
    return rows.flatMap((row, at) => {
      const one = all[at]
      return one === undefined ? [] : [{ row, facts: one, way: wayOf(one) }]
    })
  }

  return {
    /** The one that waits longest in its stage first. */
    async board(scope: Scope): Promise<InstallationStage[]> {
      const rows = await installations.rows(scope, { since: clock.now() - ON_BOARD_DAYS * DAY_MS })
      return (await stages(scope, rows))
        .map(({ row, way: { stage, since, holder, missing } }) => ({
          ...namesOf(row),
          stage,
          since,
          holder,
          missing: [...missing],
        }))
        .toSorted((one, other) => one.since - other.since || one.id - other.id)
    },

    /** Throws ENTRY_NOT_FOUND. */
    async one(scope: Scope, id: number): Promise<InstallationWay> {
      const [found] = await stages(scope, await installations.rows(scope, { since: 0, only: id }))
      if (found === undefined)
        throw new AppError('ENTRY_NOT_FOUND', `There is no installation ${id} among those this account may see.`, {
          noun: 'installation',
          id,
        })
      const { row, facts: of, way } = found
      const { stage, since, holder, missing, steps } = way
      return {
        ...namesOf(row),
        stage,
        since,
        holder,
        missing: [...missing],
        order: row.order === null ? null : { id: row.order, name: row.orderName ?? '' },
        oldId: row.oldId,
        entries: { presetup: of.presetup?.id ?? null, preseal: of.preseal?.id ?? null, seal: of.seal?.id ?? null },
        steps: steps.map((step) => ({ ...step, missing: [...step.missing] })) as InstallationWay['steps'],
        history: await installations.history(scope, id),
      }
    },
  }
}

interface Around {
  readonly installed: ReadonlyMap<number, number>
  readonly verified: ReadonlyMap<number, number>
  readonly presetups: ReadonlyMap<number, Evidence<string>>
  readonly preseals: ReadonlyMap<number, Evidence<string>>
  readonly seals: ReadonlyMap<number, Evidence<string>>
}

function factsOf(
  row: InstallationRow,
  { installed, verified, presetups, preseals, seals }: Around,
): Omit<InstallationFacts, 'firstCounts'> & { readonly firstCounts: null } {
  const { id, local, stateAt, createdAt, order, orderState, orderAt, orderAssignee, localOrderAt } = row
  const status = row.status as Installation['status']
  const isVerified = status === 'verified' || status === 'closed'
  const isInstalled = isVerified || status === 'installed'
  /** Of this installation, not of one before it: work at the local does not begin before it is ordered. */
  const own = (of: ReadonlyMap<number, Evidence<string>>) => {
    const found = of.get(local)
    return found === undefined || found.since < createdAt ? null : found
  }
  return {
    order:
      order === null
        ? null
        : ({ state: orderState, since: orderAt, holder: orderAssignee } as InstallationFacts['order']),
    localOrder: localOrderAt === null ? null : { since: localOrderAt },
    presetup: (presetups.get(local) ?? null) as Known<'todo' | 'ready' | 'installed'>,
    installation: {
      state: status,
      since: stateAt,
      holder: row.assignee,
      madeAt: createdAt,
      hasDay: row.plannedFor !== null,
      installedAt: isInstalled ? (installed.get(id) ?? stateAt) : null,
      verifiedAt: isVerified ? (verified.get(id) ?? stateAt) : null,
    },
    preseal: own(preseals) as Known<'off' | 'on' | 'sealed'>,
    seal: own(seals) as Known<'valid' | 'invalid'>,
    firstCounts: null,
  }
}

const namesOf = ({ id, name, client, clientName, local, localName, status }: InstallationRow) => ({
  id,
  name,
  client,
  clientName,
  local,
  localName,
  status: status as Installation['status'],
})
