/** Public entry point of Wi-Fi presence: what the ingest needs to hide addresses and to count phones. */
import { DAY_MS } from '#domain/days'
import { localParams } from '#domain/local-params'
import { SETTINGS } from '#domain/metrics/settings'
import type { Repositories } from '../../catalog.ts'
import type { FactStore } from '../../facts/store.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { createVisitorHash, LATE_DAYS } from './hash.ts'
import { presenceSettings, type PresenceSettings } from '../../facts/visits/settings.ts'
import { PRESENCE_CAUSE, stageSightings } from './sink.ts'

/** Settings are asked for again after this. */
const KEPT_MS = 30_000
/** A business day is two days later over everywhere. */
const SLACK_DAYS = 2

export interface PresenceParts {
  readonly facts: Pick<FactStore, 'presence'>
  readonly catalog: Pick<Repositories, 'locals' | 'openingHours'>
  readonly secrets: Pick<Secrets, 'seal' | 'open' | 'keyIds'>
  readonly clock: { now(): number }
}

/** @internal for tests */
export type Presence = Awaited<ReturnType<typeof createPresence>>

/**
 * `hashVisitor` and `sightings` are given to `createIngest`; `runMaintenance` is run at the start and every hour: it
 * makes the salts that will be needed and destroys what is past its time.
 */
export async function createPresence({ facts, catalog, secrets, clock }: PresenceParts) {
  const now = () => clock.now()
  const lifeDays = SETTINGS.saltLifeDays.value
  const hash = await createVisitorHash({ store: facts.presence.salts, secrets, clock: now, lifeDays })
  let kept: { at: number; settings: ReadonlyMap<number, PresenceSettings> } | null = null

  async function allSettings(): Promise<ReadonlyMap<number, PresenceSettings>> {
    if (kept && now() - kept.at < KEPT_MS && now() >= kept.at) return kept.settings
    const [locals, shifts] = await Promise.all([
      catalog.locals.list(SYSTEM_SCOPE),
      catalog.openingHours.list(SYSTEM_SCOPE),
    ])
    const own = await catalog.locals.settings(
      SYSTEM_SCOPE,
      locals.map(({ id }) => id),
    )
    const shiftsOf = Map.groupBy(
      shifts.filter(({ area }) => area === null),
      ({ local }) => local,
    )
    kept = {
      at: now(),
      settings: new Map(
        locals.map((local) => [
          local.id,
          presenceSettings(localParams(local, own.get(local.id)), local.timeZone, shiftsOf.get(local.id)),
        ]),
      ),
    }
    return kept.settings
  }
  const context = { settingsOf: (_locals: readonly number[]) => allSettings() }

  async function runMaintenance(): Promise<void> {
    const at = now()
    await hash.prepare([at - LATE_DAYS * DAY_MS, at, at + DAY_MS])
    await hash.forget()
    const today = Math.floor(at / DAY_MS)
    await facts.presence.forget({
      sightings: at - (LATE_DAYS + SLACK_DAYS) * DAY_MS,
      sessions: today - lifeDays - LATE_DAYS - SLACK_DAYS,
    })
  }
  await runMaintenance()

  return {
    /** See VisitorHash. Never waits: `runMaintenance` has made the salts. */
    hashVisitor: (address: string, at: number, client?: number): string => hash.hashVisitor(address, at, client),
    sightings: stageSightings(context),
    runMaintenance,
    /** Works out again some business days of a local, after its thresholds changed; days older than LATE_DAYS stay. */
    recompute: (client: number, local: number, days: readonly number[]) => {
      kept = null
      return facts.presence.recompute({ client, local, days }, { context, cause: PRESENCE_CAUSE, nowMs: now() })
    },
  }
}
