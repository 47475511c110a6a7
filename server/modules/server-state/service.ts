/** Maintenance, and mails that do not leave: what concerns the server as a whole. Administrators only. */
import type { ServerState } from '#schemas/generated/entities/server-state.ts'
import type { UndeliveredMail } from '#schemas/generated/entities/undelivered-mail.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Damages } from '../../lib/damages.ts'
import type { Catalog } from '../../catalog.ts'
import type { DiskWatch } from '../../lib/disk-space.ts'
import { AppError } from '../../lib/errors.ts'
import type { Scope } from '../../lib/scope.ts'
import type { MailService } from '../mail/service.ts'

const MAINTENANCE = 'maintenance'
/** Another process of the same catalog learns of a change within this time. */
const KNOWN_MS = 2_000

interface Parts {
  readonly catalog: Pick<Catalog, 'settings' | 'transaction'>
  readonly mail: MailService
  readonly disk: Pick<DiskWatch, 'hasRoom'>
  readonly damages: Pick<Damages, 'list'>
  readonly clock: Clock
}

export function serverStateService({ catalog, mail, disk, damages, clock }: Parts) {
  let known = { on: false, at: Number.NEGATIVE_INFINITY }

  /** Asked with every request, so it is remembered for a moment. */
  async function isInMaintenance(): Promise<boolean> {
    const now = clock.now()
    if (now - known.at >= KNOWN_MS) known = { on: (await catalog.settings.get(MAINTENANCE)) === true, at: now }
    return known.on
  }

  async function state(): Promise<ServerState> {
    return {
      maintenance: await isInMaintenance(),
      mailLeaves: mail.leaves,
      undelivered: (await mail.undelivered()).length,
      isDiskFull: !(await disk.hasRoom()),
      damages: damages
        .list()
        .map(({ part, where, at, clients }) => ({ part, where, at, clients: clients === null ? null : [...clients] })),
    }
  }

  return {
    isInMaintenance,
    state,

    async setMaintenance(scope: Scope, on: boolean): Promise<ServerState> {
      const at = clock.now()
      await catalog.transaction(async ({ settings, audit }) => {
        await settings.set(MAINTENANCE, on, at)
        await audit.append(scope, { action: on ? 'maintenance.on' : 'maintenance.off', target: 'server', at })
      })
      known = { on, at }
      return state()
    },

    undelivered: (): Promise<UndeliveredMail[]> => mail.undelivered(),

    /** Throws MAIL_NOT_FOUND for one that does not wait. */
    async retry(scope: Scope, id: number): Promise<void> {
      if (!(await mail.retry(id)))
        throw new AppError('MAIL_NOT_FOUND', `There is no mail ${id} that waits; it has left or was given up.`, {
          mail: id,
        })
      await catalog.transaction(({ audit }) =>
        audit.append(scope, { action: 'mail.retry', target: `mail ${id}`, at: clock.now() }),
      )
    },

    async forgetFailures(scope: Scope): Promise<void> {
      await mail.forgetFailures()
      await catalog.transaction(({ audit }) =>
        audit.append(scope, { action: 'mail.forget', target: 'server', at: clock.now() }),
      )
    },
  }
}

export type ServerStateService = ReturnType<typeof serverStateService>
